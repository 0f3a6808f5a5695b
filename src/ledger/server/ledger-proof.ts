import { knownKinds } from '../kinds.ts';
import type { Sql } from '#database/server/database.ts';
import { chainRules, chainsOf, each, eachStored, readOf, type Scope } from './ledger-pass.ts';

/**
 * Whether the books of some owners are correct, at little more than half the cost of locating errors. Checks everything that `ledgerPass`
 * does, but forward from the start of each chain, so that nothing is compared with later rows. Unless it returns true, the rules are
 * checked individually.
 */
export async function isProven(sql: Sql, { owners, since }: Scope): Promise<boolean> {
  const [proof] = await sql.query<{ is_right: boolean }>(proofSince[since], owners);
  return proof?.is_right === true;
}

const proofOf = (since: Scope['since']): string => `WITH ${chainsOf(since)},
  -- Tests make kinds of their own, where nothing would outlive a loss of power.
  kinds AS (
    SELECT kind, legs FROM ledger.kinds
    WHERE kind = ANY ('{${knownKinds.join()}}') OR (current_setting('fsync') = 'off' AND kind LIKE 'test%')
  ),
  j AS (
    SELECT j.*, cardinality(j.amounts) = cardinality(k.legs) AS is_whole, m.treasury AS to_booked, ${each((account) => `m.${account} AS to_${account}`)},
      ledger.running(m.treasury) OVER own AS moved_booked, ${each((account) => `ledger.running(m.${account}) OVER own AS moved_${account}`)},
      lag(number) OVER own AS number_before, lag(happened_at) OVER own AS at_before, lag(hash) OVER own AS hash_before
    FROM (${readOf(since)}) j LEFT JOIN kinds k USING (kind) LEFT JOIN LATERAL ledger.changes_of(j.kind, j.amounts) m ON true
    WINDOW own AS (PARTITION BY owner ORDER BY happened_at, number ROWS UNBOUNDED PRECEDING)
  ),
  events AS (
    SELECT ${eachStored((account) => `j.to_${account}`, ' + ')} AS came, j.number = c.number AS is_end, (
        j.is_whole AND j.number = coalesce(j.number_before, c.sealed) + 1 AND j.happened_at >= coalesce(j.at_before, c.sealed_at)
        AND j.hash = ledger.chain(coalesce(j.hash_before, c.sealed_head), j.owner, j.number, j.happened_at, j.key, j.kind, j.reference, j.amounts)
        AND (j.owner <> ledger.house() OR ${each((account) => `j.to_${account} = 0`, ' AND ')})
        AND ${each((account) => `j.${account} = c.sealed_${account} + j.moved_${account}`, ' AND ')}
        AND (j.number < c.number OR j.number = c.number AND c.booked = c.sealed_booked + j.moved_booked
          AND ${each((account) => `j.${account} = c.${account}`, ' AND ')})
      ) IS TRUE AS is_right
    FROM j LEFT JOIN chains c ON c.owner = j.owner
  ),
  read AS (SELECT count(*) FILTER (WHERE is_end) AS ends, coalesce(sum(came), 0) AS came, coalesce(bool_and(is_right), true) AS is_right FROM events),
  stands AS (
    SELECT count(*) FILTER (WHERE number > sealed) AS ends, coalesce(sum(${eachStored((account) => `${account} - sealed_${account}`, ' + ')}), 0) AS held,
      coalesce(bool_and(number > sealed OR ${eachStored((account) => `${account} = sealed_${account}`, ' AND ')}), true) AS is_right
    FROM chains
  )
  SELECT s.is_right AND r.is_right AND s.ends = r.ends AND s.held = r.came
    ${chainRules(since)
      .map(([, places]) => `AND NOT EXISTS (${places})`)
      .join('\n    ')} AS is_right
  FROM stands s CROSS JOIN read r`;

const proofSince: Record<Scope['since'], string> = { beginning: proofOf('beginning'), seals: proofOf('seals') };
