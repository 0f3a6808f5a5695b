/** The token of a mailed link that a logged-in customer opened, on its way to the dashboard, by the page that the link names. */
export interface MailedArrival {
  /** Confirms the address. */
  confirm?: string;
  /** For a new password, which can be set only without a session. */
  reset?: string;
  /** Removes a lost second factor. */
  'second-key'?: string;
}

/**
 * With a session every page for getting in leads to the dashboard (A1). The link's token travels in the history entry's state: it is in no
 * address.
 */
export function mailedArrival(pathname: string, search: string): { mailed: MailedArrival } | null {
  const page = /^\/auth\/(confirm|reset|second-key)$/.exec(pathname)?.[1];
  const token = new URLSearchParams(search).get('token');
  return page && token ? { mailed: { [page]: token } } : null;
}

export function readMailedArrival(state: unknown): MailedArrival | undefined {
  return (state as { mailed?: MailedArrival } | null)?.mailed;
}
