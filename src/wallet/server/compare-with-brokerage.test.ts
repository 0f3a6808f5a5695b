import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { findingsOf } from '#ledger/server/audit-books.ts';
import { dayMs } from '#platform/clock.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { compareWithBrokerage } from './compare-with-brokerage.ts';
import type { BookedAtBrokerage, BookPart, ReadBook } from './read-brokerage-book.ts';

let world: World;
let owner: string;
let journals = 0;
beforeEach(async () => {
  world = await openWorld({ treasury: '0' });
  owner = (await world.investor()).id;
});
afterEach(() => world.close());

/** A deposit requested this many days ago and settled this many days later. */
async function settled(daysAgo: number, after = 0): Promise<BookedAtBrokerage> {
  const id = randomUUID();
  const queuedAt = new Date(Date.now() - daysAgo * dayMs);
  await askAsOwner(
    world.db.adminUrl,
    `WITH asked AS (
       INSERT INTO broker_transfers (id, cell, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at, queued_at)
       VALUES ($1, cell_of($2), $2, 'deposit', 5000000, 'usdt', 1000000, 0, 5000000, 'settled', now(), now(), NULL, $3)
     ) INSERT INTO ledger.journals (key, kind, owner, number, cell, reference, happened_at, hash, posted_at)
       VALUES ('deposit:' || $1::uuid || ':settled', 'deposit_settled', $2, $5, cell_of($2), $1, now(), '',
         $3::timestamptz + make_interval(days => $4))`,
    [id, owner, queuedAt, after, (journals += 1)],
  );
  return booked(id, new Date(queuedAt.getTime() + after * dayMs));
}

function booked(reference: string, at: Date): BookedAtBrokerage {
  return {
    reference,
    account: owner,
    direction: 'to_platform',
    amount: '5',
    currency: 'USDT',
    settle_amount: '5',
    status: 'done',
    booked_at: at.toISOString(),
  };
}

const asked: BookPart[] = [];

/** A brokerage with this book, two rows per page. */
function bookOf(rows: readonly BookedAtBrokerage[]): ReadBook {
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
}

const compare = async (rows: readonly BookedAtBrokerage[]): Promise<string[]> =>
  findingsOf(await compareWithBrokerage(world.db, bookOf(rows))).map(({ where }) => where);

test('[R1] [F4] equal books compare as equal, despite slow answers and differing clocks', async () => {
  const late = await settled(20, 7);
  const early = await settled(15);
  const book = [
    late,
    { ...early, booked_at: new Date(Date.parse(early.booked_at) - 0.9 * dayMs).toISOString() },
    ...(await Promise.all([12, 12, 11.99, 3, 0, 0].map((daysAgo) => settled(daysAgo)))),
  ];
  expect(await compare(book)).toEqual([]);
});

test('[R1] [F4] reads the book day by day, without a gap, from beginning to end', async () => {
  await compare([await settled(3), await settled(0)]);
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked[0]?.from).toBeNull();
  expect(asked.at(-1)?.to).toBeNull();
  for (const [at, part] of asked.slice(1).entries()) expect(part.from).toEqual(asked[at]?.to);
  for (const { from, to } of asked.slice(1, -1)) expect(Number(to) - Number(from)).toBe(dayMs);
});

test('[R1] [F4] finds each difference on any day: missing there, missing here, other figures, another outcome', async () => {
  const rows = await Promise.all([30, 30, 10, 10, 1, 0].map((daysAgo) => settled(daysAgo)));
  const [lost, , changed, refused] = rows as [
    BookedAtBrokerage,
    BookedAtBrokerage,
    BookedAtBrokerage,
    BookedAtBrokerage,
  ];
  const strange = booked(randomUUID(), new Date(Date.now() - 40 * dayMs));
  const book = rows
    .filter((row) => row !== lost)
    .map((row) =>
      row === changed ? { ...row, amount: '5.000001' } : row === refused ? { ...row, status: 'refused' as const } : row,
    );
  expect(new Set(await compare([...book, strange]))).toEqual(
    new Set([
      `transfer ${strange.reference}: in the brokerage’s book only`,
      `transfer ${lost.reference}: settled here, not completed there`,
      `transfer ${changed.reference}: the brokerage’s book has different figures`,
      `transfer ${refused.reference}: settled here, refused there`,
      `transfer ${refused.reference}: settled here, not completed there`,
    ]),
  );
});

test('[R1] [F4] leaves what is settled after the comparison began to the next one', async () => {
  const before = await settled(2);
  const read = bookOf([before]);
  const late: BookedAtBrokerage[] = [];
  const broken = await compareWithBrokerage(world.db, async function* (part) {
    if (late.length === 0) late.push(await settled(0));
    yield* read(part);
  });
  expect(broken).toEqual([]);
});

test('[R1] [F4] when the brokerage has lost its book, counts all missing transfers and lists a hundred', async () => {
  await askAsOwner(
    world.db.adminUrl,
    `INSERT INTO broker_transfers (id, cell, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, due_at, queued_at)
     SELECT gen_random_uuid(), cell_of($1), $1, 'deposit', 5000000, 'usdt', 1000000, 0, 5000000, 'settled', now(), now(), NULL,
       now() - make_interval(mins => n) FROM generate_series(1, 5000) n`,
    [owner],
  );
  const [broken] = await compareWithBrokerage(world.db, bookOf([]));
  expect([broken?.count, broken?.places.length]).toEqual([5_000, 100]);
});
