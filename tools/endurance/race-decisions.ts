import { setTimeout as sleep } from 'node:timers/promises';
import { subscribers } from '#app/server/subscribers.ts';
import { recordAction } from '#operator/server/record-action.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Transfer } from '#wallet/contract.ts';
import { approveWithdrawal, refuseWithdrawal } from '#wallet/server/decide-withdrawal.ts';
import { besideBrokerage, type BrokerageSide } from './brokerage-side.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import type { Ground } from './open-ground.ts';
import { allAtOnce } from '../shared/load.ts';
import { sum } from '../shared/tally.ts';

const scale = { full: 40, small: 2 };
const withdrawalsAtOnce = 50;

/** Two operators decide on a withdrawal concurrently, one approving and one refusing, while workers send whatever may be sent. */
export const raceDecisions: Kind = {
  name: 'races-decisions',
  run: raceAll,
  controls: [
    {
      name: 'a withdrawal is refused whether or not it still waits',
      finding: 'decided approve and refuse',
      statements: [
        {
          having: `SET state = 'returned', decision = 'refused'`,
          from: `(state = 'awaiting_approval' OR state = 'held' AND due_at = 'infinity')`,
          to: `state <> 'returned'`,
        },
      ],
    },
  ],
};

function raceAll({ size, open }: Trial): Promise<Outcome> {
  return besideBrokerage(open, (ground, side) => raceEach(ground, side, scale[size]));
}

async function raceEach(ground: Ground, side: BrokerageSide, batches: number): Promise<Outcome> {
  const investors = await allAtOnce(withdrawalsAtOnce, () =>
    ground.investor({ balance: '10000000', isEmailConfirmed: true }),
  );
  const approved: number[] = [];
  const findings: string[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const ids = await Promise.all(investors.map(askOverLimit));
    const decided = await Promise.all(ids.map((id) => decideTwice(ground, id)));
    findings.push(...decided.filter((each) => each.length !== 1).map((each) => `decided ${each.join(' and ')}`));
    approved.push(decided.filter(([first]) => first === 'approve').length);
  }
  findings.push(...(await side.settle(ground)));
  const pairs = batches * withdrawalsAtOnce;
  for (const { balance } of investors) {
    if ((await balance()) > 10_000_000) findings.push('somebody has more than they began with');
  }
  const yes = sum(approved);
  if (yes === 0 || yes === pairs) findings.push('one side always won: this was no race');
  return { counts: `${pairs} pairs, ${yes} approved and sent, ${pairs - yes} refused`, findings };
}

async function askOverLimit(investor: TestInvestor): Promise<string> {
  const body = { amount: 6_000, user: investor.id, currency: 'usdt' };
  return (await investor.post('/api/withdraw', body)).json<Transfer>().Id;
}

/** Returns the decisions that took effect. */
async function decideTwice({ db }: Ground, id: string): Promise<('approve' | 'refuse')[]> {
  const decide = async (decision: 'approve' | 'refuse'): Promise<('approve' | 'refuse')[]> => {
    await sleep(Math.random() * 10);
    return transaction(db, async (tx) => {
      const decided =
        decision === 'approve'
          ? await approveWithdrawal(tx, id)
          : await refuseWithdrawal(tx, id, 'endurance', subscribers);
      if (!decided) return [];
      await recordAction(tx, { operator: decision, action: `withdrawals ${decision}`, details: { withdrawal: id } });
      return [decision];
    });
  };
  return (await Promise.all([decide('approve'), decide('refuse')])).flat();
}
