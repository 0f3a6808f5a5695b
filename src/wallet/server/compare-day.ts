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
  const until = Math.max(end.getTime(), lastSettledAt?.getTime() ?? 0) + skewMs;
  const part = { from: new Date(day.getTime() - skewMs), to: new Date(until) };
  const second = watchSecondEntries({ day, end, readFrom: part.from });
  for await (const page of readBook(part)) {
    const known = await readKnown(
      sql,
      page.filter(({ booked_at }) => isWithin(new Date(booked_at), day, end)),
    );
    for (const booked of page) {
      if (booked.status === 'done') missing.delete(booked.reference);
      const ours = known.get(booked.reference) ?? null;
      if (second.isSecond(booked, ours))
        tell({ reference: booked.reference, kind: 'booked_twice', ours, theirs: booked });
      if (!isWithin(new Date(booked.booked_at), day, end)) continue;
      const kind = classifyBreak(booked, ours);
      if (kind) tell({ reference: booked.reference, kind, ours, theirs: booked });
      if (booked.status === 'done') addTotal(theirs, theirTotal(booked));
    }
  }
  for await (const { ours, theirs: booked } of second.readEarlier(readBook))
    tell({ reference: booked.reference, kind: 'booked_twice', ours, theirs: booked });
  for (const [reference, ours] of missing) tell({ reference, kind: 'missing_there', ours, theirs: null });
  return { ...found, theirs };
}

async function readSettledOn(sql: Sql, from: Date, to: Date) {
  const rows = await sql.query<TransferRow & { settled_at: Date }>(
    `SELECT ${transferColumns}, coalesce((SELECT j.posted_at FROM ledger.journals j
       WHERE j.key = direction || ':' || id || ':settled' AND j.cell = broker_transfers.cell), queued_at) AS settled_at
     FROM broker_transfers WHERE state = 'settled' AND queued_at >= $1 AND queued_at < $2 ORDER BY queued_at, id`,
    [from, to],
  );
  const moments = rows.map(({ settled_at }) => settled_at.getTime());
  const lastSettledAt = moments.length > 0 ? new Date(moments.reduce((a, b) => Math.max(a, b))) : null;
  return { settled: rows.map(asTransfer), lastSettledAt };
}

async function readKnown(sql: Sql, page: readonly BookedAtBrokerage[]): Promise<Map<string, KnownTransfer>> {
  const ids = page.map(({ reference }) => reference).filter(isUuid);
  if (ids.length === 0) return new Map();
  const rows = await sql.query<TransferRow & { queued_at: Date }>(
    `SELECT ${transferColumns}, queued_at FROM broker_transfers WHERE id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, { ...asTransfer(row), queuedAt: row.queued_at }]));
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
