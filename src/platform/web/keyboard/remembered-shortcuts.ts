import { recall, remember } from '#platform/web/remembered.ts';

const listeners = new Set<() => void>();

/** Single-key shortcuts can be switched off (WCAG 2.1.4): speech input or brushed keys would trigger them. */
export function areShortcutsOn(): boolean {
  return recall('shortcuts') !== 'off';
}

export function switchShortcuts(isOn: boolean): void {
  remember('shortcuts', isOn ? null : 'off');
  for (const listener of listeners) listener();
}

export function onShortcuts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
