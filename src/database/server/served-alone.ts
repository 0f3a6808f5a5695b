/** Customers whose calls are not to share a transaction for a while. */
export interface ServedAlone {
  has(customerId: string): boolean;
  /** Serves a customer alone for this long from now on, or for longer if that had been decided. */
  add(customerId: string, forMs: number): void;
}

/** Remembers at most this many; of more, those who were added longest ago are forgotten. */
const mostRemembered = 10_000;

export function rememberServedAlone(most = mostRemembered): ServedAlone {
  /** In the order in which they were added. */
  const until = new Map<string, number>();
  return {
    has: (customerId) => {
      const end = until.get(customerId);
      if (end === undefined) return false;
      if (end > Date.now()) return true;
      until.delete(customerId);
      return false;
    },
    add: (customerId, forMs) => {
      const end = Math.max(Date.now() + forMs, until.get(customerId) ?? 0);
      until.delete(customerId);
      until.set(customerId, end);
      const [oldest] = until.keys();
      if (oldest !== undefined && until.size > most) until.delete(oldest);
    },
  };
}
