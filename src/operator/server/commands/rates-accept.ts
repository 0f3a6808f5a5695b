import { transaction } from '#database/server/transaction.ts';
import { toDecimal } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import type { Tx } from '#database/server/database.ts';
import type { UsdBrl } from '#wallet/server/fetch-usd-brl.ts';
import { exchangeRate } from '#wallet/quote.ts';
import { asRate, judgeByHand } from '#wallet/server/judge-rate.ts';
import { type RateBounds, readRateBounds } from '#wallet/server/rate-settings.ts';
import {
  acceptRefusedRate,
  holdRates,
  readKnownRates,
  readUndecidedRates,
  type RefusedRate,
} from '#wallet/server/rate-store.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';
import { show } from './rates-show.ts';

const mostRead = 10_000;

/**
 * Accepts a refused rate: BRL opens at it, and later rates are compared only with it. One that is out of bounds has to be named by its high,
 * so that nobody accepts a rate that they have not read.
 */
export const ratesAccept: Command = {
  name: 'rates accept',
  required: ['reason'],
  optional: ['id', 'high'],
  summary:
    'Accept the refused rate that "rates show" lists first, or the one of --id; BRL opens at it. --high, its high, confirms one far from what was accepted',
  pin: async ({ db }, { options }) => {
    const { id } = choose(await readUndecidedRates(db, mostRead), options['id']);
    return { id: String(id) };
  },
  run: ({ db, operator, mode }, { options }) =>
    transaction(db, async (tx) => {
      const reason = readReason(options['reason']);
      await holdRates(tx);
      const wanted = choose(await readUndecidedRates(tx, mostRead), options['id']);
      const rate = asRate({ ...wanted, at: wanted.quoted_at });
      if (!rate)
        throw new CommandRefused('no_rate', `Number ${wanted.id} is not a usable rate: nobody can be paid at it.`);
      await requireConfirmed(tx, mode, { id: wanted.id, rate, named: options['high'] });
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

/** A spread out of bounds is refused; what is far from the last rate, or the very first without bounds of its own, has to be named. */
async function requireConfirmed(
  tx: Tx,
  mode: Config['mode'],
  { id, rate, named }: { id: bigint; rate: UsdBrl; named: string | undefined },
): Promise<void> {
  const [known, bounds] = [await readKnownRates(tx), await readRateBounds(tx, mode)];
  const why = judgeByHand(rate, known, bounds);
  const it = `Number ${id} is ${sidesOf(rate)}`;
  if (why === 'spread') {
    const most = `wallet.rate_max_spread_percent allows ${toDecimal(bounds.maxSpread, 0)} %`;
    throw new CommandRefused('rate_spread', `${it}: ${most} between them.`);
  }
  if (named !== undefined && readHigh(named) !== rate.high) {
    throw new CommandRefused('rate_differs', `${it}: its high is not ${named}.`);
  }
  if (why && named === undefined) {
    const against = why === 'first' ? firstWords(bounds) : changeWords(known.last as UsdBrl, bounds);
    throw new CommandRefused(
      'rate_unconfirmed',
      `${it}. ${against} If it is right, name it: --high ${show(rate.high)}`,
    );
  }
}

function changeWords(last: UsdBrl, { maxChange }: RateBounds): string {
  const bound = `wallet.rate_max_change_percent allows ${toDecimal(maxChange, 0)} %`;
  return `The last one accepted is ${sidesOf(last)}; ${bound} from it and from any of the last 24 hours.`;
}

function firstWords({ firstBetween }: RateBounds): string {
  if (!firstBetween) return 'It is the very first, with nothing to compare it with.';
  return `It is the very first; wallet.rate_first_between allows ${firstBetween.map(show).join(' to ')}.`;
}

function sidesOf({ high, low }: UsdBrl): string {
  return `${show(high)} for deposits and ${show(low)} for withdrawals`;
}

function readHigh(text: string): bigint {
  if (!/^\d{1,4}(\.\d{1,6})?$/.test(text)) throw new Mistyped(`Not a rate: ${text}. Use a number such as 5.4321.`);
  return exchangeRate(text);
}

function choose(undecided: readonly RefusedRate[], id: string | undefined): RefusedRate {
  const wanted = id === undefined ? undecided[0] : undecided.find((row) => String(row.id) === id);
  if (wanted) return wanted;
  const what = id === undefined ? 'No rate is awaiting a decision.' : `No refused rate ${id} is awaiting a decision.`;
  throw new CommandRefused('nothing_refused', what);
}
