import { type Percent, toJsonNumber } from '#money/money.ts';
import { dayAfter } from '#platform/clock.ts';
import { dayIn, instantOf } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { type Database, requireOne } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { PayoutProduct } from '../contract.ts';
import { type readRecord, recordSpans, type TradingRecord } from '../record-contract.ts';
import { recordSql } from './record-sql.ts';

/** Sums in millionths of a percent, as text. */
interface Reckoned {
  since: string | null;
  sandbox: boolean;
  spans: { result: string; fall: string; operations: number; gains: number }[];
  days: [day: string, stood: string][] | null;
}

interface RecordRow {
  last_number: bigint;
  record: Reckoned | null;
}

interface Known {
  day: string;
  lastNumber: bigint;
  record: TradingRecord;
}

type RecordRequest = Pick<CallRequest<typeof readRecord>, 'investor' | 'query'>;

/**
 * Reads records and caches the last one of each product. The cache is never stale: the statement that would compute a record tells whether
 * another operation has become known since, and spans begin with days, so nothing else changes it.
 */
export function createRecordReader(): (db: Database, request: RecordRequest) => Promise<TradingRecord> {
  const known = new Map<PayoutProduct, Known>();
  let zone: string | null = null;
  return async (db, { investor, query: { product } }) => {
    // It is set before the first customer, and this is one.
    zone ??= await readHouseZone(db);
    const day = dayIn(zone, investor.now);
    const before = known.get(product);
    const isOfToday = before?.day === day;
    const starts = recordSpans.map((days) => instantOf(firstDay(day, days), zone as string));
    const { last_number: lastNumber, record } = await requireOne<RecordRow>(db, recordSql, [
      product,
      isOfToday ? before.lastNumber : null,
      starts,
    ]);
    if (record === null && isOfToday) return before.record;
    if (record === null) throw new Error('a record that was asked for was not reckoned');
    const made = presentRecord(product, record, day);
    known.set(product, { day, lastNumber, record: made });
    return made;
  };
}

/** Returns the first of `days` days that end today. */
function firstDay(today: string, days: number): string {
  return dayAfter(today, 1 - days);
}

function presentRecord(
  product: PayoutProduct,
  { since, sandbox, spans, days }: Reckoned,
  today: string,
): TradingRecord {
  return {
    Product: product,
    Since: since === null ? null : new Date(since).toISOString(),
    Sandbox: sandbox,
    Spans: spans.map(({ result, fall, operations, gains }, at) => ({
      Days: recordSpans[at] as number,
      From: firstDay(today, recordSpans[at] as number),
      Result: percentOfText(result),
      WorstFall: percentOfText(fall),
      Operations: operations,
      Gains: gains,
    })),
    Series: since === null ? [] : seriesOf(days ?? [], today),
  };
}

/** Returns a point for every day of the longest span, and for the day before it, when the result is still zero. */
function seriesOf(closings: Reckoned['days'] & object, today: string): TradingRecord['Series'] {
  const longest = Math.max(...recordSpans);
  const stoodOn = new Map(closings);
  let stood = '0';
  return Array.from({ length: longest + 1 }, (_, at) => {
    const day = dayAfter(today, at - longest);
    stood = stoodOn.get(day) ?? stood;
    return { Date: day, Result: percentOfText(stood) };
  });
}

function percentOfText(millionths: string): number {
  return toJsonNumber(BigInt(millionths) as Percent);
}
