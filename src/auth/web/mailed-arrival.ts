/** The request of a mailed link that a logged-in customer opened, on its way to the dashboard. */
export interface MailedArrival {
  /** A token that confirms the address. */
  confirm?: string;
  /** A link for a new password, which works only without a session. */
  reset?: true;
}

/**
 * With a session every page for getting in leads to the dashboard (A1). The link's request travels in the history entry's state: it is in
 * no address.
 */
export function mailedArrival(pathname: string, search: string): { mailed: MailedArrival } | null {
  const token = new URLSearchParams(search).get('token');
  if (!token) return null;
  if (pathname === '/auth/confirm') return { mailed: { confirm: token } };
  return pathname === '/auth/reset' ? { mailed: { reset: true } } : null;
}

export function readMailedArrival(state: unknown): MailedArrival | null {
  return typeof state === 'object' && state !== null && 'mailed' in state ? (state.mailed as MailedArrival) : null;
}
