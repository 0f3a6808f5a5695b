import type pg from 'pg';
import { sendTogether } from './clients.ts';
import { type Database, type IsExpected, sender, type Tx } from './database.ts';
import { nameStatement } from './name-statement.ts';
import { readTracing } from '#telemetry/server/tracing.ts';

/** A transaction that has begun, and what was sent in it. */
export interface Begun {
  tx: Tx;
  /** What was sent without being awaited. */
  sent: readonly Promise<unknown>[];
  /** The names of the statements, if they are traced. */
  names: string[];
  /** Corks the connection until the end of this turn of the event loop. */
  together(): void;
  /**
   * Ends the work: no statement can follow, on a connection that will be somebody else's.
   *
   * @throws AlreadyFailed if a statement never reached the server, which would commit the others
   */
  close(): void;
  /** Refuses every later statement. */
  refuseMore(): void;
  /** What made the transaction fail, given what its work or its commit threw. */
  reasonOf(error: unknown): unknown;
}

/** The transaction had failed before its COMMIT. */
export class AlreadyFailed extends Error {}

/** BEGIN is not waited for, nor is what is sent behind it. */
export function beginTransaction(db: Database, client: pg.PoolClient, isExpected?: IsExpected): Begun {
  const send = sender(db.pool, db.statements, isExpected);
  const together = sendTogether(client);
  const names: string[] = [];
  const sent: Promise<unknown>[] = [];
  let isOver = false;
  let isIncomplete = false;
  // The first failure made everything behind it fail. If the work awaited that statement it got the error, and may have replaced it with
  // its own.
  let failure: { error: unknown; wasAwaited: boolean } | undefined;
  const watch = <Rows>(statement: Promise<Rows>, explain?: (error: unknown) => unknown): Promise<Rows> => {
    const watched = statement.catch((error: unknown) => {
      failure ??= { error: explain?.(error) ?? error, wasAwaited: explain === undefined };
      throw failure.error;
    });
    watched.catch(() => {});
    return watched;
  };
  const run = <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    if (isOver) throw new Error('a statement came after the end of its transaction');
    if (readTracing()) names.push(nameStatement(text));
    together();
    try {
      return send<Row>(client, text, values);
    } catch (error) {
      isIncomplete = true;
      return Promise.reject(error);
    }
  };
  together();
  sent.push(watch(client.query('BEGIN'), asIs));
  return {
    tx: {
      query: (text, values) => watch(run(text, values)),
      send: (text, values, explain = asIs) => void sent.push(watch(run(text, values), explain)),
    } as Tx,
    sent,
    names,
    together,
    close: () => {
      isOver = true;
      if (isIncomplete) throw new AlreadyFailed('a statement was not sent');
    },
    refuseMore: () => void (isOver = true),
    reasonOf: (error) => (failure && (!failure.wasAwaited || error instanceof AlreadyFailed) ? failure.error : error),
  };
}

const asIs = (error: unknown): unknown => error;
