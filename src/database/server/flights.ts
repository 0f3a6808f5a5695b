import type { Reading } from './read-together.ts';
import { sendTogether } from './clients.ts';
import { type Database, databaseSpan, onOneConnection, runner, type Sql } from './database.ts';
import { watchCommits } from './outcome-unknown.ts';
import { traced } from '#telemetry/server/tracing.ts';

/**
 * Batches statements requested in one turn of the event loop, by any caller, into one packet on one connection, each with its own answer. A
 * packet costs both sides more than most statements do.
 */
export interface Flights extends Sql {
  /** Runs these statements consecutively, with nobody else's in between. */
  board<Rows extends object>(...statements: Reading[]): Promise<Rows[][]>;
}

interface Party {
  statements: Reading[];
  resolve: (rows: object[][]) => void;
  reject: (error: unknown) => void;
}

/** Maximum number of parties in one batch: the last one waits for all. */
const seats = 48;

/**
 * Uses at most `most` connections concurrently; while all of them are busy, requests accumulate. Statements that may wait for a lock do not
 * belong here: everything behind them waits as well.
 */
export function gatherFlights({ pool, statements: how }: Database, most: number): Flights {
  const run = runner(pool, how);
  let waiting: Party[] = [];
  let out = 0;
  let isCalled = false;

  function call(): void {
    if (isCalled || out >= most) return;
    isCalled = true;
    setImmediate(() => {
      isCalled = false;
      void depart();
    });
  }

  async function depart(): Promise<void> {
    out += 1;
    let aboard: Party[] = [];
    try {
      await onOneConnection(pool, async (client) => {
        // Requests that arrived during the wait for the connection join the batch.
        aboard = waiting.splice(0, seats);
        if (waiting.length > 0) call();
        sendTogether(client)();
        const commits = watchCommits(client);
        const ask = ([text, values]: Reading): Promise<object[]> =>
          run<object>(client, text, values).then((rows) => {
            commits.check();
            return rows;
          }, commits.explain);
        let failure: { error: unknown } | undefined;
        const answer = async ({ statements, resolve, reject }: Party): Promise<void> => {
          const answers = statements.map(ask);
          try {
            resolve(answers.length === 1 ? [(await answers[0]) ?? []] : await Promise.all(answers));
          } catch (error) {
            // Whatever failed, nothing is left running when the connection is released.
            await Promise.allSettled(answers);
            failure ??= { error };
            reject(error);
          }
        };
        await Promise.all(aboard.map(answer)).finally(commits.end);
        if (failure) throw failure.error;
      });
    } catch (error) {
      // Parties already answered ignore this; without a connection, nobody was answered.
      if (aboard.length === 0) aboard = waiting.splice(0);
      for (const { reject } of aboard) reject(error);
    } finally {
      out -= 1;
      if (waiting.length > 0) call();
    }
  }

  function board<Rows extends object>(...statements: Reading[]): Promise<Rows[][]> {
    const boarded = (): Promise<Rows[][]> =>
      new Promise((resolve, reject) => {
        waiting.push({ statements, resolve: resolve as Party['resolve'], reject });
        call();
      });
    return traced(
      () =>
        databaseSpan(
          'flight',
          statements.map(([text]) => text),
        ),
      boarded,
    );
  }
  return {
    board,
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await board<Row>([text, values]))[0] ?? [],
  };
}
