import { dayMs } from '#platform/clock.ts';
import type { BookedAtBrokerage, ReadBook } from './read-brokerage-book.ts';
import type { TransferRecord } from './transfer-store.ts';

/** A transfer of ours, when it was queued last, in real time, and whether its settlement was taken back. */
export interface KnownTransfer extends TransferRecord {
  queuedAt: Date;
  isTakenBack: boolean;
}

interface Twice {
  ours: KnownTransfer;
  theirs: BookedAtBrokerage;
}

/**
 * Watches the part of the brokerage's book that is read from `readFrom`, oldest first, for transfers that it carried out twice: one
 * reference is one transfer, however often it was sent. Only the second entry counts, and only if it is of the day.
 */
export function watchSecondEntries({ day, end, readFrom }: Record<'day' | 'end' | 'readFrom', Date>) {
  const done = new Set<string>();
  /** Done on the day and requested long before: the brokerage may have carried them out before the part that is read. */
  const early = new Map<string, Twice>();
  return {
    isSecond(booked: BookedAtBrokerage, ours: KnownTransfer | null): boolean {
      const at = new Date(booked.booked_at);
      if (booked.status !== 'done' || at >= end) return false;
      if (done.has(booked.reference)) return at >= day;
      done.add(booked.reference);
      if (at >= day && ours && ours.queuedAt < readFrom) early.set(booked.reference, { ours, theirs: booked });
      return false;
    },
    /** Reads the book back to the first request of those; mostly there are none. */
    async *readEarlier(readBook: ReadBook): AsyncGenerator<Twice> {
      if (early.size === 0) return;
      const first = Math.min(...[...early.values()].map(({ ours }) => ours.queuedAt.getTime()));
      for await (const page of readBook({ from: new Date(first - dayMs), to: readFrom }))
        for (const { reference, status } of page) {
          const twice = status === 'done' ? early.get(reference) : undefined;
          if (twice) yield twice;
        }
    },
  };
}
