import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { PoolExhausted } from './clients.ts';
import type { Database, Tx } from './database.ts';
import { noteFailure } from './database-failures.ts';
import { kindOf, type PreparedWork, prepareWork, sendPrepared } from './prepared-work.ts';
import { rememberServedAlone } from './served-alone.ts';
import {
  type Apart,
  type Call,
  fewestTogether,
  mostTogether,
  openLanes,
  patienceMs,
  patiently,
  shareCommit,
  shareOfPool,
} from './share-commit.ts';
import { readTracing } from '#telemetry/server/tracing.ts';
import { transaction } from './transaction.ts';

/** The most calls under way alone while others gather. */
const mostAlone = 2;
/** The most shared transactions of a kind under way, as a part of the pool's connections: with a slow disk they would take all of them. */
const sharingShare = 0.2;
/** As long as a call may wait for a connection. */
const longestWaitMs = 30_000;

/** Calls that send the same statements. */
interface Queue {
  waiting: (Call & { since: number })[];
  /** Whether a transaction of several calls keeps the next one from starting. */
  isHeldBack: boolean;
  /** How many transactions of several calls are under way. */
  sharing: number;
  /** How many calls under way alone keep the next ones from starting. */
  alone: number;
  isCalled: boolean;
}

/** All queues of a connection pool. */
interface Sharing extends Apart {
  queues: Map<string, Queue>;
}

const sharings = new WeakMap<pg.Pool, Sharing>();

function sharingOf(db: Database): Sharing {
  const sharing = sharings.get(db.pool) ?? { queues: new Map(), servedAlone: rememberServedAlone(), ...openLanes(db) };
  sharings.set(db.pool, sharing);
  return sharing;
}

/** Runs what no call in particular asked for, so that no call's trace gets it; nothing but tracing looks at the context of a call. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Runs a customer's `work` in a transaction that it may share with other customers' work of the same kind: while one transaction is under
 * way, calls gather for the next (docs/decisions/0085-calls-that-commit-together.md). Work that awaits rows, or sends a statement without a
 * form for many, gets its own transaction.
 *
 * All calls of a transaction commit, or none. If it fails, those that the error names run alone, each with its own result or refusal, and
 * the others together again. `work` must carry its own key, as for `transaction` with `repeatable`.
 *
 * @throws OutcomeUnknown when the commit may not outlive the server, to every call in it
 * @throws PoolExhausted when there was no turn within 30 seconds
 */
export function commitTogether<Result>(
  db: Database,
  customerId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return join(db, customerId, work, false);
}

async function join<Result>(
  db: Database,
  customerId: string,
  work: (tx: Tx) => Promise<Result>,
  isAgain: boolean,
): Promise<Result> {
  const within: typeof asItIs = readTracing() ? AsyncLocalStorage.snapshot() : asItIs;
  const alone = (prepared?: PreparedWork<Result>): Promise<Result> => {
    let unsent = prepared;
    const run = async (tx: Tx): Promise<Result> => {
      const first = unsent;
      unsent = undefined;
      return first ? sendPrepared(tx, first) : work(tx);
    };
    return within(() => transaction(db, run, { repeatable: true }));
  };
  const again = isAgain ? null : (): Promise<Result> => within(() => join(db, customerId, work, true));
  const sharing = sharingOf(db);
  if (sharing.servedAlone.has(customerId)) return alone();
  const prepared = await prepareWork(work);
  const kind = prepared && kindOf(prepared);
  if (!prepared || kind === null) return alone();
  return new Promise<Result>((resolve, reject) => {
    const queue = sharing.queues.get(kind) ?? { waiting: [], isHeldBack: false, sharing: 0, alone: 0, isCalled: false };
    sharing.queues.set(kind, queue);
    queue.waiting.push({
      customerId,
      prepared,
      alone,
      again,
      resolve,
      reject,
      since: performance.now(),
    } as Queue['waiting'][0]);
    if (queue.isCalled) return;
    if (readTracing()) outside(() => callNext(db, sharing, kind, queue));
    else callNext(db, sharing, kind, queue);
  });
}

const asItIs = <Result>(work: () => Result): Result => work();

/** Starts what can start at the end of this turn of the event loop, when all calls of the turn are waiting. */
function callNext(db: Database, sharing: Sharing, kind: string, queue: Queue): void {
  if (queue.isCalled) return;
  if (queue.waiting.length === 0) {
    if (queue.alone === 0 && queue.sharing === 0 && !queue.isHeldBack) sharing.queues.delete(kind);
    return;
  }
  queue.isCalled = true;
  setImmediate(() => {
    queue.isCalled = false;
    dismiss(db, sharing, queue);
    const goOn = (): void => callNext(db, sharing, kind, queue);
    if (queue.waiting.length === 0) return goOn();
    if (queue.waiting.length >= fewestTogether) startSharing(db, sharing, queue, goOn);
    else startAlone(db, sharing, queue, goOn);
  });
}

function startSharing(db: Database, sharing: Sharing, queue: Queue, goOn: () => void): void {
  if (queue.isHeldBack || queue.sharing >= shareOfPool(db, sharingShare)) return;
  queue.isHeldBack = true;
  queue.sharing += 1;
  const ended = commit(db, sharing, takeCalls(queue)).finally(() => {
    queue.sharing -= 1;
    goOn();
  });
  void patiently(ended, patienceMs).finally(() => {
    queue.isHeldBack = false;
    goOn();
  });
}

function startAlone(db: Database, sharing: Sharing, queue: Queue, goOn: () => void): void {
  if (queue.isHeldBack) return;
  while (queue.waiting.length > 0 && queue.alone < mostAlone) {
    queue.alone += 1;
    void patiently(commit(db, sharing, queue.waiting.splice(0, 1)), patienceMs).finally(() => {
      queue.alone -= 1;
      goOn();
    });
  }
}

/** Whatever happens, each call is answered. */
function commit(db: Database, sharing: Sharing, calls: readonly Call[]): Promise<void> {
  return shareCommit(db, sharing, calls).catch((fault: unknown) => {
    for (const { reject } of calls) reject(fault);
  });
}

/** Takes out the calls of customers who meanwhile are to be served alone, and those that have waited too long. */
function dismiss({ pool }: Database, { servedAlone }: Sharing, queue: Queue): void {
  queue.waiting = queue.waiting.filter((call) => {
    if (performance.now() - call.since > longestWaitMs) {
      const error = new PoolExhausted();
      noteFailure(pool, error, 'a shared transaction');
      call.reject(error);
      return false;
    }
    if (!servedAlone.has(call.customerId)) return true;
    void call.alone(call.prepared).then(call.resolve, call.reject);
    return false;
  });
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
