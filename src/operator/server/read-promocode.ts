import { type Micros, type Percent, percent, usd, zero } from '#money/money.ts';
import { boundsOfDays } from '#platform/server/span.ts';
import { isCode, type Promocode } from '#primevault/promocode.ts';
import { readCode } from '#platform/typed/read-code.ts';
import type { CommandInput } from './command.ts';
import { Mistyped } from '#commands/server/refused.ts';
import { readDay } from './read-day.ts';

const twoDecimals = /^\d{1,10}(\.\d{1,2})?$/;
const wholeNumber = /^\d{1,7}$/;
const mostUsd = usd('1000000000');
const mostPoints = percent('1000');
const mostUses = 1_000_000;

/** Parses a promotional code as the operator typed it. Days are those of the house's zone; the last one is included. */
export function readPromocode({ words, options }: CommandInput, zone: string): Omit<Promocode, 'mostPromised'> {
  const [typed = ''] = words;
  const code = readCode(typed);
  // Whoever uses a code may space it; whoever creates one has to know that spaces are not part of it.
  if (!isCode(code) || /\s/.test(typed.trim()))
    throw new Mistyped(`Not a code: ${typed}. Use 2 to 32 letters, digits, "-" and "_".`);
  const firstDay = readDay(options.from as string);
  const lastDay = readDay(options.until as string);
  if (lastDay < firstDay) throw new Mistyped(`${options.until} is before ${options.from}.`);
  const { start: validFrom, end: validUntil } = boundsOfDays(zone, firstDay, lastDay);
  return {
    code,
    points: readPoints(options.points as string),
    usesAllowed: readUses(options.uses as string),
    usesPerCustomer: readUses(options['per-customer'] ?? '1'),
    uses: 0,
    promised: zero,
    minAmount: readLeast(options.min as string),
    validFrom,
    validUntil,
    endedAt: null,
  };
}

function readPoints(text: string): Percent {
  const points = twoDecimals.test(text) ? percent(text) : null;
  if (!points || points > mostPoints)
    throw new Mistyped(`Not percentage points: ${text}. Use a number such as 5 or 2.5, at most 1000.`);
  return points;
}

function readUses(text: string): number {
  const uses = wholeNumber.test(text) ? Number(text) : 0;
  if (uses < 1 || uses > mostUses) throw new Mistyped(`Not a number of uses: ${text}. Use 1 to ${mostUses}.`);
  return uses;
}

function readLeast(text: string): Micros {
  const amount = twoDecimals.test(text) ? usd(text) : null;
  if (amount === null || amount > mostUsd) {
    throw new Mistyped(`Not an amount: ${text}. Use dollars and cents, such as 500 or 99.50, or 0 for any amount.`);
  }
  return amount;
}
