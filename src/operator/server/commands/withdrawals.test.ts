import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestInvestor } from '#testing/server/world.ts';
import { readBalance } from '#ledger/server/account-store.ts';
import type { Transfer } from '#wallet/contract.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld();
  // Approvals count by the database's clock: the world's is never behind it.
  world.now = new Date();
});
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  // The next test starts on another day, with a fresh limit of the house.
  world.forward(2);
});
afterAll(() => world.close());

async function requestOverLimit(): Promise<{ ana: TestInvestor; id: string }> {
  const ana = await world.saver('10000.00');
  return { ana, id: (await world.withdraw(ana, { amount: 6000 })).Id };
}

async function latest(who: TestInvestor, language = 'pt-BR'): Promise<Transfer | undefined> {
  return (await who.get('/report/5', { 'accept-language': language })).json<Transfer[]>()[0];
}

async function countDecisions(id: string): Promise<number> {
  const rows = await world.db.query(
    `SELECT FROM actions WHERE action LIKE 'withdrawals%' AND details ->> 'withdrawal' = $1`,
    [id],
  );
  return rows.length;
}

test('[F6] [R1] [R2] an approved withdrawal is sent to the brokerage like any other, and its approver is recorded', async () => {
  const { ana, id } = await requestOverLimit();
  const { exit, out } = await lastroOf(world)('withdrawals approve', id);
  expect([exit, out]).toEqual([0, `Withdrawal ${id} of 6000.00 USD is on its way.\n`]);
  expect(await lastAction(world)).toEqual({
    operator: 'operator-of-tests',
    action: 'withdrawals approve',
    details: { withdrawal: id, customer: ana.id, usd: '6000.00' },
  });
  expect((await latest(ana))?.Notes).toBe('Aguardando a confirmação da corretora.');
  const worker = world.startWorker();
  expect(await world.untilEnded(ana, id)).toMatchObject({ Status: 'complete', Amount: 6000, Net: 5880 });
  await worker.stop();
  expect(await ana.balance()).toBe(4000);
});

test("[F6] [R1] [R2] a refused one returns to the balance immediately, with the reason in the customer's language", async () => {
  const { ana, id } = await requestOverLimit();
  const { exit } = await lastroOf(world)('withdrawals refuse', id, '--reason', 'documento ilegível.');
  expect([exit, await ana.balance(), await readBalance(world.db, ana.id, 'held')]).toEqual([0, 10_000, 0n]);
  expect(await latest(ana)).toMatchObject({
    Status: 'canceled',
    Notes: 'Nossa equipe não aprovou este saque: \u2068documento ilegível\u2069. O valor voltou ao seu saldo.',
  });
  expect((await latest(ana, 'en'))?.Notes).toMatch(
    /^Our team did not approve this withdrawal: \u2068documento ilegível\u2069\. /,
  );
  expect(await lastAction(world)).toMatchObject({
    action: 'withdrawals refuse',
    details: { withdrawal: id, usd: '6000.00', reason: 'documento ilegível' },
  });
});

test("[F6] the operator's reason is shown verbatim, whatever it contains", async () => {
  const { ana, id } = await requestOverLimit();
  const reason = '{reason} <b>#</b> {0, plural, other {x}} ’';
  expect((await lastroOf(world)('withdrawals refuse', id, '--reason', reason)).exit).toBe(0);
  expect((await latest(ana, 'fa'))?.Notes).toContain(reason);
});

test('[F6] a withdrawal is decided once: any later decision is refused, naming the first', async () => {
  const { ana, id } = await requestOverLimit();
  const lastro = lastroOf(world);
  expect((await lastro('withdrawals approve', id)).exit).toBe(0);
  for (const again of [lastro('withdrawals approve', id), lastro('withdrawals refuse', id, '--reason', 'no')]) {
    const { exit, err } = await again;
    expect([exit, err]).toEqual([1, `Withdrawal ${id} is not awaiting approval: it was already approved.\n`]);
  }
  expect(await countDecisions(id)).toBe(1);
  const small = await world.withdraw(await world.saver('10.00'), { amount: 10 });
  const { exit, out } = await lastro('withdrawals refuse --json', small.Id, '--reason', 'no');
  expect([exit, JSON.parse(out).code]).toEqual([1, 'not_waiting']);
  const deposit = await world.deposit(ana);
  expect((await lastro('withdrawals approve', deposit.Id)).err).toBe(`There is no withdrawal ${deposit.Id}.\n`);
});

