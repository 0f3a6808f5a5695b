/**
 * `wholeCents` of #money/shown.ts in SQL: an amount in micro-dollars, whatever its type, down to the cent. A column is cut in whole
 * numbers, at a tenth of the cost; what has to be reckoned first is reckoned once.
 */
export function wholeCentsSql(amount: string): string {
  const isColumn = /^\w+(\.\w+)?$/.test(amount);
  return isColumn
    ? `(${amount} - (${amount} % 10000 + 10000) % 10000)`
    : `(floor((${amount})::numeric / 10000) * 10000)`;
}
