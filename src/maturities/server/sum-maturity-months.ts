import { type Micros, micros, sum, toJsonNumber } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { instantOf } from '#platform/server/span.ts';
import { withheldTax } from '#positions/promised-profit.ts';
import { byPart, type Product } from '#positions/registry.ts';
import type { Position } from '#positions/server/position-store.ts';
import type { MaturityMonth, sumMaturityMonths as contract } from '../contract.ts';
import { readAllMaturities } from './maturity-store.ts';
import { monthStarts } from './month-starts.ts';

/** Sums what comes back to the customer by month in their own calendar and zone, for every month from the first to the last. */
export async function sumMaturityMonths(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof contract>, 'investor' | 'query'>,
): Promise<MaturityMonth[]> {
  const positions = await readAllMaturities(sql, investor.id);
  const [first, last] = [positions.at(0), positions.at(-1)];
  if (!first || !last) return [];
  const starts = monthStarts(first.endsAt, last.endsAt, query.tz, query.calendar);
  const ends = starts.slice(1).map((day) => Date.parse(instantOf(day, query.tz)));
  let at = 0;
  return starts.map((start, month) => {
    const from = at;
    const end = ends[month] ?? Infinity;
    while (at < positions.length && (positions[at] as Position).endsAt.getTime() < end) at += 1;
    return presentMonth(start, positions.slice(from, at));
  });
}

function presentMonth(start: string, positions: readonly Position[]): MaturityMonth {
  return {
    Start: start,
    Positions: positions.length,
    ...presentSums(positions, (amount) => amount),
    Shown: presentSums(positions, wholeCents),
  };
}

/** `as` rounds each amount: to the micro-dollar, or as it is shown. */
function presentSums(positions: readonly Position[], as: (amount: Micros) => Micros): MaturityMonth['Shown'] {
  const total = (of: (position: Position) => bigint, those = positions): number =>
    toJsonNumber(sum(those.map((position) => micros(of(position)))));
  const back = (product: Product): number =>
    total(
      ({ amount, promised, result, taxRate }) =>
        as(amount) + as(promised) + as(result) + as(micros(-withheldTax(promised, taxRate))),
      positions.filter((position) => position.product === product),
    );
  const hasTax = positions.some(({ taxRate }) => taxRate !== null);
  // A deduction: the more is withheld, the less comes back, so it is rounded like a loss.
  const withheld = total(({ promised, taxRate }) => -as(micros(-withheldTax(promised, taxRate))));
  return {
    ...(hasTax && { Withheld: withheld }),
    Amount: total(({ amount }) => as(amount)),
    Promised: total(({ promised }) => as(promised)),
    Result: total(({ result }) => as(result)),
    ...byPart(back),
  };
}
