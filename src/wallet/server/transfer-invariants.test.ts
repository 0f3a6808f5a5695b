import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { post } from '#ledger/server/post.ts';
import { usd } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import { depositJournal } from '../journals.ts';
import { advanceTransfer } from './advance-transfer.ts';
import type { Brokerage } from './brokerage-client.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { claimTransfers } from './transfer-queue.ts';

/** Controls: each seeds one of the bugs that the audit exists for, and the audit has to report it. */
let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
});
afterAll(() => world.close());

async function depositWith(brokerage: Brokerage): Promise<{ ana: TestInvestor; id: string }> {
  const ana = await world.investor();
  const { Id: id } = await world.deposit(ana);
  for (let round = 0; round < 4; round += 1) {
    await world.db.query('UPDATE broker_transfers SET due_at = now() WHERE id = $1 AND due_at IS NOT NULL', [id]);
    for (const transfer of await claimTransfers(world.db, 10, 60_000)) {
      await advanceTransfer({ db: world.db, brokerage, log: world.http.app.log }, transfer);
    }
  }
  return { ana, id };
}

async function complaintsAbout(id: string): Promise<string[]> {
  return (await world.audit()).filter(({ where }) => where.includes(id)).map(({ where }) => where);
}

test('[F4] the audit finds nothing wrong with a successful deposit', async () => {
  const { id } = await depositWith(world.brokerage);
  expect(await complaintsAbout(id)).toEqual([]);
});

test('[F4] the audit finds a timeout taken for a refusal', async () => {
  await world.sandbox.arm({ mode: 'timeout_after' });
  const { id } = await depositWith({
    ...world.brokerage,
    send: async (request) => {
      const outcome = await world.brokerage.send(request);
      return outcome.kind === 'unknown' ? { kind: 'refused', reason: 'timeout' } : outcome;
    },
  });
  expect(await complaintsAbout(id)).toEqual([`transfer ${id}: returned here, done there`]);
});

test('[F4] the audit finds a transfer resent under a new key', async () => {
  const references: string[] = [];
  await depositWith({
    ...world.brokerage,
    send: async (request) => {
      const reference = crypto.randomUUID();
      references.push(reference);
      await world.brokerage.send({ ...request, reference });
      return world.brokerage.send(request);
    },
  });
  expect(await complaintsAbout(references[0] as string)).toHaveLength(1);
});

test('[F4] the audit finds a credit that the brokerage never made', async () => {
  const { id } = await depositWith({ ...world.brokerage, send: async () => ({ kind: 'done' }) });
  expect(await complaintsAbout(id)).toEqual([`transfer ${id}: settled here, not completed there`]);
});

test('[F4] the audit finds a deposit credited twice, and one credited too early', async () => {
  const { ana, id } = await depositWith(world.brokerage);
  const again = depositJournal({ id, customerId: ana.id, amount: usd('100') });
  await transaction(world.db, (tx) => post(tx, { ...again, key: `${again.key}:again` }, world.now));
  expect((await complaintsAbout(id))[0]).toContain('is settled with 2 journals');

  const early = await world.deposit(ana);
  const journal = depositJournal({ id: early.Id, customerId: ana.id, amount: usd('100') });
  await transaction(world.db, (tx) => post(tx, journal, world.now));
  expect((await complaintsAbout(early.Id))[0]).toContain('is created with 1 journals');
});

test('[F4] the audit finds a credit with a different amount', async () => {
  const ana = await world.investor();
  const { Id: id } = await world.deposit(ana);
  await transaction(world.db, async (tx) => {
    await post(tx, depositJournal({ id, customerId: ana.id, amount: usd('100.01') }), world.now);
    await tx.query(`UPDATE broker_transfers SET state = 'settled', ended_at = now(), due_at = NULL WHERE id = $1`, [
      id,
    ]);
  });
  expect(await complaintsAbout(id)).toContain(`transfer ${id}`);
});

test('[F2] the audit finds a deposit that takes a centavo too little or too much for its amount and rate', async () => {
  await vi.waitFor(async () => expect((await world.deposit(await world.investor(), reais)).Rate).toBeGreaterThan(1));
  for (const [amount, by] of [
    [10.01, -1],
    [10.01, 1],
    [100, 1],
  ] as const) {
    const { Id: id } = await world.deposit(await world.investor(), { amount, currency: 'brl' });
    expect(await complaintsAbout(id)).toEqual([]);
    await world.db.query('UPDATE broker_transfers SET net = net + $2 WHERE id = $1', [id, by * 10_000]);
    expect((await complaintsAbout(id))[0]).toContain(`transfer ${id} takes`);
  }
});

const reais = { amount: 1, currency: 'brl' } as const;
