import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { aloneUpToUsd } from '#staff/server/staff-settings.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { houseWithdrawalLimitUsd } from '#wallet/server/wallet-settings.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from '../testing/brokerage-console-world.ts';
import type { Answer, TestMember } from '../testing/console-world.ts';

let world: BrokerageConsoleWorld;
let ana: TestInvestor;
beforeAll(async () => {
  world = await openBrokerageConsoleWorld();
  ana = await world.investor({ balance: '200000.00', isEmailConfirmed: true });
  await transaction(world.db, async (tx) => {
    await writeSetting(tx, aloneUpToUsd, 10_000);
    await writeSetting(tx, houseWithdrawalLimitUsd, 1_000_000);
  });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

/** A withdrawal of 6,000, which awaits approval: it is over the customer's limit. */
async function waiting(who: TestInvestor = ana): Promise<string> {
  const answer = await who.post('/api/withdraw', { amount: 6000, user: who.id, currency: 'usdt' });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ Id: string }>().Id;
}

const approve = async (by: TestMember, reason?: string): Promise<Answer> =>
  by.act('withdrawals approve', [await waiting()], {}, reason);
const isDone = (answer: Answer): boolean => answer.statusCode === 200 && answer.json<{ Done: unknown }>().Done !== null;
const codeOf = (answer: Answer): string => answer.json<{ code: string }>().code;

test('[R4] what one person approves alone counts together: a sum that was split takes two', async () => {
  const paula = await world.member('payments');
  expect(isDone(await approve(paula))).toBe(true);
  expect(codeOf(await approve(paula))).toBe('reason_required');
  const requested = (await approve(paula, 'the second today')).json<{ Done: unknown; Request: { Id: string } }>();
  expect(requested.Done).toBeNull();
  // Another person's is counted by itself, and so is what two people decided.
  const carlos = await world.member('payments');
  const decided = await carlos.post(`/console/requests/${requested.Request.Id}/approve`, { reason: 'seen' });
  expect(decided.json()).toMatchObject({ State: 'done' });
  expect(isDone(await approve(carlos))).toBe(true);
});

test('[R4] of approvals by one person at the same time, only as many succeed as they may decide alone', async () => {
  for (let round = 0; round < 3; round += 1) {
    const paula = await world.member('payments');
    // Of different customers, whose rows keep nobody waiting.
    const saver = () => world.investor({ balance: '6000.00', isEmailConfirmed: true });
    const ids = await Promise.all(Array.from({ length: 4 }, async () => waiting(await saver())));
    const answers = await Promise.all(ids.map((id) => paula.act('withdrawals approve', [id])));
    expect(answers.filter(isDone)).toHaveLength(1);
    for (const answer of answers.filter((each) => !isDone(each))) {
      if (codeOf(answer) === 'reason_required') continue;
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        {
          code: 'refused',
          message:
            'Passa do que você ainda pode aprovar sem outra pessoa em 24 horas: uma segunda pessoa precisa aprovar.',
          details: { reason: 'alone_used_up' },
        },
      ]);
    }
  }
});

test('[R4] what was approved more than a day ago does not count', async () => {
  const paula = await world.member('payments');
  expect(isDone(await approve(paula))).toBe(true);
  expect(isDone(await approve(paula))).toBe(false);
  await move(paula, '-23 hours');
  expect(isDone(await approve(paula))).toBe(false);
  await move(paula, '-2 hours');
  expect(isDone(await approve(paula))).toBe(true);
  await move(paula, '25 hours');
});

/** Moves the member's first approval in time, past the trigger that keeps actions as they are. */
async function move(member: TestMember, by: string): Promise<void> {
  await askAsOwner(
    world.db.adminUrl,
    `SET session_replication_role = replica; UPDATE actions SET happened_at = happened_at + interval '${by}'
     WHERE number = (SELECT min(number) FROM actions WHERE staff_id = '${member.id}' AND action = 'withdrawals approve')`,
  );
}
