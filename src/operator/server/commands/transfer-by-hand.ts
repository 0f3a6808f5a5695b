import { toDecimal } from '#money/money.ts';
import { transaction } from '#platform/server/transaction.ts';
import { endByHand, type HandOutcome } from '#wallet/server/end-by-hand.ts';
import { readTransferStanding } from '#wallet/server/transfer-standing.ts';
import { type Command, CommandRefused } from '../command.ts';
import { readEvidence } from '../read-evidence.ts';
import { readTransferId } from '../read-transfer-id.ts';
import { recordAction } from '../record-action.ts';

/** The brokerage did it, and its answer is lost: it counts as done. */
export const transferSettle = byHand('settled', {
  name: 'transfer settle',
  summary: 'End a transfer whose answer is lost as done, on evidence of your own',
});

/** The brokerage never did it, and does not say so: it counts as refused. */
export const transferReturn = byHand('returned', {
  name: 'transfer return',
  summary:
    'End a transfer whose answer is lost as refused, on evidence of your own; a withdrawal’s money is back in the balance',
});

function byHand(outcome: HandOutcome, { name, summary }: Pick<Command, 'name' | 'summary'>): Command {
  return {
    name,
    words: ['ID'],
    required: ['evidence'],
    summary,
    run: ({ db, operator, events }, { words, options }) =>
      transaction(db, async (tx) => {
        const id = readTransferId(words[0]);
        const evidence = readEvidence('evidence', options['evidence']);
        const ended = await endByHand(tx, id, { outcome, evidence, events });
        if (!ended) {
          const standing = await readTransferStanding(tx, id);
          if (!standing) throw new CommandRefused('unknown_transfer', `There is no transfer ${id}.`);
          throw new CommandRefused(
            'not_unknown',
            `Transfer ${id} is ${standing.state}: only one whose answer is lost is ended by hand.`,
          );
        }
        const usd = toDecimal(ended.amount);
        const details = { transfer: id, customer: ended.customerId, usd, direction: ended.direction, evidence };
        await recordAction(tx, {
          operator,
          action: name,
          details,
          was: { state: 'unknown' },
          isNow: { state: outcome },
        });
        return { lines: [`Transfer ${id} of ${usd} USD is ${outcome} by hand.`], json: { id, state: outcome } };
      }),
  };
}
