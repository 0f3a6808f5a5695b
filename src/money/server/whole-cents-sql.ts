/**
 * `wholeCents` of #money/shown.ts in SQL: rounds an amount in micro-dollars, of any type, down to the cent. A column is rounded in integer
 * arithmetic, at a tenth of the cost; an expression is evaluated only once.
 */
export function wholeCentsSql(amount: string): string {
  const isColumn = /^\w+(\.\w+)?$/.test(amount);
  return isColumn
    ? `(${amount} - (${amount} % 10000 + 10000) % 10000)`
    : `(floor((${amount})::numeric / 10000) * 10000)`;
}
