/** Prerendered content, shown before any of the application's scripts run. */
export type Shell = 'login' | 'dashboard' | 'frame';

/**
 * The shell that an address begins with. Without a session that is the login, except for the other /auth pages, which render themselves, as
 * does the page with the fishing scene, which has no frame.
 */
export function shellOf(path: string, isIn: boolean): Shell | null {
  if (path === '/auth' || path.startsWith('/auth/')) return path === '/auth/login' && !isIn ? 'login' : null;
  if (!isIn) return 'login';
  if (path === '/404') return null;
  return path === '/' || path === '/dashboard' ? 'dashboard' : 'frame';
}
