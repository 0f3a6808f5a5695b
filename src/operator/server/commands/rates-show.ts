import { micros, toDecimal } from '#money/money.ts';
import { readPresentRate } from '#wallet/server/read-present-rate.ts';
import { readUndecidedRates, type RefusedRate } from '#wallet/server/rate-store.ts';
import type { Command } from '../command.ts';

const mostShown = 10;

const closedWords = {
  refused: 'closed: a rate was refused and awaits your decision ("rates accept")',
  too_old: 'closed: the last quote is older than wallet.rate_max_age_minutes',
  away: 'closed: no source has provided an acceptable rate',
} as const;

const whyWords: Record<RefusedRate['why'], string> = {
  senseless: 'not a rate: a side is missing, not above zero, has too many digits, or the high is below the low',
  spread: 'high and low are further apart than wallet.rate_max_spread_percent',
  change: 'further from what was accepted than wallet.rate_max_change_percent',
  first: 'the very first rate, and not within wallet.rate_first_between',
  second_source: 'the second source disagrees (wallet.rate_max_disagreement_percent)',
  within_bounds: 'within bounds, but an earlier refusal is undecided',
};

/** Shows the rate in force, or why there is none, and refused rates, newest first. */
export const ratesShow: Command = {
  name: 'rates show',
  summary: 'Show the USD-BRL rate in force, and what was refused and why',
  isLook: true,
  async run({ db, mode }) {
    const { rate, closed } = await readPresentRate(db, mode);
    const refused = await readUndecidedRates(db, mostShown);
    const present = rate
      ? `USD-BRL is ${show(rate.high)} for deposits and ${show(rate.low)} for withdrawals, quoted ${rate.at.toISOString()}`
      : `BRL is ${closedWords[closed]}`;
    return {
      lines: [present, ...refused.map(formatRefused)],
      json: {
        high: rate && Number(show(rate.high)),
        low: rate && Number(show(rate.low)),
        quoted: rate?.at.toISOString() ?? null,
        closed,
        refused: refused.map((row) => ({ id: Number(row.id), ...figuresOf(row), quoted: row.quoted_at, why: row.why })),
      },
    };
  },
};

function formatRefused(row: RefusedRate): string {
  const { high, low } = figuresOf(row);
  const figures = `high ${high ?? 'unreadable'}, low ${low ?? 'unreadable'}`;
  return `  ${row.id}  ${figures}, quoted ${row.quoted_at.toISOString()}: ${whyWords[row.why]}`;
}

function figuresOf({ high, low }: RefusedRate): { high: string | null; low: string | null } {
  return { high: high && show(high), low: low && show(low) };
}

export function show(side: bigint): string {
  return toDecimal(micros(side));
}
