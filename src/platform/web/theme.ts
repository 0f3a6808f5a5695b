import { recall, remember } from './remembered.ts';

/** Dark unless the customer chose light; the choice is remembered. `boot.ts` sets it before the first paint. */
export type Theme = 'dark' | 'light';

/** The background of each theme, for the browser's own bars. */
const grounds: Record<Theme, string> = { dark: '#0a0e13', light: '#f3f5f8' };
const listeners = new Set<() => void>();

export function rememberedTheme(): Theme {
  return recall('theme') === 'light' ? 'light' : 'dark';
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', grounds[theme]);
}

export function chooseTheme(theme: Theme): void {
  remember('theme', theme);
  showTheme(theme);
  for (const listener of listeners) listener();
}

export function shownTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function onTheme(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', follow);
  };
}

/**
 * Follows a choice made in another tab. Registered only while a component shows the theme: `boot.ts`, which also includes this file,
 * listens to nothing.
 */
function follow({ key }: StorageEvent): void {
  if ((key !== 'theme' && key !== null) || rememberedTheme() === shownTheme()) return;
  showTheme(rememberedTheme());
  for (const listener of listeners) listener();
}
