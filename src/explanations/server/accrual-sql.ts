import { entriesSql } from '#ledger/server/entry-store.ts';

/**
 * The positions of a product ($7) that were running at an instant ($5), according to the ledger: opened before it and not ended before it.
 * The position row contributes only the bounds of the term; a position that no longer exists counts as having completed its term.
 */
export const runningSql = entriesSql(
  `e.kind = $7::text || '_opened' AND e.to_account = 'invested'
      AND (SELECT number FROM ledger.journals WHERE happened_at < $5
        AND key = ANY (ARRAY[$7 || ':' || e.reference || ':matured', $7 || ':' || e.reference || ':canceled']) LIMIT 1) IS NULL`,
  {
    more: `coalesce(p.started_at, e.happened_at) AS starts_at, coalesce(p.ends_at, e.happened_at) AS ends_at,
      (SELECT coalesce(sum(amount), 0)::bigint FROM ledger.entries
        WHERE owner = e.owner AND happened_at = e.happened_at AND number = e.number AND to_account = 'promised') AS promised,
      payouts_between($7, p.started_at, p.ends_at) AS percentage`,
    join: `LEFT JOIN LATERAL (
      SELECT started_at, ends_at FROM positions WHERE id = e.reference AND customer_id = e.owner OFFSET 0
    ) p ON true`,
  },
);
