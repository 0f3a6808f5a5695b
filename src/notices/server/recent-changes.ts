import { everybody } from '#database/server/changes.ts';

/** Changes are remembered for this long: a page that was away longer refetches everything. */
export const rememberedMs = 60_000;

interface RecentChanges {
  /** @param id of a customer, or `everybody` */
  note(id: string): void;
  /** Returns the milliseconds since the last change heard for this customer, at most `rememberedMs`. */
  quietMsOf(id: string): number;
}

/** Remembers whose changes were heard within the last minute. Memory grows only with the number of those. */
export function rememberChanges(): RecentChanges {
  const heardAt = new Map<string, number>();

  /** Entries are in the order in which they were heard. */
  function forgetOld(): void {
    for (const [id, at] of heardAt) {
      if (at > performance.now() - rememberedMs) return;
      heardAt.delete(id);
    }
  }

  return {
    note: (id) => {
      heardAt.delete(id);
      heardAt.set(id, performance.now());
      forgetOld();
    },
    quietMsOf: (id) => {
      const last = Math.max(heardAt.get(id) ?? -rememberedMs, heardAt.get(everybody) ?? -rememberedMs);
      return Math.floor(Math.min(rememberedMs, performance.now() - last));
    },
  };
}
