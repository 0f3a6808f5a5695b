import { setTimeout as pause } from 'node:timers/promises';
import { type Micros, toDecimal, usd } from '#money/money.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { endByHand, type HandOutcome, isStuckAtBrokerage } from '#wallet/server/end-by-hand.ts';
import { pendingHours } from '#wallet/transfer-state.ts';
import type { TransferDirection } from '#wallet/contract.ts';
import { readTransfersById } from '#wallet/server/transfer-store.ts';
import { readTransferStanding } from '#wallet/server/transfer-standing.ts';
import type { Command, Lastro, Outcome } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readEvidence } from '../read-evidence.ts';
import { readTransferId } from '../read-transfer-id.ts';
import { recordAction } from '../record-action.ts';

/** The brokerage carried it out but its answer is lost: counts as done. */
export const transferSettle = byHand('settled', {
  name: 'transfer settle',
  summary: 'Settle a transfer whose answer was lost, on your own evidence',
});

/** The brokerage never carried it out and does not say so: counts as refused. */
export const transferReturn = byHand('returned', {
  name: 'transfer return',
  summary:
    'Return a transfer whose answer was lost, on your own evidence; a withdrawal’s money goes back to the balance',
});

/** As long as one attempt at the brokerage may take. */
const patienceMs = 15_000;
const pollMs = 100;

function byHand(outcome: HandOutcome, { name, summary }: Pick<Command, 'name' | 'summary'>): Command {
  return {
    name,
    words: ['ID'],
    required: ['amount', 'evidence'],
    flags: ['written'],
    summary: `${summary}; the amount in USD is typed again, because this is final. "--written": the evidence is the brokerage’s own written word, and it has called the transfer pending for ${pendingHours} hours`,
    check: ({ options }) => void readAmount(options['amount']),
    foresee: async ({ db }, { words: [typed = ''], options }) => {
      if (isUuid(typed)) await requireMeant(db, readTransferId(typed), readAmount(options['amount']), outcome);
    },
    run: async (context, { words, options }) => {
      const id = readTransferId(words[0]);
      const evidence = readEvidence('evidence', options['evidence']);
      await requireMeant(context.db, id, readAmount(options['amount']), outcome);
      const isWritten = options['written'] !== undefined;
      const until = performance.now() + patienceMs;
      for (;;) {
        const ended = await endOnce(context, { id, outcome, evidence, isWritten, name });
        if ('lines' in ended) return ended;
        // `unknown`: the answer was lost between the attempt to end it and reading its state.
        const mayChange = ['sending', 'unknown'].includes(ended.state) && !ended.isStuck && !isWritten;
        if (!mayChange || performance.now() >= until) throw refuse(id, ended);
        await pause(pollMs);
      }
    },
  };
}

const decimal = /^\d{1,12}(\.\d{1,6})?$/;

function readAmount(typed = ''): Micros {
  if (!decimal.test(typed)) throw new Mistyped(`Not an amount in USD: ${typed}.`);
  return usd(typed);
}

/** Refuses an amount that is not the transfer's, and says what would happen with which: nothing done by hand can be taken back. */
async function requireMeant(sql: Sql, id: string, typed: Micros, outcome: HandOutcome): Promise<void> {
  const [transfer] = await readTransfersById(sql, [id]);
  if (!transfer || transfer.amount === typed) return;
  const amount = toDecimal(transfer.amount);
  const effect = effects[transfer.direction][outcome];
  throw new CommandRefused(
    'other_amount',
    `Transfer ${id} is a ${transfer.direction} of ${amount} USD, not of ${toDecimal(typed)}: ${effect}, for good.`,
  );
}

const effects: Record<TransferDirection, Record<HandOutcome, string>> = {
  deposit: {
    settled: 'it would be credited to the customer’s balance',
    returned: 'nothing would be credited to the customer',
  },
  withdrawal: {
    settled: 'the money held for it would leave',
    returned: 'the money held for it would go back to the customer’s balance',
  },
};

interface Wanted {
  id: string;
  outcome: HandOutcome;
  evidence: string;
  isWritten: boolean;
  name: string;
}

/** A transfer that could not be ended, as it is. */
interface Left {
  state: string;
  /** The brokerage has called it pending for long. */
  isStuck: boolean;
}

function refuse(id: string, { state, isStuck }: Left): CommandRefused {
  const rule = 'only a transfer whose answer was lost can be ended manually';
  if (state !== 'sending') return new CommandRefused('not_unknown', `Transfer ${id} is ${state}: ${rule}.`);
  const word = isStuck ? 'on the brokerage’s written word (--written)' : `one unchanged for ${pendingHours} hours`;
  return new CommandRefused('not_unknown', `Transfer ${id} is sending: ${rule}, or ${word}.`);
}

/** Ends the transfer, or returns how it stands instead: one with an attempt in progress will be unknown, or answered, a moment later. */
function endOnce(
  { db, operator, events }: Pick<Lastro, 'db' | 'operator' | 'events'>,
  { id, outcome, evidence, isWritten, name }: Wanted,
): Promise<Outcome | Left> {
  return transaction(db, async (tx) => {
    const byHand = await endByHand(tx, id, { outcome, evidence, isWritten, events });
    if (!byHand) {
      const standing = await readTransferStanding(tx, id);
      if (!standing) throw new CommandRefused('unknown_transfer', `There is no transfer ${id}.`);
      return { state: standing.state, isStuck: await isStuckAtBrokerage(tx, id) };
    }
    const { ended, was } = byHand;
    const amount = toDecimal(ended.amount);
    const details = { transfer: id, customer: ended.customerId, usd: amount, direction: ended.direction, evidence };
    await recordAction(tx, { operator, action: name, details, was: { state: was }, isNow: { state: outcome } });
    return { lines: [`Transfer ${id} of ${amount} USD was ${outcome} manually.`], json: { id, state: outcome } };
  });
}
