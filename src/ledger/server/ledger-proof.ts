import { knownKinds } from '../kinds.ts';
import type { Sql } from '#database/server/database.ts';
import { chainRules, chainsOf, each, readOf, type Scope } from './ledger-pass.ts';

/**
 * Whether the books of some cells are correct, at little more than half the cost of locating errors. Checks everything that `ledgerPass`
 * does, but forward from the start of each chain, so that nothing is compared with later rows. Unless it returns true, the rules are
 * checked individually.
 */
export async function isProven(sql: Sql, { cells, since }: Scope): Promise<boolean> {
  const [proof] = await sql.query<{ is_right: boolean }>(proofSince[since], cells);
  return proof?.is_right === true;
}

const proofOf = (since: Scope['since']): string => `WITH ${chainsOf(since)},
  -- Tests make kinds of their own, where nothing would outlive a loss of power.
  kinds AS (
    SELECT kind, legs FROM ledger.kinds
    WHERE kind = ANY ('{${knownKinds.join()}}') OR (current_setting('fsync') = 'off' AND kind LIKE 'test%')
  ),
  j AS (
    SELECT j.*, cardinality(j.amounts) = cardinality(k.legs) AS is_whole, m.treasury AS to_treasury,
      ${each((account) => `m.${account} AS to_${account}`)}, ${each((account) => `ledger.running(m.${account}) OVER own AS moved_${account}`)},
      lag(number) OVER own AS number_before, lag(happened_at) OVER own AS at_before, lag(hash) OVER own AS hash_before
    FROM (${readOf(since)}) j LEFT JOIN kinds k USING (kind) LEFT JOIN LATERAL ledger.changes_of(j.kind, j.amounts) m ON true
    WINDOW own AS (PARTITION BY cell, owner ORDER BY happened_at, number ROWS UNBOUNDED PRECEDING)
  ),
  events AS (
    SELECT j.cell, j.to_treasury AS treasury, ${each((account) => `j.to_${account}`, ' + ')} + j.to_treasury AS came, j.number = c.number AS is_end, (
        j.is_whole AND j.number = coalesce(j.number_before, c.sealed) + 1 AND j.happened_at >= coalesce(j.at_before, c.sealed_at)
        AND j.hash = ledger.chain(coalesce(j.hash_before, c.sealed_head), j.owner, j.number, j.happened_at, j.key, j.kind, j.reference, j.amounts)
        AND CASE WHEN c.is_house THEN ${each((account) => `j.to_${account} = 0`, ' AND ')}
          ELSE ${each((account) => `j.${account} = c.sealed_${account} + j.moved_${account}`, ' AND ')} END
        AND (j.number < c.number OR j.number = c.number AND (c.is_house OR ${each((account) => `j.${account} = c.${account}`, ' AND ')}))
      ) IS TRUE AS is_right
    FROM j LEFT JOIN chains c ON c.cell = j.cell AND c.owner = j.owner
  ),
  read AS (
    SELECT cell, count(*) FILTER (WHERE is_end) AS ends, sum(treasury) AS treasury, sum(came) AS came, bool_and(is_right) AS is_right
    FROM events GROUP BY cell
  ),
  stands AS (
    SELECT cell, count(*) FILTER (WHERE number > sealed) AS ends,
      sum(CASE WHEN is_house THEN balance - sealed_balance END) AS treasury, sum(${each((account) => `${account} - sealed_${account}`, ' + ')}) AS held,
      bool_and(is_house OR number > sealed OR ${each((account) => `${account} = sealed_${account}`, ' AND ')}) AS is_right
    FROM chains GROUP BY cell
  )
  SELECT coalesce(bool_and((s.is_right AND coalesce(r.is_right, true) AND s.ends = coalesce(r.ends, 0)
      AND s.treasury = coalesce(r.treasury, 0) AND s.held = coalesce(r.came, 0)) IS TRUE), false)
    ${chainRules(since)
      .map(([, places]) => `AND NOT EXISTS (${places})`)
      .join('\n    ')} AS is_right
  FROM stands s FULL JOIN read r USING (cell)`;

const proofSince: Record<Scope['since'], string> = { beginning: proofOf('beginning'), seals: proofOf('seals') };
