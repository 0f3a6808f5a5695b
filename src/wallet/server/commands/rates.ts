import { micros, toDecimal } from '#money/money.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import { declareCommand, declareLook, type Looking } from '#commands/server/declaration.ts';
import { number, optional, pinned, reason } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { exchangeRate } from '#wallet/quote.ts';
import type { UsdBrl } from '../fetch-usd-brl.ts';
import { asRate, judgeByHand, type KnownRates } from '../judge-rate.ts';
import { type RateBounds, readRateBounds } from '../rate-settings.ts';
import { acceptRefusedRate, holdRates, readKnownRates, readUndecidedRates, type RefusedRate } from '../rate-store.ts';
import { readPresentRate } from '../read-present-rate.ts';
import { wordsOf } from './words.ts';

const mostRead = 10_000;
const mostShown = 10;

/**
 * Accepts a refused rate: BRL opens at it, and later rates are compared only with it. One that is out of bounds has to be named by its high,
 * so that nobody accepts a rate that they have not read.
 */
export const ratesAccept = declareCommand({
  name: 'rates accept',
  params: { id: pinned(number(Number.MAX_SAFE_INTEGER)), high: optional(number(9999.999999, 6)), reason },
  facts: {
    refused: 'text',
    accepted: 'text',
    high: 'number',
    low: 'number',
    lastHigh: 'number',
    lastLow: 'number',
    why: 'choice',
    at: 'moment',
    moved: 'money',
  },
  roles: ['payments', 'treasury'],
  effect: 'bound',
  words: wordsOf('rates accept'),
  pin: async ({ sql }, { id }) => ({ id: Number((await choose(sql, id)).id) }),
  async read({ sql }, { id }) {
    const wanted = (await readUndecidedRates(sql, mostRead)).find((row) => row.id === BigInt(id ?? 0));
    return wanted ? factsOf(wanted, await readKnownRates(sql)) : null;
  },
  async stands({ sql }) {
    const { last } = await readKnownRates(sql);
    return { ...(last && { at: last.at.toISOString() }), ...(await readMovedInReais(sql)) };
  },
  async run({ tx, mode }, { id, high: named }) {
    await holdRates(tx);
    const wanted = await choose(tx, id);
    const rate = asRate({ ...wanted, at: wanted.quoted_at });
    if (!rate)
      throw new CommandRefused('no_rate', `Number ${wanted.id} is not a usable rate: nobody can be paid at it.`);
    const known = await readKnownRates(tx);
    await requireConfirmed({ sql: tx, mode }, known, { id: wanted.id, rate, named });
    const accepted = await acceptRefusedRate(tx, { ...wanted, ...rate });
    return { outcome: 'accepted', facts: { ...factsOf(wanted, known), accepted: String(accepted) } };
  },
});

/** How many customers moved how much in BRL within a day: little enough to be read again while a request is open. */
async function readMovedInReais(sql: Sql): Promise<{ customers: string; moved: string }> {
  const { customers, moved } = await requireOne<{ customers: number; moved: bigint }>(
    sql,
    `SELECT count(DISTINCT customer_id)::integer AS customers, coalesce(sum(amount), 0)::bigint AS moved FROM broker_transfers
     WHERE direction IN ('deposit', 'withdrawal') AND currency = 'brl' AND state = 'settled' AND created_at > business_now() - interval '1 day'`,
  );
  return { customers: String(customers), moved: toDecimal(micros(moved)) };
}

/** What is accepted, and what was accepted last. */
function factsOf({ id, high, low, why }: RefusedRate, { last }: KnownRates) {
  const shown = (side: bigint | null | undefined): string => (side ? show(side) : '–');
  return {
    refused: String(id),
    high: shown(high),
    low: shown(low),
    lastHigh: shown(last?.high),
    lastLow: shown(last?.low),
    why,
  };
}

interface Confirmed {
  id: bigint;
  rate: UsdBrl;
  /** Its high, as whoever accepts it has read it. */
  named: number | undefined;
}

/** A spread out of bounds is refused; what is far from the last rate, or the very first without bounds of its own, has to be named. */
async function requireConfirmed(
  { sql, mode }: Pick<Looking, 'sql' | 'mode'>,
  known: KnownRates,
  { id, rate, named }: Confirmed,
): Promise<void> {
  const bounds = await readRateBounds(sql, mode);
  const why = judgeByHand(rate, known, bounds);
  const it = `Number ${id} is ${sidesOf(rate)}`;
  if (why === 'spread') {
    const most = `wallet.rate_max_spread_percent allows ${toDecimal(bounds.maxSpread, 0)} %`;
    throw new CommandRefused('rate_spread', `${it}: ${most} between them.`);
  }
  if (named !== undefined && exchangeRate(String(named)) !== rate.high) {
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

/** The refused rate with this number, or else the newest. */
async function choose(sql: Sql, id: number | undefined): Promise<RefusedRate> {
  const undecided = await readUndecidedRates(sql, mostRead);
  const wanted = id === undefined ? undecided[0] : undecided.find((row) => row.id === BigInt(id));
  if (wanted) return wanted;
  const what = id === undefined ? 'No rate is awaiting a decision.' : `No refused rate ${id} is awaiting a decision.`;
  throw new CommandRefused('nothing_refused', what);
}

const closedWords = {
  refused: 'closed: a rate was refused and awaits your decision ("rates accept")',
  too_old: 'closed: the last quote is older than wallet.rate_max_age_minutes',
  away: 'closed: no source has provided an acceptable rate',
} as const;

/** Shows the rate in force, or why there is none, and refused rates, newest first. */
export const ratesShow = declareLook({
  name: 'rates show',
  params: {},
  roles: ['payments', 'treasury', 'auditor'],
  words: wordsOf('rates show'),
  async show({ sql, mode }) {
    const { rate, closed } = await readPresentRate(sql, mode);
    const refused = await readUndecidedRates(sql, mostShown);
    const present = rate
      ? `USD-BRL is ${sidesOf(rate)}, quoted ${rate.at.toISOString()}`
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
});

const whys: Readonly<Record<string, string | undefined>> = wordsOf('rates accept')('en').choices?.['why'] ?? {};

function formatRefused(row: RefusedRate): string {
  const { high, low } = figuresOf(row);
  const figures = `high ${high ?? 'unreadable'}, low ${low ?? 'unreadable'}`;
  return `  ${row.id}  ${figures}, quoted ${row.quoted_at.toISOString()}: ${whys[row.why] ?? row.why}`;
}

function figuresOf({ high, low }: RefusedRate): { high: string | null; low: string | null } {
  return { high: high && show(high), low: low && show(low) };
}

function show(side: bigint): string {
  return toDecimal(micros(side));
}
