import { type Broken, mostPlacesShown } from '#ledger/server/audit-books.ts';
import { dayMs } from '#platform/clock.ts';
import { readOne, requireOne, type Sql } from '#database/server/database.ts';
import { compareDay, type DayBreak } from './compare-day.ts';
import type { ReadBook } from './read-brokerage-book.ts';

const rule = 'the brokerage’s own book equals our clearing account, item by item';

/**
 * Compares the whole of the brokerage's book with ours, day by day ({@link compareDay}): what it did and we do not know of, where it
 * differs, what we have settled that it never did, and what it did twice. A settlement that was taken back and explained is no break. Run
 * while transfers are under way, it still reports only real breaks.
 *
 * @throws BookUnread when the brokerage's book cannot be read to its end: then nothing is known
 */
export async function compareWithBrokerage(sql: Sql, readBook: ReadBook): Promise<Broken[]> {
  const found: Broken = { rule, count: 0, places: [] };
  for await (const day of daysOf(sql)) {
    const { breaks, count } = await compareDay(sql, readBook, day);
    const open = breaks.filter(({ isTakenBack }) => !isTakenBack);
    found.count += count - (breaks.length - open.length);
    found.places.push(...open.slice(0, mostPlacesShown - found.places.length).map(sayBreak));
  }
  return found.count > 0 ? [found] : [];
}

/** Whatever a clock there says: what is booked for later is compared too. */
const forever = new Date('9999-12-30T00:00:00Z');

/** From the beginning to the day of our first settled transfer, then each day, the last of them to the end of the book. */
async function* daysOf(sql: Sql): AsyncGenerator<{ start: Date; end: Date }> {
  const { now } = await requireOne<{ now: Date }>(sql, 'SELECT clock_timestamp() AS now');
  const settled = `SELECT queued_at FROM broker_transfers WHERE state = 'settled' ORDER BY queued_at, id LIMIT 1`;
  const first = (await readOne<{ queued_at: Date }>(sql, settled))?.queued_at ?? now;
  let start = new Date(0);
  for (let at = Math.floor(first.getTime() / dayMs) * dayMs; at <= now.getTime(); at += dayMs) {
    yield { start, end: new Date(at) };
    start = new Date(at);
  }
  yield { start, end: forever };
}

function sayBreak({ reference, kind, ours, theirs }: DayBreak): string {
  const said = {
    missing_here: 'in the brokerage’s book only',
    missing_there: 'settled here, not completed there',
    other_state: `${ours?.state} here, ${theirs?.status} there`,
    booked_twice: 'carried out there twice',
    other_amount: 'the brokerage’s book has another amount',
    other_currency: 'the brokerage’s book has another currency',
    other_figures: 'the brokerage’s book has different figures',
  }[kind];
  return `transfer ${reference}: ${said}`;
}
