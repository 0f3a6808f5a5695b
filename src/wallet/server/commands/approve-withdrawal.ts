import { toDecimal } from '#money/money.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Tx } from '#database/server/database.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { transfer, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { approveWithdrawal } from '../decide-withdrawal.ts';
import { readWithdrawal } from '../list-open-withdrawals.ts';
import type { TransferRecord } from '../transfer-store.ts';
import { readStanding, transferStanding } from './standing.ts';
import { factsOfWithdrawal, requireDecided, withdrawalFacts } from './withdrawal.ts';
import { wordsOf } from './words.ts';

/** Approves a waiting withdrawal, up to what a member may still approve alone; the running Lastro sends it within a second. */
export const withdrawalsApprove = declareCommand({
  name: 'withdrawals approve',
  params: { withdrawal: word(transfer) },
  facts: { ...withdrawalFacts, ...transferStanding },
  roles: ['payments'],
  effect: null,
  words: wordsOf('withdrawals approve'),
  letsOut: async (sql, { withdrawal }) => (await readWithdrawal(sql, withdrawal))?.amount ?? null,
  read: ({ sql }, { withdrawal }) => factsOfWithdrawal(sql, withdrawal),
  stands: (on, { withdrawal }) => readStanding(on, withdrawal),
  async run({ tx }, { withdrawal: id }) {
    const { amount, customerId } = await requireDecided(tx, id, await approve(tx, id));
    return { outcome: 'approved', facts: { customer: customerId, usd: toDecimal(amount) }, letsOut: amount };
  },
});

async function approve(tx: Tx, id: string): Promise<TransferRecord | null> {
  try {
    return await approveWithdrawal(tx, id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'account_frozen') throw error;
    throw new CommandRefused('frozen', `The customer of withdrawal ${id} is frozen: none of their money can leave.`);
  }
}
