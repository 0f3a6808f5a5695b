import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { findingsOf } from '#ledger/server/audit-books.ts';
import { dayMs } from '#platform/clock.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { compareWithBrokerage } from './compare-with-brokerage.ts';
import type { BookedAtBrokerage } from './read-brokerage-book.ts';
import { keepTwoBooks, type TwoBooks } from './testing/keep-two-books.ts';

let world: World;
let owner: string;
let books: TwoBooks;
beforeEach(async () => {
  world = await openWorld({ treasury: '0' });
  owner = (await world.investor()).id;
  books = keepTwoBooks(world, owner);
});
afterEach(() => world.close());

const compare = async (rows: readonly BookedAtBrokerage[]): Promise<string[]> =>
  findingsOf(await compareWithBrokerage(world.db, books.theirs(rows))).map(({ where }) => where);

test('[R1] [F4] equal books compare as equal, despite slow answers and differing clocks', async () => {
  const late = await books.settled(20, 7);
  const early = await books.settled(15);
  const book = [
    late,
    { ...early, booked_at: new Date(Date.parse(early.booked_at) - 0.9 * dayMs).toISOString() },
    ...(await Promise.all([12, 12, 11.99, 3, 0, 0].map((daysAgo) => books.settled(daysAgo)))),
  ];
  expect(await compare(book)).toEqual([]);
});

test('[R1] [F4] reads the book day by day, without a gap, from beginning to end', async () => {
  await compare([await books.settled(3), await books.settled(0)]);
  expect(books.asked.length).toBeGreaterThanOrEqual(4);
  expect(books.asked[0]?.from).toBeNull();
  expect(books.asked.at(-1)?.to).toBeNull();
  for (const [at, part] of books.asked.slice(1).entries()) {
    expect(Number(part.from)).toBeLessThanOrEqual(Number(books.asked[at]?.to ?? Infinity));
    // A day, and one around it, because the two clocks differ.
    expect(Number(part.to ?? Date.now()) - Number(part.from)).toBeLessThanOrEqual(3 * dayMs);
  }
});

test('[R1] [F4] finds each difference on any day: missing there, missing here, other figures, another outcome', async () => {
  const rows = await Promise.all([30, 30, 10, 10, 1, 0].map((daysAgo) => books.settled(daysAgo)));
  const [lost, , changed, refused] = rows as [
    BookedAtBrokerage,
    BookedAtBrokerage,
    BookedAtBrokerage,
    BookedAtBrokerage,
  ];
  const strange = books.booked(randomUUID(), new Date(Date.now() - 40 * dayMs));
  const book = rows
    .filter((row) => row !== lost)
    .map((row) =>
      row === changed ? { ...row, amount: '5.000001' } : row === refused ? { ...row, status: 'refused' as const } : row,
    );
  expect(new Set(await compare([...book, strange]))).toEqual(
    new Set([
      `transfer ${strange.reference}: in the brokerage’s book only`,
      `transfer ${lost.reference}: settled here, not completed there`,
      `transfer ${changed.reference}: the brokerage’s book has another amount`,
      `transfer ${refused.reference}: settled here, refused there`,
    ]),
  );
});

test('[R1] [F4] finds a transfer that the brokerage carried out twice, however far apart, once per entry too many', async () => {
  const [near, far, once] = await Promise.all([10, 30, 5].map((daysAgo) => books.settled(daysAgo)));
  if (!near || !far || !once) throw new Error('three were settled');
  const again = (row: BookedAtBrokerage, days: number) => ({
    ...row,
    booked_at: new Date(Date.parse(row.booked_at) + days * dayMs).toISOString(),
  });
  const rows = [near, far, once, again(near, 0), again(far, 20), { ...again(once, 1), status: 'refused' as const }];
  const complaint = 'carried out there twice';
  expect((await compare(rows)).toSorted()).toEqual(
    [
      `transfer ${near.reference}: ${complaint}`,
      `transfer ${far.reference}: ${complaint}`,
      `transfer ${once.reference}: settled here, refused there`,
    ].toSorted(),
  );
});

test('[R1] [F4] finds what the brokerage booked for a day to come', async () => {
  const ahead = books.booked(randomUUID(), new Date(Date.now() + 30 * dayMs));
  expect(await compare([await books.settled(2), ahead])).toEqual([
    `transfer ${ahead.reference}: in the brokerage’s book only`,
  ]);
});

test('[R1] [F4] what is settled while the books are compared is no break', async () => {
  const before = await books.settled(2);
  const late: BookedAtBrokerage[] = [];
  const broken = await compareWithBrokerage(world.db, async function* (part) {
    if (late.length === 0) late.push(await books.settled(0));
    yield* books.theirs([before, ...late])(part);
  });
  expect(broken).toEqual([]);
});

test('[R1] [F4] when the brokerage has lost its book, counts all missing transfers and lists a hundred', async () => {
  await askAsOwner(
    world.db.adminUrl,
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at, queued_at)
     SELECT gen_random_uuid(), $1, 'deposit', 5000000, 'usdt', 1000000, 0, 5000000, 'settled', now(), now(), NULL,
       now() - make_interval(mins => n) FROM generate_series(1, 5000) n`,
    [owner],
  );
  const [broken] = await compareWithBrokerage(world.db, books.theirs([]));
  expect([broken?.count, broken?.places.length]).toEqual([5_000, 100]);
});
