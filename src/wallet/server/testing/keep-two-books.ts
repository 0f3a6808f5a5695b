import { randomUUID } from 'node:crypto';
import { dayMs } from '#platform/clock.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { World } from '#testing/server/world.ts';
import type { BookedAtBrokerage, BookPart, ReadBook } from '../read-brokerage-book.ts';

/** Settled deposits of one customer here, and a brokerage whose book is what the test says. */
export interface TwoBooks {
  /** A deposit of 5 USDT requested this many days ago and settled this many days later; returns the brokerage's entry. */
  settled(daysAgo: number, after?: number): Promise<BookedAtBrokerage>;
  booked(reference: string, at: Date): BookedAtBrokerage;
  /** A brokerage with this book, two rows per page. */
  theirs(rows: readonly BookedAtBrokerage[]): ReadBook;
  /** The parts of the last book that were read. */
  asked: BookPart[];
}

export function keepTwoBooks(world: World, owner: string): TwoBooks {
  let journals = 0;
  const asked: BookPart[] = [];
  const booked = (reference: string, at: Date): BookedAtBrokerage => ({
    reference,
    account: owner,
    direction: 'to_platform',
    amount: '5',
    currency: 'USDT',
    settle_amount: '5',
    status: 'done',
    booked_at: at.toISOString(),
  });
  return {
    asked,
    booked,
    settled: async (daysAgo, after = 0) => {
      const id = randomUUID();
      const queuedAt = new Date(Date.now() - daysAgo * dayMs);
      await askAsOwner(
        world.db.adminUrl,
        `WITH asked AS (
           INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at, queued_at)
           VALUES ($1, $2, 'deposit', 5000000, 'usdt', 1000000, 0, 5000000, 'settled', now(), now(), NULL, $3)
         ) INSERT INTO ledger.journals (key, kind, owner, number, reference, amounts, happened_at, hash, balance, held, invested, promised, zord, posted_at)
           VALUES ('deposit:' || $1::uuid || ':settled', 'deposit_settled', $2, $5, $1, '{5000000}', now(), '', 0, 0, 0, 0, 0,
             $3::timestamptz + make_interval(days => $4))`,
        [id, owner, queuedAt, after, (journals += 1)],
      );
      return booked(id, new Date(queuedAt.getTime() + after * dayMs));
    },
    theirs: (rows) => {
      asked.length = 0;
      const ordered = rows.toSorted((a, b) => a.booked_at.localeCompare(b.booked_at));
      return async function* (part) {
        asked.push(part);
        const inPart = ordered.filter(({ booked_at }) => {
          const at = new Date(booked_at);
          return (!part.from || at >= part.from) && (!part.to || at < part.to);
        });
        for (let at = 0; at < inPart.length; at += 2) yield inPart.slice(at, at + 2);
      };
    },
  };
}
