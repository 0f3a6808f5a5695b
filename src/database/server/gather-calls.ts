import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Histogram } from 'prom-client';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { PoolExhausted } from './clients.ts';
import { type Database, databaseSpan } from './database.ts';
import { noteFailure } from './database-failures.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';
import { transaction } from './transaction.ts';

/** The most calls in one batch: the last of them waits for all. */
const mostTogether = 48;
/** The most batches of a statement under way: the second begins when the first has been under way for `patienceMs`. */
const mostUnderWay = 2;
const patienceMs = 50;
/** How long a call that somebody's lock keeps out waits before it stands in line again, and how long it does so in all. */
const againMs = 20;
const longestAgainMs = 10_000;
/** As long as a call may wait for a connection. */
const longestWaitMs = 30_000;

const sizes = new Histogram({
  name: 'lastro_commit_calls',
  help: 'How many calls that move money were committed in one transaction.',
  buckets: [1, 2, 4, 8, 16, 32, mostTogether],
  registers: [metrics],
});

/** What became of a call: null, it is done; else a word of its statement's, and nothing of it has happened. */
export type RowOutcome = string | null;

interface Call {
  customerId: string;
  values: readonly unknown[];
  since: number;
  resolve: (outcome: RowOutcome) => void;
  reject: (error: unknown) => void;
}

/** The calls that one statement runs. */
interface Line {
  waiting: Call[];
  underWay: number;
  /** Whether the last batch is too young for another one beside it. */
  isHeldBack: boolean;
  isCalled: boolean;
}

const lines = new WeakMap<pg.Pool, Map<string, Line>>();

function lineOf({ pool }: Database, statement: string): Line {
  const all = lines.get(pool) ?? new Map<string, Line>();
  lines.set(pool, all);
  const line = all.get(statement) ?? { waiting: [], underWay: 0, isHeldBack: false, isCalled: false };
  all.set(statement, line);
  return line;
}

/** A batch is the work of none of its calls in particular, so that no call's trace gets it. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Runs a call as a row of a batch: while one batch is under way, calls gather for the next, one of each customer. `statement` takes the
 * customers' ids and then an array for each of `values`, and returns the place `n` (from 1) and the `outcome` of each; what one call comes
 * to is no other call's business (docs/decisions/0085-calls-that-commit-together.md). The outcome `again` stands in line once more.
 *
 * A batch that fails as a whole for a reason that may be one call's is run call by call. Each call has to be safe under a key of its own: a
 * batch whose commit is in doubt is run again.
 *
 * @throws Refusal `unavailable` when the customer's money was held by somebody else for ten seconds
 * @throws PoolExhausted when there was no turn within 30 seconds
 * @throws OutcomeUnknown when the commit may not outlive the server
 */
export function gatherCall(
  db: Database,
  statement: string,
  customerId: string,
  values: readonly unknown[],
): Promise<RowOutcome> {
  return new Promise((resolve, reject) => {
    const line = lineOf(db, statement);
    line.waiting.push({ customerId, values, since: performance.now(), resolve, reject });
    outside(() => callNext(db, statement, line));
  });
}

/** Starts the next batch, if it may, at the end of this turn of the event loop, when all calls of the turn are waiting. */
function callNext(db: Database, statement: string, line: Line): void {
  if (line.isCalled || line.isHeldBack || line.waiting.length === 0 || line.underWay >= mostUnderWay) return;
  line.isCalled = true;
  const goOn = (): void => {
    line.isHeldBack = false;
    callNext(db, statement, line);
  };
  setImmediate(() => {
    line.isCalled = false;
    const calls = takeCalls(db, line);
    if (calls.length === 0) return;
    line.underWay += 1;
    line.isHeldBack = true;
    const impatient = setTimeout(goOn, patienceMs);
    void runBatch(db, statement, line, calls).finally(() => {
      clearTimeout(impatient);
      line.underWay -= 1;
      goOn();
    });
  });
}

/** Takes the calls that have waited longest, one of each customer; those that have waited too long are told so. */
function takeCalls({ pool }: Database, line: Line): Call[] {
  const taken = new Map<string, Call>();
  line.waiting = line.waiting.filter((call) => {
    if (performance.now() - call.since > longestWaitMs) {
      const error = new PoolExhausted();
      noteFailure(pool, error, 'a shared transaction');
      call.reject(error);
      return false;
    }
    if (taken.size >= mostTogether || taken.has(call.customerId)) return true;
    taken.set(call.customerId, call);
    return false;
  });
  return [...taken.values()];
}

/** Whatever happens, each call is answered, or stands in line again. */
async function runBatch(db: Database, statement: string, line: Line, calls: readonly Call[]): Promise<void> {
  sizes.observe(calls.length);
  try {
    const outcomes = await send(db, statement, calls);
    for (const [at, call] of calls.entries()) {
      const outcome = outcomes.get(at + 1) ?? null;
      if (outcome === 'again') void standAgain(db, statement, line, call);
      else call.resolve(outcome);
    }
  } catch (error) {
    if (calls.length === 1 || isOfNone(error)) for (const { reject } of calls) reject(error);
    else for (const call of calls) await runBatch(db, statement, line, [call]);
  }
}

/** Whether the database, and no call, is the reason. */
function isOfNone(error: unknown): boolean {
  return error instanceof Refusal || error instanceof OutcomeUnknown || error instanceof PoolExhausted;
}

/** The statement travels with BEGIN and COMMIT. */
async function send(db: Database, statement: string, calls: readonly Call[]): Promise<ReadonlyMap<number, RowOutcome>> {
  const columns = [
    calls.map(({ customerId }) => customerId),
    ...(calls[0]?.values ?? []).map((_value, place) => calls.map(({ values }) => values[place])),
  ];
  const { rows } = await transaction(
    db,
    async (tx) => ({ rows: tx.query<{ n: bigint; outcome: RowOutcome }>(statement, columns) }),
    { repeatable: true, span: spanOf(calls) },
  );
  return new Map((await rows).map(({ n, outcome }) => [Number(n), outcome]));
}

/** A trace of its own: it is the work of none of the calls, and each of them is another customer's. */
function spanOf(calls: readonly Call[]): ReturnType<typeof databaseSpan> {
  const span = databaseSpan('shared transaction', []);
  return { ...span, isPart: false, attributes: { ...span.attributes, 'lastro.calls': calls.length } };
}

async function standAgain(db: Database, statement: string, line: Line, call: Call): Promise<void> {
  if (performance.now() - call.since > longestAgainMs) return call.reject(refusePlatform('unavailable', {}, 2));
  await pause(againMs);
  line.waiting.push(call);
  callNext(db, statement, line);
}
