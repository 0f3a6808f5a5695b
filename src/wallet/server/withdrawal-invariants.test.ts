import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { post } from '#ledger/server/post.ts';
import { usd } from '#money/money.ts';
import { requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { holdingJournal, returningJournal, withdrawingJournal } from '../journals.ts';
import type { Brokerage } from './brokerage-client.ts';
import { refuseWithdrawal } from './decide-withdrawal.ts';
import { takeOver } from './testing/kill-worker.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';

/** Controls: each seeds one of the bugs that the audit exists for, and the audit has to report it. */
let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
});
afterAll(() => world.close());

async function withdrawWith(brokerage: Brokerage): Promise<{ ana: TestInvestor; id: string }> {
  const ana = await world.saver('300.00');
  const { Id: id } = await world.withdraw(ana);
  await takeOver(world, brokerage, 4);
  return { ana, id };
}

function termsOf(ana: TestInvestor, id: string) {
  return { id, customerId: ana.id, amount: usd('100'), fee: usd('2') };
}

async function complaintsAbout(...places: string[]): Promise<string[]> {
  const found = (await world.audit()).filter(({ where }) => places.some((place) => where.includes(place)));
  return found.map(({ where }) => where);
}

test('[F4] the audit finds nothing wrong with a successful withdrawal, nor with a refused one', async () => {
  const done = await withdrawWith(world.brokerage);
  await world.sandbox.arm({ mode: 'refuse' });
  const refused = await withdrawWith(world.brokerage);
  expect(await complaintsAbout(done.id, done.ana.id, refused.id, refused.ana.id)).toEqual([]);
});

test('[F4] the audit finds money returned after a timeout', async () => {
  await world.sandbox.arm({ mode: 'timeout_after' });
  const { id } = await withdrawWith({
    ...world.brokerage,
    send: async (request) => {
      const outcome = await world.brokerage.send(request);
      return outcome.kind === 'unknown' ? { kind: 'refused', reason: 'timeout' } : outcome;
    },
  });
  expect(await complaintsAbout(id)).toEqual([`transfer ${id}: returned here, done there`]);
});

test('[F4] the audit finds a withdrawal resent under a new key', async () => {
  const references: string[] = [];
  await withdrawWith({
    ...world.brokerage,
    send: async (request) => {
      const reference = crypto.randomUUID();
      references.push(reference);
      await world.brokerage.send({ ...request, reference });
      return world.brokerage.send(request);
    },
  });
  expect(await complaintsAbout(references[0] as string)).toEqual([
    `transfer ${references[0]}: in the brokerage’s book only`,
  ]);
});

test('[F4] the audit finds a settled withdrawal that the brokerage never made', async () => {
  const { id } = await withdrawWith({ ...world.brokerage, send: async () => ({ kind: 'done' }) });
  expect(await complaintsAbout(id)).toEqual([`transfer ${id}: settled here, not completed there`]);
});

test('[F4] the audit finds a withdrawal sent to the brokerage with another amount', async () => {
  const { id } = await withdrawWith({
    ...world.brokerage,
    send: async (request) => world.brokerage.send({ ...request, amount: '100' }),
  });
  expect(await complaintsAbout(id)).toEqual([`transfer ${id}: the brokerage’s book has another amount`]);
});

test('[F4] the audit finds a withdrawal returned twice', async () => {
  await world.sandbox.arm({ mode: 'refuse' });
  const { ana, id } = await withdrawWith(world.brokerage);
  await world.withdraw(ana);
  const again = returningJournal(termsOf(ana, id));
  await transaction(world.db, (tx) => post(tx, { ...again, key: `${again.key}:again` }, world.now));
  const complaints = await complaintsAbout(id, ana.id);
  expect(complaints[0]).toContain('is returned with withdrawal_held, withdrawal_returned, withdrawal_returned');
  expect(complaints).toContain(`held of customer ${ana.id}: 0 for 100000000`);
});

