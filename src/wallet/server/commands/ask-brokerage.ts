import { declareCommand } from '#commands/server/declaration.ts';
import { transfer, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { advanceTransfer } from '../advance-transfer.ts';
import { brokerageDeadlineMs, connectBrokerage } from '../brokerage-client.ts';
import { claimTransfer } from '../transfer-queue.ts';
import { readTransferStanding } from '../transfer-standing.ts';
import { factsOf, factsOfTransfer, requireTransfer, transferFacts } from './transfer.ts';
import { wordsOf } from './words.ts';

/** Longer than query and submission together can take. */
const leaseMs = 3 * brokerageDeadlineMs;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const underWay = new Set<string>(['sending', 'unknown']);

/** Makes the next attempt immediately: asks the brokerage and advances the transfer as far as the answer allows. */
export const transferAsk = declareCommand({
  name: 'transfer ask',
  params: { transfer: word(transfer) },
  facts: { ...transferFacts, error: 'choice' },
  replaces: { state: 'before' },
  roles: ['payments'],
  effect: null,
  words: wordsOf('transfer ask'),
  read: ({ sql }, { transfer: id }) => factsOfTransfer(sql, id),
  async foresee({ sql, brokerage }, { transfer: id }) {
    if (!brokerage) throw noBrokerage();
    const { state } = await requireTransfer(sql, id);
    if (!underWay.has(state)) throw nothingLeft(id, state);
  },
  async bring({ db, brokerage, events }, { transfer: id }) {
    if (!brokerage) throw noBrokerage();
    const claimed = await claimTransfer(db, id, leaseMs);
    if (!claimed) throw nothingLeft(id, (await requireTransfer(db, id)).state);
    await advanceTransfer({ db, brokerage: connectBrokerage(brokerage), log: silent, events }, claimed);
    return claimed;
  },
  async run({ tx }, { transfer: id }, claimed) {
    const { state, error } = (await readTransferStanding(tx, id)) ?? { state: claimed.state, error: null };
    const facts = { ...factsOf(claimed), state };
    return {
      outcome: error ? 'unanswered' : 'asked',
      facts: { ...facts, ...(error && { error }) },
      was: { state: claimed.state },
    };
  },
});

function noBrokerage(): CommandRefused {
  const sentence = 'No brokerage is configured: set BROKERAGE_URL and BROKERAGE_TOKEN.';
  return new CommandRefused('no_brokerage', sentence);
}

function nothingLeft(id: string, state: string): CommandRefused {
  return new CommandRefused('not_under_way', `Transfer ${id} is ${state}: there is nothing left to ask.`);
}
