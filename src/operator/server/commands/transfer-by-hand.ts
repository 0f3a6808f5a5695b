import { setTimeout as pause } from 'node:timers/promises';
import { toDecimal } from '#money/money.ts';
import { transaction } from '#platform/server/transaction.ts';
import { endByHand, type HandOutcome, isStuckAtBrokerage } from '#wallet/server/end-by-hand.ts';
import { pendingHours } from '#wallet/transfer-state.ts';
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
    flags: ['written'],
    summary: `${summary}. "--written": the evidence is the brokerage’s own written word, and it has called the transfer pending for ${pendingHours} hours`,
    run: async (context, { words, options }) => {
      const id = readTransferId(words[0]);
      const evidence = readEvidence('evidence', options['evidence']);
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
    const usd = toDecimal(ended.amount);
    const details = { transfer: id, customer: ended.customerId, usd, direction: ended.direction, evidence };
    await recordAction(tx, { operator, action: name, details, was: { state: was }, isNow: { state: outcome } });
    return { lines: [`Transfer ${id} of ${usd} USD was ${outcome} manually.`], json: { id, state: outcome } };
  });
}
