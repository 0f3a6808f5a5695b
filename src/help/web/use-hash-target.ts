import { useEffect } from 'react';
import { type Location, useLocation } from 'react-router';

/**
 * Scrolls to the section named by the URL's hash, expands it if it is collapsed and moves focus into it; repeats this when the same link is
 * followed again. Call it where the sections are rendered: before that there is nothing to scroll to.
 */
export function useHashTarget(): void {
  const location = useLocation();
  useEffect(() => goTo(location), [location]);
}

function goTo({ hash, search }: Location): void {
  // An open dialog keeps the focus.
  if (hash.length < 2 || new URLSearchParams(search).has('dialog')) return;
  const target = document.getElementById(decodeHash(hash));
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.querySelector<HTMLElement>('summary, h2')?.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'start' });
}

/** Anybody can type an address, so a hash that is not valid encoding is used as it is. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
