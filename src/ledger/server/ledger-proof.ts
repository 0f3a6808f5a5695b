import { knownKinds } from '../kinds.ts';
import type { Sql } from '#database/server/database.ts';
import { chainRules, chainsOf, changeOf, derived, each, names, readOf, type Scope } from './ledger-pass.ts';

/**
 * Whether the books of some cells are correct, at little more than half the cost of locating errors. Checks everything that `ledgerPass`
 * does, but forward from the start of each chain, so that nothing is compared with later rows. Unless it returns true, the rules are
 * checked individually.
 */
export async function isProven(sql: Sql, { cells, since }: Scope): Promise<boolean> {
  const [proof] = await sql.query<{ is_right: boolean }>(proofSince[since], cells);
  return proof?.is_right === true;
}

/** An owner's opening balance plus the changes so far: what each leg left. */
const leftBy = (since: Scope['since'], account: string): string =>
  `${since === 'seals' ? `sealed_${account} + ` : ''}ledger.running(${changeOf(account)}) OVER own AS ${account}`;
const isMisstated = (side: string): string =>
  `CASE ${side}_account ${each((account) => `WHEN '${account}' THEN ${side}_balance IS DISTINCT FROM ${account}`, ' ')} ELSE false END`;
const houses = `owner <= '00000000-0000-0000-0000-0000000000ff'`;

const proofOf = (since: Scope['since']): string => `WITH ${chainsOf(since)},
  -- Tests make kinds of their own, where nothing would outlive a loss of power.
  kinds AS (
    SELECT kind, legs FROM ledger.kinds
    WHERE kind = ANY ('{${knownKinds.join()}}') OR (current_setting('fsync') = 'off' AND kind LIKE 'test%')
  ),
  legs AS (
    SELECT cell, owner, number, leg, kind, happened_at, from_account, to_account, amount, from_balance, to_balance,
      lead(number) OVER own IS DISTINCT FROM number AS is_last, ${each((account) => leftBy(since, account))}
    FROM (${readOf('entries', since, `, ${each((account) => `c.sealed_${account}`)}`)}) e
    WINDOW own AS (PARTITION BY owner ORDER BY number, leg ROWS UNBOUNDED PRECEDING)
  ),
  moves AS (
    SELECT owner, number, min(cell) AS cell, string_agg(from_account || '>' || to_account || ':' || amount || ',', '' ORDER BY leg) AS legs,
      min(kind) AS kind, min(happened_at) AS happened_at, ${each((account) => `max(${account}) FILTER (WHERE is_last) AS ${account}`)},
      ledger.running(${changeOf('treasury')}) AS treasury,
      ledger.running(CASE WHEN from_account IN ${derived} THEN amount ELSE 0 END - CASE WHEN to_account IN ${derived} THEN amount ELSE 0 END) AS came,
      min(cell) <> max(cell) OR min(kind) <> max(kind) OR min(happened_at) <> max(happened_at) OR bool_or(${isMisstated('from')} OR ${isMisstated('to')}
        OR (from_account || '>' || to_account = ANY (k.legs)) IS NOT TRUE
        OR ${houses} AND (from_account IN (${names}) OR to_account IN (${names}))) AS is_off
    FROM legs LEFT JOIN kinds k USING (kind) GROUP BY owner, number
  ),
  j AS (
    SELECT *, lag(number) OVER own AS number_before, lag(happened_at) OVER own AS at_before, lag(hash) OVER own AS hash_before
    FROM (${readOf('journals', since)}) read WINDOW own AS (PARTITION BY owner ORDER BY number)
  ),
  events AS (
    SELECT coalesce(j.cell, m.cell) AS cell, m.treasury, m.came, j.number = c.number AS is_end, (
        NOT m.is_off AND m.cell = j.cell AND m.kind = j.kind AND m.happened_at = j.happened_at
        AND j.number = coalesce(j.number_before, c.sealed) + 1 AND j.happened_at >= coalesce(j.at_before, c.sealed_at)
        AND j.hash = ledger.chain(coalesce(j.hash_before, c.sealed_head), j.owner, j.number, j.happened_at, j.key, j.kind, j.reference, m.legs)
        AND (c.is_house OR ${each((account) => `j.${account} = m.${account}`, ' AND ')})
        AND (j.number < c.number OR j.number = c.number AND (c.is_house OR ${each((account) => `j.${account} = c.${account}`, ' AND ')}))
      ) IS TRUE AS is_right
    FROM j FULL JOIN moves m USING (owner, number) LEFT JOIN chains c ON c.cell = j.cell AND c.owner = j.owner
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
