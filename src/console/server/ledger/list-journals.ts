import { micros, toJsonNumber } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { kindsFor } from '#console/kind-groups.ts';
import type { StaffJournal } from '#console/ledger-contract.ts';

/** Journal filters; omitted ones match everything. */
export interface JournalFilter {
  customerId?: string | undefined;
  /** An account on either side of an entry. */
  account?: string | undefined;
  kind?: string | undefined;
  /** Days of the house, the last one included. */
  from?: string | undefined;
  until?: string | undefined;
  reference?: string | undefined;
  key?: string | undefined;
  /** Micro-dollars. */
  min?: bigint | undefined;
  max?: bigint | undefined;
}

export interface JournalPlace {
  at: string;
  owner: string;
  number: string;
}

export interface JournalRow {
  owner: string;
  number: bigint;
  key: string;
  kind: string;
  reference: string | null;
  happened_at: Date;
  /** In the database's full precision. */
  at: string;
  is_house: boolean;
  name: string | null;
  email: string | null;
  legs: { From: string; To: string; Amount: number }[];
}

export const journalColumns = `j.owner, j.number, j.key, j.kind, j.reference, j.happened_at, j.happened_at::text AS at,
  j.owner = ledger.house() AS is_house,
  (SELECT jsonb_agg(jsonb_build_object('From', e.from_account, 'To', e.to_account, 'Amount', e.amount) ORDER BY e.leg)
   FROM ledger.legs_of(j.kind, j.amounts) AS e) AS legs`;

/** Owner of the position, transfer or award that a reference names: only their journals are read. */
const ownersOfReference = `(SELECT customer_id FROM positions WHERE id = $R UNION ALL SELECT customer_id FROM broker_transfers WHERE id = $R
  UNION ALL SELECT beneficiary_id FROM network_awards WHERE id = $R)`;

/** Newest first. */
export function listJournalRows(
  sql: Sql,
  filter: JournalFilter,
  before: JournalPlace,
  most: number,
): Promise<JournalRow[]> {
  const values: unknown[] = [before.at, before.owner, before.number, most];
  const where = ['(j.happened_at, j.owner, j.number) < ($1::text::timestamptz, $2::uuid, $3::bigint)'];
  const next = (value: unknown): string => `$${values.push(value)}`;
  const { customerId, account, kind, from, until, reference, key, min, max } = filter;
  if (customerId !== undefined) {
    const id = next(customerId);
    where.push(`j.owner = ${id}::uuid`);
  }
  if (key !== undefined) where.push(`j.key = ${next(key)}`);
  if (kind !== undefined) where.push(`j.kind = ANY (${next([...kindsFor(kind)])}::text[])`);
  if (reference !== undefined) {
    const id = next(reference);
    where.push(`j.reference = ${id}::uuid AND j.owner IN ${ownersOfReference.replaceAll('$R', `${id}::uuid`)}`);
  }
  if (from !== undefined) where.push(`j.happened_at >= house_midnight(${next(from)}::date)`);
  if (until !== undefined) where.push(`j.happened_at < house_midnight(${next(until)}::date + 1)`);
  if (account !== undefined || min !== undefined || max !== undefined) {
    const named = account === undefined ? '' : next(account);
    where.push(`EXISTS (SELECT FROM ledger.legs_of(j.kind, j.amounts) AS e
      WHERE e.amount >= ${next(min ?? 0n)}::bigint AND e.amount <= ${next(max ?? 9223372036854775807n)}::bigint
      ${named && `AND ${named}::text IN (e.from_account, e.to_account)`})`);
  }
  return sql.query<JournalRow & Record<string, unknown>>(
    `WITH found AS MATERIALIZED (
       SELECT j.* FROM ledger.journals j WHERE ${where.join(' AND ')} ORDER BY j.happened_at DESC, j.owner DESC, j.number DESC LIMIT $4
     )
     SELECT ${journalColumns}, c.name, c.email FROM found j LEFT JOIN customers c ON c.id = j.owner
     ORDER BY j.happened_at DESC, j.owner DESC, j.number DESC`,
    values,
  );
}

export function presentJournal(row: JournalRow): StaffJournal {
  const { name, email } = row;
  return {
    Owner: row.owner,
    Number: Number(row.number),
    Key: row.key,
    Kind: row.kind,
    Reference: row.reference,
    At: row.happened_at.toISOString(),
    Customer: name === null || email === null ? null : { Id: row.owner, Name: name, Email: email },
    Legs: (row.legs ?? []).map((leg) => ({ ...leg, Amount: toJsonNumber(micros(BigInt(leg.Amount))) })),
  };
}
