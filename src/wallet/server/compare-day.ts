import { type Micros, micros, usd } from '#money/money.ts';
import { dayMs } from '#platform/clock.ts';
import { isUuid } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { Break } from '../compared-day.ts';
import type { Currency, TransferDirection } from '../contract.ts';
import { classifyBreak } from './classify-break.ts';
import type { BookedAtBrokerage, ReadBook } from './read-brokerage-book.ts';
import { asTransfer, transferColumns, type TransferRecord, type TransferRow } from './transfer-store.ts';
import { type KnownTransfer, watchSecondEntries } from './watch-second-entries.ts';

/** Totals of one direction in one currency. */
export interface DayTotal {
  direction: TransferDirection;
  currency: Currency;
  transfers: number;
  /** USD that moved between the two books: a withdrawal without its fee. */
  amount: Micros;
  /** In the currency. */
  settled: Micros;
}

export interface DayBreak {
  reference: string;
  kind: Break;
  ours: TransferRecord | null;
  theirs: BookedAtBrokerage | null;
  /** It is one no more: our settlement was wrong, and has been reversed and explained. */
  isTakenBack: boolean;
}

export interface ComparedDay {
  ours: DayTotal[];
  theirs: DayTotal[];
  /** The first breaks; `count` is the number of all. */
  breaks: DayBreak[];
  count: number;
}

/** The brokerage's clock and the database's agree within a day; a larger gap would have been noticed. */
const skewMs = dayMs;
const mostShown = 500;

/**
 * Compares one day of the brokerage's book with ours: ours are the settled transfers requested on that day (real time), theirs the
 * day's entries that are done. A transfer booked there on another day is still found, because their book is read from the day before to the
 * day after the last of ours was settled. A transfer that two entries say is done is a break of the day of the second.
 *
 * @throws BookUnread when the brokerage's book cannot be read to its end: then nothing is known
 */
export async function compareDay(
  sql: Sql,
  readBook: ReadBook,
  { start: day, end }: { start: Date; end: Date },
): Promise<ComparedDay> {
  const { settled, lastSettledAt } = await readSettledOn(sql, day, end);
  const missing = new Map(settled.map((transfer) => [transfer.id, transfer]));
  const found: ComparedDay = { ours: totalsOf(settled.map(ourTotal)), theirs: [], breaks: [], count: 0 };
  const told = new Set<string>();
  const tell = (each: DayBreak): void => {
    // A second entry is shown beside how either of them differs.
    const about = `${each.kind === 'booked_twice'} ${each.reference}`;
    if (told.has(about)) return;
    told.add(about);
    found.count += 1;
    if (found.breaks.length < mostShown) found.breaks.push(each);
  };
  const theirs: DayTotal[] = [];
  const until = Math.max(end.getTime(), lastSettledAt) + skewMs;
  const readFrom = new Date(day.getTime() - skewMs);
  const second = watchSecondEntries({ day, end, readFrom });
  const part = { from: readFrom.getTime() < 0 ? null : readFrom, to: until > Date.now() ? null : new Date(until) };
  for await (const page of readBook(part)) {
    const known = await readKnown(
      sql,
      page.filter(({ booked_at }) => isWithin(new Date(booked_at), day, end)),
    );
    for (const booked of page) {
      if (booked.status === 'done') missing.delete(booked.reference);
      const ours = known.get(booked.reference) ?? null;
      const about = { reference: booked.reference, ours, theirs: booked, isTakenBack: false };
      if (second.isSecond(booked, ours)) tell({ ...about, kind: 'booked_twice' });
      if (!isWithin(new Date(booked.booked_at), day, end)) continue;
      const asItStands = ours && (ours.isTakenBack ? { ...ours, state: 'returned' as const } : ours);
      const [kind, before] = [classifyBreak(booked, asItStands), classifyBreak(booked, ours)];
      if (kind) tell({ ...about, kind, ours: asItStands });
      else if (before) tell({ ...about, kind: before, isTakenBack: true });
      if (booked.status === 'done') addTotal(theirs, theirTotal(booked));
    }
  }
  for await (const { ours, theirs: booked } of second.readEarlier(readBook))
    tell({ reference: booked.reference, kind: 'booked_twice', ours, theirs: booked, isTakenBack: false });
  for (const [reference, ours] of missing)
    tell({ reference, kind: 'missing_there', ours, theirs: null, isTakenBack: ours.isTakenBack });
  return { ...found, theirs };
}

