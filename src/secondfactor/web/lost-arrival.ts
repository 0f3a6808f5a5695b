/**
 * With a session every entry page, that of the mailed lost-key link included, redirects to the dashboard (A1). The token travels in the
 * history entry's state, which appears in no URL.
 */
export function lostArrival(pathname: string, search: string): { lostKey: string } | null {
  const token = pathname === '/auth/second-key' ? new URLSearchParams(search).get('token') : null;
  return token ? { lostKey: token } : null;
}

export function readLostArrival(state: unknown): string | null {
  const { lostKey } = (state ?? {}) as { lostKey?: unknown };
  return typeof lostKey === 'string' ? lostKey : null;
}
