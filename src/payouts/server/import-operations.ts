import { everybody, noteChange } from '#database/server/changes.ts';
import type { Sql, Tx } from '#database/server/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { OperationSource, PayoutProduct } from '../contract.ts';
import type { BadLine, LineProblem } from '../line-problems.ts';
import { refusePayouts } from '../refusals.ts';
import {
  completeFeed,
  insertImport,
  insertOperations,
  lockFeed,
  readKnown,
  reckonIndexFrom,
} from './operation-store.ts';
import type { NumberedLine } from './read-feed-csv.ts';
import { findExcesses, type PayoutBounds } from './payout-bounds.ts';
import type { OpensBefore } from './feed-settings.ts';
import { type FeedOperation, readFeedLine, type StatedOperation } from './read-feed-line.ts';

export interface Feed {
  product: PayoutProduct;
  source: OperationSource;
  lines: readonly NumberedLine[];
  /** Business time: operations in the future are refused. */
  now: Date;
  opensBefore: OpensBefore;
  /** Every operation that closed before is in this feed or known already: what ended by then is paid. Left out if nobody says. */
  completeUntil?: Date | undefined;
  /** Whose name stands on it; none on what the sandbox makes up, which nobody withdraws. */
  by?: string | undefined;
  /** Null for the feed that the sandbox makes up, which never enters production. */
  bounds: PayoutBounds | null;
}

export interface Imported {
  added: number;
  /** Operations already known with the same content: importing a feed again changes nothing. */
  known: number;
  /** How many of the added closed at a time up to which positions have been paid already: those receive nothing of them. */
  late: number;
  /** Until when the feed is complete, if anybody ever said. */
  completeUntil?: string;
  /** By which it can be withdrawn; none if nothing was added. */
  number?: number;
}

/** Lists every bad line by number, for the sender. */
export class LinesRefused extends Refusal {
  constructor(readonly lines: readonly BadLine[]) {
    const named = Object.fromEntries(lines.map(({ line, problem }) => [String(line), problem]));
    const { folder, code, status, values } = refusePayouts('operations_refused', { count: lines.length, ...named });
    super(folder, code, status, values);
  }
}

/** Records the operations of a feed, all or nothing (H3). One operation is one row, however many customers it reaches. */
export async function importOperations(tx: Tx, { source, completeUntil, by, ...feed }: Feed): Promise<Imported> {
  const { product, now } = feed;
  if (completeUntil && completeUntil > now) throw refusePayouts('complete_until_in_future');
  const { last, paidUntil } = await lockFeed(tx, product, now);
  const { bad, added, known } = await judgeFeed(tx, feed);
  if (bad.length > 0) throw new LinesRefused(bad);

  let number: number | undefined;
  if (added.length > 0) {
    if (by !== undefined) number = await insertImport(tx, { product, last, by }, added.length);
    await insertOperations(tx, { product, source, last }, added);
    noteChange(tx, everybody, 'money');
    await reckonIndexFrom(tx, product, earliestOf(added));
  }
  const complete = await completeFeed(tx, product, { until: completeUntil ?? null, now });
  return {
    added: added.length,
    known,
    late: findLate(added, paidUntil).length,
    ...(complete && { completeUntil: complete.toISOString() }),
    ...(number !== undefined && { number }),
  };
}

/** Those that closed before what positions have been paid for already, or before what the feed was said to be complete until. */
export function findLate(operations: readonly FeedOperation[], paidUntil: Date): FeedOperation[] {
  return operations.filter(({ happenedAt }) => happenedAt < paidUntil);
}

/** When the first of them happened. Compared one by one: a file of years has more operations than a call may have arguments. */
export function earliestOf(operations: readonly Pick<FeedOperation, 'happenedAt'>[]): Date {
  const earliest = operations.reduce((first, { happenedAt }) => Math.min(first, happenedAt.getTime()), Infinity);
  return new Date(earliest);
}

/** The outcome that importing a feed would have. Nothing is written. */
export interface JudgedFeed {
  bad: BadLine[];
  added: FeedOperation[];
  /** Operations already known with the same content. */
  known: number;
}

/** Checks every line of a feed, also against known operations. */
export async function judgeFeed(
  sql: Sql,
  { product, lines, now, opensBefore, bounds }: Omit<Feed, 'source'>,
): Promise<JudgedFeed> {
  const checked = checkLines(lines, now);
  const known = await readKnown(
    sql,
    product,
    checked.map(({ operation }) => operation?.reference ?? ''),
  );
  const added = checked.flatMap(({ operation }) =>
    operation && !known.has(operation.reference) ? [opened(operation, opensBefore)] : [],
  );
  const excesses = bounds && (await findExcesses(sql, { product, bounds }, added));
  const bad = checked.flatMap(({ line, operation, problem }) => {
    if (!operation) return problem ? [{ line, problem }] : [];
    const before = known.get(operation.reference);
    if (before && !isSame(before, operation)) return [{ line, problem: 'reference_differs' as const }];
    const excess = excesses?.get(operation.reference);
    return excess ? [{ line, problem: excess }] : [];
  });
  return { bad, added, known: known.size };
}

interface Checked {
  line: number;
  operation: StatedOperation | null;
  problem: LineProblem | null;
}

function checkLines(lines: readonly NumberedLine[], now: Date): Checked[] {
  const references = new Set<string>();
  return lines.map(({ line, cells, problem }) => {
    const operation = problem ?? (cells ? readFeedLine(cells, now) : 'wrong_columns');
    if (typeof operation === 'string') return { line, operation: null, problem: operation };
    if (references.has(operation.reference)) return { line, operation: null, problem: 'reference_twice' };
    references.add(operation.reference);
    return { line, operation, problem: null };
  });
}

function opened(operation: StatedOperation, opensBefore: OpensBefore): FeedOperation {
  const { openedAt, happenedAt } = operation;
  return { ...operation, openedAt: openedAt ?? new Date(happenedAt.getTime() - opensBefore(happenedAt)) };
}

/** A line that does not say when it opened says nothing else than what is known of it. */
function isSame(one: FeedOperation, other: StatedOperation): boolean {
  return (
    (other.openedAt === null || one.openedAt.getTime() === other.openedAt.getTime()) &&
    one.happenedAt.getTime() === other.happenedAt.getTime() &&
    one.asset === other.asset &&
    one.pair === other.pair &&
    one.payout === other.payout
  );
}
