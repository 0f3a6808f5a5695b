import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Counter, Histogram } from 'prom-client';
import { cellOf } from './cell.ts';
import { PoolExhausted } from './clients.ts';
import type { Database, Tx } from './database.ts';
import { metrics } from './metrics.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { kindOf, type PreparedWork, prepareWork, sendAsOne, sendPrepared } from './prepared-work.ts';
import { transaction, transactOnce } from './transaction.ts';

/** The most calls that share a commit: the last of them waits for all. */
const mostTogether = 48;
/** Fewer calls than this cost less in transactions of their own, side by side. */
const fewestTogether = 5;
/** The most calls under way alone while others gather. */
const mostAlone = 4;
/** How long calls that wait for a lock or for the disk keep the next ones from starting. */
const patienceMs = 50;
/** How long a customer whose call could not commit with others is served alone. */
const aloneMs = 60_000;
const mostRemembered = 10_000;
/** How often calls commit without those that spoiled the transaction before. */
const mostAttempts = 3;

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

interface Call {
  customerId: string;
  prepared: PreparedWork<unknown>;
  /** Runs the call in its own transaction; what was prepared is used only in the first attempt. */
  alone: (prepared?: PreparedWork<unknown>) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Calls that send the same statements. */
interface Queue {
  waiting: Call[];
  /** Whether a transaction of several calls is under way. */
  isSharing: boolean;
  /** How many calls are under way alone. */
  alone: number;
  isCalled: boolean;
}

/** All queues of a connection pool. */
interface Sharing {
  queues: Map<string, Queue>;
  aloneUntil: Map<string, number>;
}

const sharings = new WeakMap<pg.Pool, Sharing>();

function sharingOf({ pool }: Database): Sharing {
  const sharing = sharings.get(pool) ?? { queues: new Map(), aloneUntil: new Map() };
  sharings.set(pool, sharing);
  return sharing;
}

/**
 * Runs a customer's `work` in a transaction that it may share with other customers' work of the same kind: while one transaction is under
 * way, calls gather for the next (docs/decisions/0085-calls-that-commit-together.md). Work that awaits rows, or sends a statement without a
 * form for many, gets its own transaction.
 *
 * All calls of a transaction commit, or none. If it fails, those that the error names run alone, each with its own result or refusal, and
 * the others together again; if it names none, all run alone. `work` must carry its own key, as for `transaction` with `repeatable`.
 *
 * @throws OutcomeUnknown when the commit may not outlive the server, to every call in it
 */
export async function commitTogether<Result>(
  db: Database,
  customerId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const alone = (prepared?: PreparedWork<Result>): Promise<Result> => {
    let unsent = prepared;
    const run = async (tx: Tx): Promise<Result> => {
      const first = unsent;
      unsent = undefined;
      return first ? sendPrepared(tx, first) : work(tx);
    };
    return transaction(db, run, { repeatable: true });
  };
  const sharing = sharingOf(db);
  if ((sharing.aloneUntil.get(customerId) ?? 0) > Date.now()) return alone();
  const prepared = await prepareWork(work);
  const kind = prepared && kindOf(prepared);
  if (!prepared || kind === null) return alone();
  return new Promise<Result>((resolve, reject) => {
    const queue = sharing.queues.get(kind) ?? { waiting: [], isSharing: false, alone: 0, isCalled: false };
    sharing.queues.set(kind, queue);
    queue.waiting.push({ customerId, prepared, alone, resolve, reject } as Call);
    callNext(db, sharing, kind, queue);
  });
}

/** Starts what can start at the end of this turn of the event loop, when all calls of the turn are waiting. */
function callNext(db: Database, sharing: Sharing, kind: string, queue: Queue): void {
  if (queue.isCalled) return;
  if (queue.waiting.length === 0) {
    if (queue.alone === 0 && !queue.isSharing) sharing.queues.delete(kind);
    return;
  }
  queue.isCalled = true;
  setImmediate(() => {
    queue.isCalled = false;
    const goOn = (): void => callNext(db, sharing, kind, queue);
    if (queue.isSharing) return;
    if (queue.waiting.length >= fewestTogether) {
      queue.isSharing = true;
      void patiently(commit(db, sharing, takeCalls(queue))).finally(() => {
        queue.isSharing = false;
        goOn();
      });
    } else
      while (queue.waiting.length > 0 && queue.alone < mostAlone) {
        queue.alone += 1;
        void patiently(commit(db, sharing, queue.waiting.splice(0, 1))).finally(() => {
          queue.alone -= 1;
          goOn();
        });
      }
  });
}

/** Resolves when the work has ended, and soon in any case: what waits for a lock or for the disk holds nobody up. */
async function patiently(work: Promise<void>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, pause(patienceMs, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

/** Takes the calls that have waited longest, one of each customer. */
function takeCalls(queue: Queue): Call[] {
  const taken = new Map<string, Call>();
  queue.waiting = queue.waiting.filter((call) => {
    if (taken.size >= mostTogether || taken.has(call.customerId)) return true;
    taken.set(call.customerId, call);
    return false;
  });
  return [...taken.values()];
}

async function commit(db: Database, sharing: Sharing, calls: Call[], attempt = 1): Promise<void> {
  sizes.observe(calls.length);
  const [only] = calls;
  if (only && calls.length === 1) return only.alone(only.prepared).then(only.resolve, only.reject);
  const works = inLockingOrder(calls).map(({ prepared }) => prepared);
  try {
    const send = async (tx: Tx): Promise<void> => {
      tx.send(spansCells);
      sendAsOne(tx, works);
    };
    await transactOnce(db, send, waitedTooLong);
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof PoolExhausted) {
      for (const { reject } of calls) reject(error);
      return;
    }
    separated.inc();
    const others = calls.filter(({ customerId }) => !detailOf(error).includes(customerId));
    const goOn = attempt < mostAttempts && others.length > 0 && others.length < calls.length;
    const apart = goOn ? calls.filter((call) => !others.includes(call)) : calls;
    await Promise.all([
      ...apart.map((call) => separate(sharing, call)),
      goOn && commit(db, sharing, others, attempt + 1),
    ]);
    return;
  }
  for (const { prepared, resolve } of calls) resolve(prepared.result);
}

/** The database names customers whose call cannot be in the transaction: `ledger.post_…_many()` does, and a key that is already there. */
function detailOf(error: unknown): string {
  return error instanceof Error && 'detail' in error ? String(error.detail) : '';
}

/** By cell, then customer: transactions that lock the same rows lock them in the same order. */
function inLockingOrder(calls: readonly Call[]): Call[] {
  return calls.toSorted(
    ({ customerId: a }, { customerId: b }) => cellOf(a) - cellOf(b) || (a < b ? -1 : Number(a > b)),
  );
}

/** The customer whose call is refused is probably the reason why the transaction failed. */
async function separate({ aloneUntil }: Sharing, { customerId, alone, resolve, reject }: Call): Promise<void> {
  try {
    resolve(await alone());
  } catch (error) {
    if (aloneUntil.size >= mostRemembered) aloneUntil.clear();
    aloneUntil.set(customerId, Date.now() + aloneMs);
    reject(error);
  }
}