test('[F6] of concurrent approvals and refusals, over many rounds, exactly one decides, and the money follows it', async () => {
  const lastro = lastroOf(world);
  for (let round = 0; round < 10; round += 1) {
    const { ana, id } = await requestOverLimit();
    const said = await Promise.all([
      lastro('withdrawals approve', id),
      lastro('withdrawals refuse', id, '--reason', 'no'),
      lastro('withdrawals approve', id),
      lastro('withdrawals refuse', id, '--reason', 'no'),
    ]);
    expect(said.map(({ exit }) => exit).filter((exit) => exit === 0)).toHaveLength(1);
    const isApproved = said[0]?.exit === 0 || said[2]?.exit === 0;
    expect([await ana.balance(), await countDecisions(id)]).toEqual([isApproved ? 4000 : 10_000, 1]);
  }
}, 60_000);

test('[R1] lists those awaiting approval before those on their way, oldest first', async () => {
  await vi.waitFor(
    async () => {
      const worker = world.startWorker();
      await worker.stop();
      const open = await world.db.query(`SELECT FROM broker_transfers WHERE due_at IS NOT NULL`);
      expect(open).toEqual([]);
    },
    { timeout: 30_000 },
  );
  const { ana, id } = await requestOverLimit();
  const small = await world.withdraw(await world.saver('50.00'), { amount: 50, currency: 'usdt' });
  const { exit, out } = await lastroOf(world)('withdrawals list');
  expect(exit).toBe(0);
  expect(out).toContain(
    `${id}  ${world.now.toISOString()}  ${ana.email}  6000.00 USD as 5880.00 USDT  awaiting approval`,
  );
  expect(out).toContain(`50.00 USD as 49.00 USDT  about to be sent\n1 awaiting approval, 1 on their way.\n`);
  const listed = JSON.parse((await lastroOf(world)('withdrawals list --json')).out);
  expect(listed).toEqual([
    expect.objectContaining({ id, customer: ana.id, state: 'awaiting_approval', amount: 6000, fee: 120, net: 5880 }),
    expect.objectContaining({ id: small.Id, state: 'held', attempts: 0, trouble: null }),
  ]);
  expect(await lastAction(world)).toMatchObject({ action: 'withdrawals list', details: { open: '2', waiting: '1' } });
});

test.each(['', '   ', '...', 'x'.repeat(201)])('[R1] rejects %j as a reason and decides nothing', async (reason) => {
  const { ana, id } = await requestOverLimit();
  const { exit } = await lastroOf(world)('withdrawals refuse', id, '--reason', reason);
  expect([exit, await ana.balance(), await countDecisions(id)]).toEqual([2, 4000, 0]);
});

test('[R1] rejects a decision on an unknown withdrawal', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const { exit, err } = await lastroOf(world)('withdrawals approve', id);
  expect([exit, err]).toEqual([1, `There is no withdrawal ${id}.\n`]);
});

test.each(['ana', "' OR true --"])('[R1] rejects %s, which is no id', async (typed) => {
  const { exit, err } = await lastroOf(world)('withdrawals approve', typed);
  expect([exit, err]).toEqual([2, 'withdrawal: Not the id of a transfer.\n']);
});

test('[R1] a refusal requires a reason, and a decision a withdrawal', async () => {
  expect((await lastroOf(world)('withdrawals refuse x')).err).toBe('Missing: --reason.\n');
  expect((await lastroOf(world)('withdrawals approve')).exit).toBe(2);
});
