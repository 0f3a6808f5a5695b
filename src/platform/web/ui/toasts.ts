/** A message about what has just happened, shown once at the edge of the screen from anywhere in the code. */
export interface Toast {
  id: number;
  kind: 'success' | 'danger';
  text: string;
  /** The reference for support, where only support can help. */
  support: string | null;
}

/** Long enough to read twice; errors stay longer. */
const shownMs = { success: 6_000, danger: 12_000 } as const;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function showToast(kind: Toast['kind'], text: string, support: string | null = null): void {
  lastId += 1;
  const toast = { id: lastId, kind, text, support };
  replaceToasts([...shown.filter((other) => other.text !== text), toast]);
}

export function dismissToast(id: number): void {
  replaceToasts(shown.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly Toast[] {
  return shown;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownFor(toast: Toast): number {
  return shownMs[toast.kind];
}

function replaceToasts(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
