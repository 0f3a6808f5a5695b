import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Histogram } from 'prom-client';
import { Refusal } from '#platform/refusal.ts';
import { cellOf } from '#platform/server/cell.ts';
import { PoolExhausted } from './clients.ts';
import { type Database, databaseSpan, type Tx } from './database.ts';
import { causeOf } from './database-failures.ts';
import { codeOf, isLost } from './is-lost.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { customersNamedBy } from './named-customers.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { heldUpOf, type PreparedWork, sendAsOne } from './prepared-work.ts';
import { isRemediable, type Remediable } from './remedies.ts';
import { createSemaphore } from '#platform/server/semaphore.ts';
import type { ServedAlone } from './served-alone.ts';
import { tryAgain } from './transaction.ts';

/** The most calls that share a commit: the last of them waits for all. */
export const mostTogether = 48;
/** Fewer calls than this run side by side, each in its own transaction. */
export const fewestTogether = 3;
/** Fewer calls than this, of which nobody knows the one that spoiled their transaction, run alone. */
const fewestDivided = 10;
/** Fewer calls than this that are held up wait alone. */
const fewestHeldUpTogether = 5;
/** How long calls that wait for a lock or for the disk keep the next ones from starting. */
export const patienceMs = 50;
/** How often calls commit without those that spoiled the transaction before; then they are divided. */
const mostAttempts = 3;
/** How long a customer whose call was refused when others shared its transaction is served alone. */
const refusedAloneMs = 60_000;
/** How long one is who was in the way of the others, and not refused. */
const namedAloneMs = 5_000;

const sizes = new Histogram({
  name: 'lastro_commit_calls',
  help: 'How many calls that move money were committed in one transaction.',
  buckets: [1, 2, 4, 8, 16, 32, mostTogether],
  registers: [metrics],
});
const separated = new Counter({
  name: 'lastro_commits_separated_total',
  help: 'Shared transactions that were rolled back because of one or more of their calls.',
  registers: [metrics],
});

/** Any other transaction writes one cell only, which test databases enforce (testing/watch-cells.ts). */
const spansCells = `SELECT set_config('lastro.spans_cells', 'on', true)`;

/** The code of a statement that gave up waiting for a lock, as those for many do after 50 ms. */
const waitedTooLong = '55P03';

