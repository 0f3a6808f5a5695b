/**
 * What this page tells its customer itself, by id: the stream brings the same news a moment later, and nobody wants to be told
 * twice.
 */
const told = new Set<string>();

export function noteToldHere(id: string): void {
  told.add(id);
}

export function isToldHere(id: string | null): boolean {
  return id !== null && told.has(id);
}
