/** SQL that changes an amount of journals, `where` they are: of what each moved, the first or the `nth`. Only for the database's owner. */
export function changeAmount(where: string, by = '+ 1', nth = 1): string {
  return `UPDATE ledger.journals SET amounts = ARRAY(
      SELECT CASE WHEN amount > 0 AND count(*) FILTER (WHERE amount > 0) OVER (ORDER BY n) = ${nth} THEN amount ${by} ELSE amount END
      FROM unnest(amounts) WITH ORDINALITY AS leg (amount, n) ORDER BY n) WHERE ${where}`;
}
