import { isReversible } from '#ledger/reversals.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { readOne, type Sql } from '#database/server/database.ts';
import type { Product } from '#positions/registry.ts';
import type { readJournal } from '#console/ledger-contract.ts';
import { journalColumns, type JournalRow, presentJournal } from './list-journals.ts';

interface Neighbour {
  Number: number;
  Key: string;
  Kind: string;
  Hash: string;
}

interface ChainRow extends JournalRow {
  posted_at: Date;
  hash: string;
  reckoned: string;
  holds: boolean;
  before: Neighbour | null;
  next: Neighbour | null;
  sealed: boolean;
  reversed_by: string | null;
  reverses: string | null;
  reason: string | null;
  cause: 'position' | 'transfer' | 'award' | 'other' | null;
  product: Product | null;
}

const neighbour = (n: string): string =>
  `CASE WHEN ${n}.key IS NOT NULL THEN jsonb_build_object('Number', ${n}.number, 'Key', ${n}.key, 'Kind', ${n}.kind, 'Hash', encode(${n}.hash, 'hex')) END`;

/** The hash of a journal, recomputed from what it moved and the preceding hash. */
const reckoned = (
  n: string,
  before: string,
): string => `ledger.chain(${before}, ${n}.owner, ${n}.number, ${n}.happened_at, ${n}.key,
  ${n}.kind, ${n}.reference, ${n}.amounts)`;

/** The journal before or behind it: moments never go back, so it is the next one in the owner's own order. */
const beside = (name: string, than: '<' | '>', order: 'DESC' | 'ASC'): string => `LEFT JOIN LATERAL (
  SELECT * FROM ledger.journals x WHERE x.owner = j.owner AND (x.happened_at, x.number) ${than} (j.happened_at, j.number)
  ORDER BY x.happened_at ${order}, x.number ${order} LIMIT 1) ${name} ON true`;

const chainSql = `
  SELECT *, own = reckoned_own AND (next IS NULL OR next_hash = reckoned_next) AND (number = 1 OR before IS NOT NULL) AS holds,
    encode(own, 'hex') AS hash, encode(reckoned_own, 'hex') AS reckoned
  FROM (
    SELECT ${journalColumns}, j.posted_at, j.hash AS own, n.hash AS next_hash, c.name, c.email,
      ${reckoned('j', `coalesce(p.hash, ''::bytea)`)} AS reckoned_own, ${reckoned('n', 'j.hash')} AS reckoned_next,
      ${neighbour('p')} AS before, ${neighbour('n')} AS next,
      EXISTS (SELECT FROM ledger.seals s WHERE s.owner = j.owner AND s.number >= j.number) AS sealed,
      (SELECT 'reversed:' || r.journal FROM ledger_reversals r WHERE r.journal = j.key) AS reversed_by,
      (SELECT r.journal FROM ledger_reversals r WHERE 'reversed:' || r.journal = j.key AND r.customer_id = j.owner) AS reverses,
      (SELECT r.reason FROM ledger_reversals r WHERE r.journal IN (j.key, substr(j.key, 10))
        ORDER BY r.journal = j.key DESC LIMIT 1) AS reason,
      CASE WHEN j.reference IS NULL THEN NULL
        WHEN o.product IS NOT NULL THEN 'position'
        WHEN EXISTS (SELECT FROM broker_transfers b WHERE b.id = j.reference) THEN 'transfer'
        WHEN EXISTS (SELECT FROM network_awards a WHERE a.id = j.reference) THEN 'award'
        ELSE 'other' END AS cause, o.product
    FROM ledger.journals j ${beside('p', '<', 'DESC')} ${beside('n', '>', 'ASC')} LEFT JOIN customers c ON c.id = j.owner
      LEFT JOIN positions o ON o.id = j.reference
    WHERE j.owner = $1::uuid AND j.number = $2::bigint
  ) chain`;

/** @throws Refusal `not_found` */
export async function readChainedJournal(
  sql: Sql,
  owner: string,
  number: string,
): Promise<AnswerOf<typeof readJournal>> {
  const row = await readOne<ChainRow & Record<string, unknown>>(sql, chainSql, [owner, number]);
  if (!row) throw refusePlatform('not_found');
  return {
    ...presentJournal(row),
    Posted: row.posted_at.toISOString(),
    Cause: row.cause && row.reference ? { Kind: row.cause, Id: row.reference, Product: row.product } : null,
    Hash: row.hash,
    Reckoned: row.reckoned,
    Holds: row.holds,
    Before: row.before,
    Next: row.next,
    Sealed: row.sealed,
    Reversible: isReversible(row.kind) && !row.is_house && row.reversed_by === null,
    ReversedBy: row.reversed_by,
    Reverses: row.reverses,
    Reason: row.reason,
  };
}
