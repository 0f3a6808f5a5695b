import { readSession } from '#platform/web/session.ts';

export const loginAddress = '/auth/login';

/**
 * Whether the guard would show the login (A1): then it is shown without the rest of the application, unless a way back has to be remembered
 * (G5).
 */
export function isLoginNext(): boolean {
  const { pathname } = window.location;
  const isWayIn = pathname === '/auth' || pathname.startsWith('/auth/');
  const { token, endedFor } = readSession();
  return !token && (pathname === loginAddress || (!isWayIn && endedFor === null));
}