test('[F4] the audit finds a withdrawal settled in the ledger while still held, and one that was never held there', async () => {
  const ana = await world.saver('300.00');
  const { Id: id } = await world.withdraw(ana);
  await transaction(world.db, (tx) => post(tx, withdrawingJournal(termsOf(ana, id)), world.now));
  expect((await complaintsAbout(id))[0]).toContain('is held with withdrawal_held, withdrawal_settled');
  expect(await complaintsAbout(`held of customer ${ana.id}`)).toHaveLength(1);

  const unheld = crypto.randomUUID();
  await insertHeld(ana, unheld, { fee: '2000000', net: '98000000' });
  expect(await complaintsAbout(unheld)).toEqual([
    `transfer ${unheld} is held with `,
    `transfer ${unheld}, withdrawal_held balance to held`,
    `journal withdrawal:${unheld}:held, balance to held, moved 0, behind it 100000000`,
  ]);
});

test.each([
  ['rounded twice', '2010000', '97990000'],
  ['forgotten', '0', '100000000'],
  ['taken from the amount and from what arrives', '2000000', '96000000'],
])('[F2] the audit finds a fee that was %s', async (_, fee, net) => {
  const ana = await world.saver('300.00');
  const id = crypto.randomUUID();
  await insertHeld(ana, id, { fee, net });
  await transaction(world.db, (tx) => post(tx, holdingJournal(termsOf(ana, id)), world.now));
  expect(await complaintsAbout(id)).toEqual([`transfer ${id}`]);
});

test('[F2] the audit finds a fee that was agreed but not taken', async () => {
  const ana = await world.saver('300.00');
  const { Id: id } = await world.withdraw(ana);
  await transaction(world.db, async (tx) => {
    await post(tx, withdrawingJournal({ ...termsOf(ana, id), fee: usd('0') }), world.now);
    await tx.query(`UPDATE broker_transfers SET state = 'settled', ended_at = now(), due_at = NULL WHERE id = $1`, [
      id,
    ]);
  });
  expect(await complaintsAbout(`${id}, `)).toEqual([
    `transfer ${id}, withdrawal_settled held to brokerage`,
    `transfer ${id}, withdrawal_settled held to fees`,
  ]);
});

test('[F6] [R2] the audit finds a decision without a named operator', async () => {
  const ana = await world.saver('9000.00');
  const { Id: id } = await world.withdraw(ana, { amount: 6000 });
  await transaction(world.db, (tx) => refuseWithdrawal(tx, id, 'for a test'));
  expect(await complaintsAbout(id)).toEqual([`transfer ${id} is refused, journalled nowhere`]);
});

test('[F6] the audit finds amounts that leave uncounted, and counted ones that do not leave', async () => {
  const ana = await world.saver('300.00');
  await world.withdraw(ana);
  // Other tests may have left a wrong count in her hour, whose finding then has a different text.
  const before = await wrongCounts();
  for (const by of [-1, 1]) {
    const counted = await changeCount(by);
    const found = (await wrongCounts()).filter((place) => !before.includes(place));
    expect(found).toEqual([expect.stringContaining(`: ${counted} for `)]);
    await changeCount(-by);
    expect(await wrongCounts()).toEqual(before);
  }
});

async function wrongCounts(): Promise<string[]> {
  const found = (await world.audit()).filter(({ rule }) => rule.startsWith('what is counted as leaving'));
  return found.map(({ where }) => where).toSorted();
}

/** Changes the count for the hour of the newest withdrawal, by this many micro-dollars; returns the new count. */
async function changeCount(by: number): Promise<bigint> {
  const { amount } = await requireOne<{ amount: bigint }>(
    world.db,
    `UPDATE withdrawal_hours SET amount = amount + $1
     WHERE hour = (SELECT max(hour) FROM withdrawal_hours) RETURNING amount`,
    [by],
  );
  return amount;
}

test('[F4] the audit finds a hold in the ledger without a withdrawal', async () => {
  const ana = await world.saver('300.00');
  await transaction(world.db, (tx) => post(tx, holdingJournal(termsOf(ana, crypto.randomUUID())), world.now));
  expect(await complaintsAbout(`held of customer ${ana.id}`)).toHaveLength(1);
  expect((await world.audit()).some(({ rule }) => rule === 'every withdrawal in the ledger is a withdrawal')).toBe(
    true,
  );
});

async function insertHeld(ana: TestInvestor, id: string, { fee, net }: { fee: string; net: string }): Promise<void> {
  await world.db.query(
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at)
     VALUES ($1, $2, 'withdrawal', 100000000, 'usdt', 1000000, $3, $4, 'held', $5)`,
    [id, ana.id, fee, net, world.now],
  );
}
