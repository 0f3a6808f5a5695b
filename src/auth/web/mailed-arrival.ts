/** What a mailed link asked for when it was opened by somebody who is logged in, on its way to the dashboard. */
export interface MailedArrival {
  /** A token that confirms the address. */
  confirm?: string;
  /** A link for a new password, which only who is logged out can use. */
  reset?: true;
}

/**
 * With a session every way in leads to the dashboard (A1). What the link asked for goes with it in the history entry's
 * state: it is in no address.
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
