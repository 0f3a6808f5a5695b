import { transaction } from '#platform/server/transaction.ts';
import { asRate } from '#wallet/server/judge-rate.ts';
import { acceptRefusedRate, holdRates, readUndecidedRates, type RefusedRate } from '#wallet/server/rate-store.ts';
import { type Command, CommandRefused } from '../command.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { show } from './rates-show.ts';

const mostRead = 10_000;

/** Accepts a refused rate: BRL opens at it, and later rates are compared only with it. */
export const ratesAccept: Command = {
  name: 'rates accept',
  required: ['reason'],
  optional: ['id'],
  summary: 'Let the refused rate through that "rates show" names first, or the one of --id; BRL opens at it',
  run: ({ db, operator }, { options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      await holdRates(tx);
      const wanted = choose(await readUndecidedRates(tx, mostRead), options['id']);
      const rate = asRate({ ...wanted, at: wanted.quoted_at });
      if (!rate) throw new CommandRefused('no_rate', `Number ${wanted.id} is no rate: nobody can be paid by it.`);
      const accepted = await acceptRefusedRate(tx, { ...wanted, ...rate });
      const [high, low] = [show(rate.high), show(rate.low)];
      const details = { refused: String(wanted.id), accepted: String(accepted), high, low, why: wanted.why, reason };
      await recordAction(tx, { operator, action: 'rates accept', details });
      return {
        lines: [`USD-BRL is ${high} to bring and ${low} to withdraw, as quoted at ${rate.at.toISOString()}.`],
        json: { id: Number(wanted.id), high: Number(high), low: Number(low), quoted: rate.at.toISOString() },
      };
    }),
};

function choose(undecided: readonly RefusedRate[], id: string | undefined): RefusedRate {
  const wanted = id === undefined ? undecided[0] : undecided.find((row) => String(row.id) === id);
  if (wanted) return wanted;
  const what = id === undefined ? 'No rate waits for a decision.' : `No refused rate ${id} waits for a decision.`;
  throw new CommandRefused('nothing_refused', what);
}