export interface Call {
  customerId: string;
  prepared: PreparedWork<unknown>;
  /** Runs the call in its own transaction; what was prepared is used only in the first attempt. */
  alone: (prepared?: PreparedWork<unknown>) => Promise<unknown>;
  /** Prepares the call anew and lets it share another transaction; null the second time. */
  again: (() => Promise<unknown>) | null;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Runs work when its turn comes. */
type Lane = (work: () => Promise<void>) => Promise<void>;

/** What calls that cannot share a transaction do, by connection pool. */
export interface Apart {
  servedAlone: ServedAlone;
  /** For calls that will wait for somebody's lock, perhaps for ten seconds: all of them together must leave connections to others. */
  waiting: Lane;
  /** For all others: after an outage there are many at once. */
  working: Lane;
}

/** The part of a pool's connections that calls of each lane take. */
const laneShare = 0.3;
/** How long a call keeps the next one of its lane from starting. */
const workingMs = 1_000;

export function openLanes(db: Database): Pick<Apart, 'waiting' | 'working'> {
  const bounds = { atOnce: shareOfPool(db, laneShare), waiting: Number.POSITIVE_INFINITY };
  const working = createSemaphore(bounds);
  return { waiting: createSemaphore(bounds), working: (work) => working(() => patiently(work(), workingMs)) };
}

/** A part of the connections that there may be, and one at least. */
export function shareOfPool({ pool }: Database, share: number): number {
  return Math.max(1, Math.floor(pool.options.max * share));
}

/** Resolves when the work has ended, and after `ms` in any case. */
export async function patiently(work: Promise<void>, ms: number): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, pause(ms, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

/**
 * Commits the calls of several customers in one transaction, and answers each. Resolves when no shared transaction of theirs is under way
 * any more; calls that run alone may then still be. Never rejects.
 */
export async function shareCommit(db: Database, apart: Apart, calls: readonly Call[], attempt = 1): Promise<void> {
  const [only] = calls;
  if (!only) return;
  sizes.observe(calls.length);
  if (calls.length === 1) return only.alone(only.prepared).then(only.resolve, only.reject);
  const works = inLockingOrder(calls).map(({ prepared }) => prepared);
  const send = async (tx: Tx): Promise<void> => {
    tx.send(spansCells);
    sendAsOne(tx, works);
  };
  try {
    await tryAgain(db, send, { isExpected: hasWaitedTooLong, span: spanOf(calls) });
  } catch (error) {
    return failed(db, apart, calls, attempt, error);
  }
  afterNext(() => {
    for (const { prepared, resolve } of calls) resolve(prepared.result);
  });
}

/** Runs when the transaction that waited for this one has been sent: PostgreSQL works on it while these calls are answered. */
function afterNext(then: () => void): void {
  setImmediate(() => setImmediate(then));
}

/** A trace of its own: it is the work of none of the calls, and each of them is another customer's. */
function spanOf(calls: readonly Call[]): ReturnType<typeof databaseSpan> {
  const span = databaseSpan('shared transaction', []);
  return { ...span, isPart: false, attributes: { ...span.attributes, 'lastro.calls': calls.length } };
}

function hasWaitedTooLong(error: unknown): boolean {
  return codeOf(error) === waitedTooLong;
}

/** By cell, then customer: transactions that lock the same rows lock them in the same order. */
function inLockingOrder(calls: readonly Call[]): Call[] {
  return calls.toSorted(
    ({ customerId: a }, { customerId: b }) => cellOf(a) - cellOf(b) || (a < b ? -1 : Number(a > b)),
  );
}

async function failed(
  db: Database,
  apart: Apart,
  calls: readonly Call[],
  attempt: number,
  error: unknown,
): Promise<void> {
  if (error instanceof OutcomeUnknown || error instanceof PoolExhausted || isUnavailable(error)) {
    for (const { reject } of calls) reject(error);
    return;
  }
  if (isRemediable(error)) return startAgain(db, apart, calls, error);
  // Lost at COMMIT: what became of each call, its own key tells. Or the database has trouble, which is no call's.
  if (isLost(error) || isTrouble(error)) return runAlone(apart, calls, 'trouble');
  separated.inc();
  if (hasWaitedTooLong(error)) return withoutHeldUp(db, apart, calls, attempt);
  const named = customersNamedBy(error);
  const others = calls.filter(({ customerId }) => !named.has(customerId));
  if (others.length === calls.length) return divide(db, apart, calls, attempt);
  const spoilers = calls.filter(({ customerId }) => named.has(customerId));
  runAlone(apart, spoilers, 'named');
  return goOn(db, apart, others, attempt);
}

function isTrouble(error: unknown): boolean {
  return causeOf(error) !== null && !hasWaitedTooLong(error);
}

/** A setting is another by now, which all of them have to learn: once. */
async function startAgain(db: Database, apart: Apart, calls: readonly Call[], error: Remediable): Promise<void> {
  const isRemedied = await error.remedy(db).catch(() => false);
  for (const call of calls) {
    if (isRemedied && call.again) void call.again().then(call.resolve, call.reject);
    else runAlone(apart, [call], 'trouble');
  }
}

/** The service has given up after several tries. */
function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.status >= 500;
}

function goOn(db: Database, apart: Apart, calls: readonly Call[], attempt: number): Promise<void> {
  return attempt < mostAttempts ? shareCommit(db, apart, calls, attempt + 1) : divide(db, apart, calls, attempt);
}

/** Nobody knows whose call it was: one of the halves commits, and so on. */
async function divide(db: Database, apart: Apart, calls: readonly Call[], attempt: number): Promise<void> {
  const half = Math.ceil(calls.length / 2);
  if (calls.length < fewestDivided) return runAlone(apart, calls, 'unnamed');
  await shareCommit(db, apart, calls.slice(0, half), attempt);
  await shareCommit(db, apart, calls.slice(half), attempt);
}

/**
 * Commits without those whose rows somebody else holds. A few of them wait for these rows alone; many are probably held up by a transaction
 * that waits for the disk, and try again together after it.
 */
async function withoutHeldUp(db: Database, apart: Apart, calls: readonly Call[], attempt: number): Promise<void> {
  const named = await findHeldUp(db, calls);
  const heldUp = calls.filter(({ customerId }) => named.has(customerId));
  const others = calls.filter(({ customerId }) => !named.has(customerId));
  const areMany = heldUp.length >= fewestHeldUpTogether && attempt < mostAttempts;
  if (!areMany) runAlone(apart, heldUp, 'held up');
  const later = async (): Promise<void> => {
    await pause(patienceMs * 2 ** attempt);
    await shareCommit(db, apart, heldUp, attempt + 1);
  };
  await Promise.all([goOn(db, apart, others, attempt), areMany && later()]);
}

/** Carries the answer out of a transaction that is rolled back: the locks that were free are let go, and nothing waits for the disk. */
class Found extends Error {
  constructor(readonly customers: ReadonlySet<string>) {
    super('rolled back on purpose');
  }
}

/** Empty if nobody is held up any more, or if that cannot be found out. */
async function findHeldUp(db: Database, calls: readonly Call[]): Promise<ReadonlySet<string>> {
  const [first] = calls;
  const statement = first && heldUpOf(first.prepared);
  if (!statement) return new Set();
  const look = async (tx: Tx): Promise<never> => {
    const rows = await tx.query<{ customer: string }>(statement, [calls.map(({ customerId }) => customerId)]);
    throw new Found(new Set(rows.map(({ customer }) => customer)));
  };
  return tryAgain(db, look, { span: spanOf(calls) }).catch((error: unknown) =>
    error instanceof Found ? error.customers : new Set(),
  );
}

/** Answers each call by a transaction of its own. */
function runAlone(
  { servedAlone, waiting, working }: Apart,
  calls: readonly Call[],
  why: 'named' | 'held up' | 'unnamed' | 'trouble',
): void {
  const isNamed = why === 'named' || why === 'held up';
  const lane = why === 'held up' ? waiting : working;
  for (const { customerId, alone, resolve, reject } of calls) {
    // From now on, and not only when it is known how it ends: other calls of theirs would spoil other transactions.
    if (isNamed) servedAlone.add(customerId, namedAloneMs);
    const run = async (): Promise<void> => {
      try {
        resolve(await alone());
      } catch (error) {
        if (why !== 'trouble' && causeOf(error) === null && !isUnavailable(error))
          servedAlone.add(customerId, refusedAloneMs);
        reject(error);
      } finally {
        if (isNamed) servedAlone.add(customerId, namedAloneMs);
      }
    };
    void lane(run);
  }
}
