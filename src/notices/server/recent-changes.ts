import { everybody } from '#platform/server/changes.ts';

/** Nothing is remembered for longer: a page that took so long reads everything again. */
export const rememberedMs = 60_000;

interface RecentChanges {
  /** @param id of a customer, or `everybody` */
  note(id: string): void;
  /** For how long nothing of this customer's was heard of, in milliseconds; `rememberedMs` at the most. */
  quietMsOf(id: string): number;
}

/** Of whom a change was heard of within the last minute. As long as there are changes, by the number of those alone. */
export function rememberChanges(): RecentChanges {
  const heardAt = new Map<string, number>();

  /** They stand in the order in which they were heard. */
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
