import { setTimeout as pause } from 'node:timers/promises';
import { toDecimal } from '#money/money.ts';
import { transaction } from '#platform/server/transaction.ts';
import { endByHand, type HandOutcome } from '#wallet/server/end-by-hand.ts';
import { readTransferStanding } from '#wallet/server/transfer-standing.ts';
import { type Command, CommandRefused, type Lastro, type Outcome } from '../command.ts';
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
    required: ['evidence'],
    summary,
    run: async (context, { words, options }) => {
      const id = readTransferId(words[0]);
      const evidence = readEvidence('evidence', options['evidence']);
      const until = performance.now() + patienceMs;
      for (;;) {
        const ended = await endOnce(context, { id, outcome, evidence, name });
        if (typeof ended === 'object') return ended;
        // `unknown`: the answer was lost between the attempt to end it and reading its state.
        if (['sending', 'unknown'].includes(ended) && performance.now() < until) await pause(pollMs);
        else
          throw new CommandRefused(
            'not_unknown',
            `Transfer ${id} is ${ended}: only a transfer whose answer was lost can be ended manually.`,
          );
      }
    },
  };
}

interface Wanted {
  id: string;
  outcome: HandOutcome;
  evidence: string;
  name: string;
}

/** Ends the transfer, or returns its state instead: one with an attempt in progress will be unknown, or answered, a moment later. */
function endOnce(
  { db, operator, events }: Pick<Lastro, 'db' | 'operator' | 'events'>,
  { id, outcome, evidence, name }: Wanted,
): Promise<Outcome | string> {
  return transaction(db, async (tx) => {
    const ended = await endByHand(tx, id, { outcome, evidence, events });
    if (!ended) {
      const standing = await readTransferStanding(tx, id);
      if (!standing) throw new CommandRefused('unknown_transfer', `There is no transfer ${id}.`);
      return standing.state;
    }
    const usd = toDecimal(ended.amount);
    const details = { transfer: id, customer: ended.customerId, usd, direction: ended.direction, evidence };
    await recordAction(tx, { operator, action: name, details, was: { state: 'unknown' }, isNow: { state: outcome } });
    return { lines: [`Transfer ${id} of ${usd} USD was ${outcome} manually.`], json: { id, state: outcome } };
  });
}
