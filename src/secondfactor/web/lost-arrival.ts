/**
 * With a session every way in leads to the dashboard (A1), the mailed link about a lost key too: its token goes along in the
 * history entry's state, which is in no address.
 */
export function lostArrival(pathname: string, search: string): { lostKey: string } | null {
  const token = pathname === '/auth/second-key' ? new URLSearchParams(search).get('token') : null;
  return token ? { lostKey: token } : null;
}

export function readLostArrival(state: unknown): string | null {
  const { lostKey } = (state ?? {}) as { lostKey?: unknown };
  return typeof lostKey === 'string' ? lostKey : null;
}