/**
 * A settlement (of `broker_transfers b`) that turned out wrong, was reversed by two people, and whose break was resolved by a note that
 * names the reversal: the transfer counts as one that was never settled. A note alone resolves nothing, nor does a reversal that nobody has
 * explained.
 */
const isTakenBackSql = `EXISTS (SELECT FROM ledger_reversals r JOIN reconciliation_notes n ON n.journal = 'reversed:' || r.journal
  AND n.reference = b.id::text WHERE r.journal = b.direction || ':' || b.id || ':settled')`;
const oursSql = `SELECT ${transferColumns}, queued_at, state = 'settled' AND ${isTakenBackSql} AS is_taken_back`;

interface OurRow extends TransferRow {
  queued_at: Date;
  is_taken_back: boolean;
}

const asKnown = (row: OurRow): KnownTransfer => ({
  ...asTransfer(row),
  queuedAt: row.queued_at,
  isTakenBack: row.is_taken_back,
});

async function readSettledOn(sql: Sql, from: Date, to: Date) {
  const rows = await sql.query<OurRow & { settled_at: Date }>(
    `${oursSql}, coalesce((SELECT j.posted_at FROM ledger.journals j
       WHERE j.key = direction || ':' || id || ':settled'), queued_at) AS settled_at
     FROM broker_transfers b WHERE state = 'settled' AND queued_at >= $1 AND queued_at < $2 ORDER BY queued_at, id`,
    [from, to],
  );
  const lastSettledAt = rows.reduce((last, { settled_at }) => Math.max(last, settled_at.getTime()), 0);
  return { settled: rows.map(asKnown), lastSettledAt };
}

async function readKnown(sql: Sql, page: readonly BookedAtBrokerage[]): Promise<Map<string, KnownTransfer>> {
  const ids = page.map(({ reference }) => reference).filter(isUuid);
  if (ids.length === 0) return new Map();
  const rows = await sql.query<OurRow>(`${oursSql} FROM broker_transfers b WHERE id = ANY ($1)`, [ids]);
  return new Map(rows.map((row) => [row.id, asKnown(row)]));
}

function isWithin(at: Date, from: Date, to: Date): boolean {
  return at >= from && at < to;
}

function ourTotal({ direction, currency, amount, fee, net }: TransferRecord): DayTotal {
  const left = micros(direction === 'withdrawal' ? amount - fee : amount);
  return { direction, currency, transfers: 1, amount: left, settled: net };
}

function theirTotal({ direction, currency, amount, settle_amount }: BookedAtBrokerage): DayTotal {
  return {
    direction: direction === 'to_platform' ? 'deposit' : 'withdrawal',
    currency: currency === 'BRL' ? 'brl' : 'usdt',
    transfers: 1,
    amount: usd(amount),
    settled: usd(settle_amount),
  };
}

function totalsOf(each: readonly DayTotal[]): DayTotal[] {
  const totals: DayTotal[] = [];
  for (const one of each) addTotal(totals, one);
  return totals;
}

function addTotal(totals: DayTotal[], one: DayTotal): void {
  const same = totals.find(({ direction, currency }) => direction === one.direction && currency === one.currency);
  if (!same) return void totals.push({ ...one });
  same.transfers += one.transfers;
  same.amount = micros(same.amount + one.amount);
  same.settled = micros(same.settled + one.settled);
}
