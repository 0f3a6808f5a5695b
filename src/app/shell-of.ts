/** What is drawn ahead, before any script of the application ran. */
export type Shell = 'login' | 'dashboard' | 'frame';

/**
 * Which of them an address begins with. Where nobody is in, everything but the other ways in begins with the login; those draw
 * themselves, as the page that is fishing does, which stands in no frame.
 */
export function shellOf(path: string, isIn: boolean): Shell | null {
  if (path === '/auth' || path.startsWith('/auth/')) return path === '/auth/login' && !isIn ? 'login' : null;
  if (!isIn) return 'login';
  if (path === '/404') return null;
  return path === '/' || path === '/dashboard' ? 'dashboard' : 'frame';
}
