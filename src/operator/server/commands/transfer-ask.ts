import { transaction } from '#database/server/transaction.ts';
import { advanceTransfer } from '#wallet/server/advance-transfer.ts';
import { brokerageDeadlineMs, connectBrokerage } from '#wallet/server/brokerage-client.ts';
import { readTransferStanding } from '#wallet/server/transfer-standing.ts';
import { claimTransfer } from '#wallet/server/transfer-queue.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readTransferId } from '../read-transfer-id.ts';
import { recordAction } from '../record-action.ts';

/** Longer than query and submission together can take. */
const leaseMs = 3 * brokerageDeadlineMs;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Makes the next attempt immediately: asks the brokerage and advances the transfer as far as the answer allows. */
export const transferAsk: Command = {
  name: 'transfer ask',
  words: ['ID'],
  summary: 'Ask the brokerage now about a transfer that has not ended',
  async run({ db, operator, events, brokerage }, { words }) {
    const id = readTransferId(words[0]);
    if (!brokerage)
      throw new CommandRefused('no_brokerage', 'No brokerage is configured: set BROKERAGE_URL and BROKERAGE_TOKEN.');
    const claimed = await claimTransfer(db, id, leaseMs);
    if (!claimed) {
      const standing = await readTransferStanding(db, id);
      if (!standing) throw new CommandRefused('unknown_transfer', `There is no transfer ${id}.`);
      throw new CommandRefused('not_under_way', `Transfer ${id} is ${standing.state}: there is nothing left to ask.`);
    }
    await advanceTransfer({ db, brokerage: connectBrokerage(brokerage), log: silent, events }, claimed);
    const { state, error } = (await readTransferStanding(db, id)) ?? { state: claimed.state, error: null };
    const details = { transfer: id, customer: claimed.customerId };
    await transaction(db, (tx) =>
      recordAction(tx, { operator, action: 'transfer ask', details, was: { state: claimed.state }, isNow: { state } }),
    );
    const why = error ? `: ${error}` : '';
    return { lines: [`Transfer ${id} is ${state}${why}.`], json: { id, state, error } };
  },
};
