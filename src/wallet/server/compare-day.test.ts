import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '#platform/clock.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { compareDay } from './compare-day.ts';
import type { BookedAtBrokerage } from './read-brokerage-book.ts';
import { keepTwoBooks, type TwoBooks } from './testing/keep-two-books.ts';

let world: World;
let books: TwoBooks;
beforeEach(async () => {
  world = await openWorld({ treasury: '0' });
  books = keepTwoBooks(world, (await world.investor()).id);
});
afterEach(() => world.close());

/** The same for all of the tests, should they run past midnight. */
const today = Math.floor(Date.now() / dayMs);
/** Noon of the day this many days before today, so that what lies an hour around it is of the same day. */
const noonOf = (daysAgo: number): Date => new Date((today - daysAgo + 0.5) * dayMs);
const settledAtNoon = (daysAgo: number): Promise<BookedAtBrokerage> =>
  books.settled((Date.now() - noonOf(daysAgo).getTime()) / dayMs);
const at = (row: BookedAtBrokerage, moment: Date): BookedAtBrokerage => ({ ...row, booked_at: moment.toISOString() });

/** The breaks of each of the last days by which something may be found, as “days ago: reference kind”. */
async function breaksOf(rows: readonly BookedAtBrokerage[], mostDaysAgo = 40): Promise<string[]> {
  const found: string[] = [];
  for (let daysAgo = mostDaysAgo; daysAgo >= 0; daysAgo -= 1) {
    const midnight = new Date(noonOf(daysAgo).getTime() - dayMs / 2);
    const { breaks } = await compareDay(world.db, books.theirs(rows), {
      start: midnight,
      end: new Date(midnight.getTime() + dayMs),
    });
    found.push(...breaks.map(({ reference, kind }) => `${daysAgo}: ${reference} ${kind}`));
  }
  return found;
}

test.each([
  ['on the same day', 0, 5],
  ['on the next day', 1, 4],
  ['three days later, after it was settled', 3, 2],
])(
  '[R6] [F4] a transfer that the brokerage carried out again %s is a break of the day of the second entry, once',
  async (_when, later, daysAgo) => {
    const first = await settledAtNoon(5);
    const again = at(first, new Date(noonOf(5 - later).getTime() + 3_600_000));
    expect(await breaksOf([first, again], 8)).toEqual([`${daysAgo}: ${first.reference} booked_twice`]);
    const { theirs } = await compareDay(world.db, books.theirs([first, again]), {
      start: new Date(noonOf(daysAgo).getTime() - dayMs / 2),
      end: new Date(noonOf(daysAgo).getTime() + dayMs / 2),
    });
    expect(theirs).toMatchObject([{ transfers: later === 0 ? 2 : 1 }]);
  },
);

test('[R6] [F4] finds the first entry of a transfer whose answer was lost for a month', async () => {
  const first = await settledAtNoon(35);
  expect(await breaksOf([first, at(first, noonOf(3))])).toEqual([`3: ${first.reference} booked_twice`]);
});

test('[R6] [F4] shows a second entry beside how it differs, and an entry that was refused is none', async () => {
  const [first, other] = [await settledAtNoon(2), await settledAtNoon(2)];
  const again = { ...at(first, new Date(noonOf(2).getTime() + 60_000)), amount: '6' };
  const refused = { ...at(other, new Date(noonOf(2).getTime() + 60_000)), status: 'refused' as const };
  const found = await breaksOf([first, again, other, refused], 4);
  expect(found.toSorted()).toEqual(
    [
      `2: ${first.reference} booked_twice`,
      `2: ${first.reference} other_amount`,
      `2: ${other.reference} other_state`,
    ].toSorted(),
  );
});

test('[R6] [F4] a transfer unknown here that was carried out twice is both breaks', async () => {
  const strange = books.booked(randomUUID(), noonOf(1));
  const again = at(strange, new Date(noonOf(1).getTime() + 60_000));
  expect((await breaksOf([strange, again], 2)).toSorted()).toEqual([
    `1: ${strange.reference} booked_twice`,
    `1: ${strange.reference} missing_here`,
  ]);
});

test('[R6] [F4] one entry each, late or early by up to a day, is no break, and the book is read once', async () => {
  const rows = await Promise.all([3, 3, 2].map((daysAgo) => settledAtNoon(daysAgo)));
  const [one, two, three] = rows as [BookedAtBrokerage, BookedAtBrokerage, BookedAtBrokerage];
  const early = at(one, new Date(noonOf(3).getTime() - 0.9 * dayMs));
  expect(await breaksOf([early, two, three], 6)).toEqual([]);
  expect(books.asked).toHaveLength(1);
});
