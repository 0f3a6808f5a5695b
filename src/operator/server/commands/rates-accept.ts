import { transaction } from '#database/server/transaction.ts';
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
  summary: 'Accept the refused rate that "rates show" lists first, or the one of --id; BRL opens at it',
  pin: async ({ db }, { options }) => {
    const { id } = choose(await readUndecidedRates(db, mostRead), options['id']);
    return { id: String(id) };
  },
  run: ({ db, operator }, { options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      await holdRates(tx);
      const wanted = choose(await readUndecidedRates(tx, mostRead), options['id']);
      const rate = asRate({ ...wanted, at: wanted.quoted_at });
      if (!rate)
        throw new CommandRefused('no_rate', `Number ${wanted.id} is not a usable rate: nobody can be paid at it.`);
      const accepted = await acceptRefusedRate(tx, { ...wanted, ...rate });
      const [high, low] = [show(rate.high), show(rate.low)];
      const details = { refused: String(wanted.id), accepted: String(accepted), high, low, why: wanted.why, reason };
      await recordAction(tx, { operator, action: 'rates accept', details });
      return {
        lines: [`USD-BRL is ${high} for deposits and ${low} for withdrawals, as quoted at ${rate.at.toISOString()}.`],
        json: { id: Number(wanted.id), high: Number(high), low: Number(low), quoted: rate.at.toISOString() },
      };
    }),
};

function choose(undecided: readonly RefusedRate[], id: string | undefined): RefusedRate {
  const wanted = id === undefined ? undecided[0] : undecided.find((row) => String(row.id) === id);
  if (wanted) return wanted;
  const what = id === undefined ? 'No rate is awaiting a decision.' : `No refused rate ${id} is awaiting a decision.`;
  throw new CommandRefused('nothing_refused', what);
}
