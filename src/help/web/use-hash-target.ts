import { useEffect } from 'react';
import { type Location, useLocation } from 'react-router';

/**
 * Brings the part that the address names into sight, opened where it is folded, with the keyboard and the screen reader in it; and again
 * when the same is asked for once more. Call it where the parts stand: before that there is nothing to go to.
 */
export function useHashTarget(): void {
  const location = useLocation();
  useEffect(() => goTo(location), [location]);
}

function goTo({ hash, search }: Location): void {
  // A dialog over the page has the focus.
  if (hash.length < 2 || new URLSearchParams(search).has('dialog')) return;
  const target = document.getElementById(decodeHash(hash));
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.querySelector<HTMLElement>('summary, h2')?.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'start' });
}

/** An address is typed by anybody: what is no encoding stands for itself. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
