import { fromJsonNumber, type Micros, micros, sum, toJsonNumber } from '#money/money.ts';
import { wholeCentsSql } from '#money/server/whole-cents-sql.ts';
import { wholeCents } from '#money/shown.ts';
import type { Sql } from '#database/server/database.ts';
import type { Investor } from '#http/server/investor.ts';
import type { Outcome, OutcomeFigure } from '../outcome-contract.ts';
import { readToday } from './read-equity.ts';
import type { Figure } from './read-home-report.ts';

/** Leads to or from where a customer's money ends up, or waits to: one row per reason, however many entries. $1 customer, $2 until. */
const movedSql = `
  SELECT kind, from_account, to_account, sum(amount)::bigint AS amount, sum(${wholeCentsSql('amount')})::bigint AS shown
  FROM ledger.entries
  WHERE owner = $1 AND happened_at <= $2
    AND (from_account IN ('brokerage', 'held', 'fees', 'taxes') OR to_account IN ('brokerage', 'held', 'fees', 'taxes'))
  GROUP BY kind, from_account, to_account`;

interface MovedRow {
  kind: string;
  from_account: string;
  to_account: string;
  amount: bigint;
  shown: bigint;
}

type Part = 'brought' | 'withdrawn' | 'held' | 'fees' | 'subscription' | 'taxes';
export type OutcomeParts = Record<Part, Figure>;

/** What came from the brokerage and went there, and what was paid on the way, by the customer's own entries; the rest is the equity's. */
export async function readOutcomeParts(sql: Sql, { id, now }: Pick<Investor, 'id' | 'now'>): Promise<OutcomeParts> {
  const rows = await sql.query<MovedRow>(movedSql, [id, now]);
  const of = (counts: (row: MovedRow) => number): Figure => ({
    exact: sum(rows.map((row) => micros(row.amount * BigInt(counts(row))))),
    shown: sum(rows.map((row) => micros(row.shown * BigInt(counts(row))))),
  });
  const into = (account: string) => (row: MovedRow) =>
    Number(row.to_account === account) - Number(row.from_account === account);
  const isOfBot = ({ kind }: MovedRow): boolean => kind === 'primezord_subscribed';
  const isOfDeposit = ({ kind }: MovedRow): boolean => kind === 'deposit_settled' || kind === 'reversed_deposit';
  const { exact: held } = of(into('held'));
  return {
    brought: of((row) => (isOfDeposit(row) ? into('balance')(row) : 0)),
    withdrawn: of((row) => (isOfDeposit(row) ? 0 : into('brokerage')(row))),
    // An account's content is rounded once, as everywhere.
    held: { exact: held, shown: wholeCents(held) },
    fees: of((row) => (isOfBot(row) ? 0 : into('fees')(row))),
    subscription: of((row) => (isOfBot(row) ? into('fees')(row) : 0)),
    taxes: of(into('taxes')),
  };
}

/** Everything as of one instant, so that the line adds up whatever happens meanwhile. */
export async function readOutcome(
  sql: Sql,
  { investor }: { investor: Pick<Investor, 'id' | 'now'> },
): Promise<Outcome> {
  const [parts, today] = await Promise.all([readOutcomeParts(sql, investor), readToday(sql, investor)]);
  return {
    ...present((part) => parts[part].exact, fromJsonNumber(today.Total)),
    Shown: present((part) => parts[part].shown, fromJsonNumber(today.Shown.Total)),
  };
}

function present(of: (part: Part) => Micros, have: Micros): Record<OutcomeFigure, number> {
  const [brought, takenOut] = [of('brought'), sum([of('withdrawn'), of('held')])];
  const figures: Record<OutcomeFigure, Micros> = {
    Brought: brought,
    TakenOut: takenOut,
    Have: have,
    Result: micros(have + takenOut - brought),
    Fees: of('fees'),
    Subscription: of('subscription'),
    Taxes: of('taxes'),
  };
  return Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, toJsonNumber(amount)])) as Record<
    OutcomeFigure,
    number
  >;
}
