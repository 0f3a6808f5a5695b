/** What tells one reference from the next at a glance: its end, for an id begins with when it was made. The receipt shows all of it. */
export function shortReference(reference: string | null): string {
  return reference?.slice(-8) ?? '';
}
