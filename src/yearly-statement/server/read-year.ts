import { type AccountKind, type CustomerAccount, customerAccounts } from '#ledger/journal.ts';
import { entryId } from '#ledger/server/entry-place.ts';
import { micros, zero } from '#money/money.ts';
import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import type { EntryGroup, Holdings } from '../year-figures.ts';
import { firstYear, yearIn, yearSpan } from './year-span.ts';

/** A customer's year in the ledger: opening and closing balances and what moved in between, grouped by reason. */
export interface YearRecord {
  year: number;
  customer: { name: string; email: string };
  /** Null if the year is over. */
  until: Date | null;
  opening: Holdings;
  closing: Holdings;
  groups: EntryGroup[];
  /** The end of the customer's chain at the close of the year; null if nothing had ever moved. */
  chain: { number: bigint; hash: string } | null;
}

type Side = 'opening' | 'closing';
type HoldingColumns = Record<`${Side}_${CustomerAccount}`, bigint | null>;

interface GroupColumns {
  kind: string;
  from_account: AccountKind;
  to_account: AccountKind;
  currency: string | null;
  entries: bigint;
  amount: bigint;
  shown_from: bigint | null;
  shown_to: bigint | null;
  first: bigint;
  last: bigint;
  net: bigint | null;
  lowest_rate: bigint | null;
  highest_rate: bigint | null;
}

interface YearRow extends HoldingColumns {
  name: string;
  email: string;
  created_at: Date;
  first_at: Date | null;
  last_number: bigint | null;
  last_hash: Buffer | null;
}

/** The last journal before an instant; its balances are those at that instant. */
function journalBefore(moment: string, alias: Side): string {
  return `LEFT JOIN LATERAL (
    SELECT number, hash, ${customerAccounts.join(', ')} FROM ledger.journals
    WHERE owner = c.id AND happened_at < ${moment} ORDER BY happened_at DESC, number DESC LIMIT 1
  ) ${alias} ON true`;
}

const holdings = (['opening', 'closing'] as const).flatMap((side) =>
  customerAccounts.map((account) => `${side}.${account} AS ${side}_${account}`),
);

/** The displayed change of an account by a group's entries, from the balances before and after each. */
function shownSum(higher: string, lower: string): string {
  return `sum(${wholeCentsSql(higher)} - ${wholeCentsSql(lower)})::bigint`;
}

/**
 * A single range of the owner's index, aggregated in the database: one row per reason, however many entries. An entry's place is encoded as
 * one number, its journal number followed by its leg.
 */
const yearSql = `
  WITH head AS MATERIALIZED (
    SELECT c.name, c.email, c.created_at, first.happened_at AS first_at, closing.number AS last_number,
      closing.hash AS last_hash, ${holdings.join(', ')}
    FROM customers c ${journalBefore('$2', 'opening')} ${journalBefore('$3', 'closing')}
    LEFT JOIN LATERAL (
      SELECT happened_at FROM ledger.journals WHERE owner = c.id ORDER BY happened_at, number LIMIT 1
    ) first ON true
    WHERE c.id = $1
  ), moved AS (
    SELECT e.kind, e.from_account, e.to_account, t.currency, count(*) AS entries, sum(e.amount)::bigint AS amount,
      ${shownSum('b.from_before', 'e.from_balance')} AS shown_from, ${shownSum('e.to_balance', 'b.to_before')} AS shown_to,
      min(e.number * 1000 + e.leg) AS first, max(e.number * 1000 + e.leg) AS last,
      sum(t.net)::bigint AS net, min(t.rate) AS lowest_rate, max(t.rate) AS highest_rate
    FROM (SELECT * FROM ledger.entries WHERE owner = $1 AND happened_at >= $2 AND happened_at < $3 OFFSET 0) e
    CROSS JOIN LATERAL (SELECT e.from_balance + e.amount AS from_before, e.to_balance - e.amount AS to_before) b
    LEFT JOIN broker_transfers t ON e.kind IN ('deposit_settled', 'withdrawal_settled') AND t.id = e.reference
    GROUP BY e.kind, e.from_account, e.to_account, t.currency
  )
  SELECT head.*, moved.* FROM head LEFT JOIN moved ON true ORDER BY moved.first, moved.last`;

/**
 * @param year a calendar year of the house's zone
 * @throws Refusal `not_found` for a year before the customer's first or one that has not begun
 */
export async function readYear(
  sql: Sql,
  investor: Investor,
  { year, zone }: { year: number; zone: string },
): Promise<YearRecord> {
  const { start, end } = yearSpan(zone, year);
  const rows = await sql.query<YearRow & Partial<GroupColumns>>(yearSql, [investor.id, start, end]);
  const [head] = rows;
  const present = yearIn(zone, investor.now);
  if (!head || year > present || year < firstYear(zone, investor.now, head.created_at, head.first_at))
    throw refusePlatform('not_found');
  return {
    year,
    customer: { name: head.name, email: head.email },
    until: year === present ? investor.now : null,
    opening: holdingsOf(head, 'opening'),
    closing: holdingsOf(head, 'closing'),
    groups: rows.filter(hasMoved).map(asGroup),
    chain: head.last_number === null ? null : { number: head.last_number, hash: head.last_hash?.toString('hex') ?? '' },
  };
}

function holdingsOf(row: HoldingColumns, side: Side): Holdings {
  const each = customerAccounts.map((account) => [account, micros(row[`${side}_${account}`] ?? 0n)]);
  return Object.fromEntries(each) as Holdings;
}

function hasMoved(row: YearRow & Partial<GroupColumns>): row is YearRow & GroupColumns {
  return typeof row.kind === 'string';
}

function asGroup(row: GroupColumns): EntryGroup {
  const settled =
    row.currency === null
      ? null
      : {
          currency: row.currency,
          net: micros(row.net ?? 0n),
          lowestRate: micros(row.lowest_rate ?? 0n),
          highestRate: micros(row.highest_rate ?? 0n),
        };
  return {
    kind: row.kind,
    from: row.from_account,
    to: row.to_account,
    settled,
    entries: Number(row.entries),
    first: placeOf(row.first),
    last: placeOf(row.last),
    amount: micros(row.amount),
    shownFrom: row.shown_from === null ? zero : micros(row.shown_from),
    shownTo: row.shown_to === null ? zero : micros(row.shown_to),
  };
}

function placeOf(place: bigint): string {
  return entryId({ number: place / 1000n, leg: Number(place % 1000n) });
}
