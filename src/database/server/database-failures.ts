import type pg from 'pg';
import { Counter } from 'prom-client';
import { PoolExhausted } from './clients.ts';
import { codeOf, isLost } from './is-lost.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { isSilence, OutcomeUnknown } from './outcome-unknown.ts';

/** Reasons why the database failed a statement that had nothing wrong with it. */
export const causes = [
  'statement_timeout',
  'lock_timeout',
  'deadlock',
  'serialization',
  'connection_lost',
  'too_many_connections',
  'read_only',
  'pool_exhausted',
  'no_answer',
  'no_room',
] as const;
export type Cause = (typeof causes)[number];

export interface DatabaseFailure {
  cause: Cause;
  /** The code of PostgreSQL or of the operating system. */
  code: string;
  /** The statement without any values, or the purpose of the connection. */
  statement: string;
}

const byCode: Readonly<Record<string, Cause>> = {
  '57014': 'statement_timeout',
  '55P03': 'lock_timeout',
  '40P01': 'deadlock',
  '40001': 'serialization',
  '53300': 'too_many_connections',
  '25006': 'read_only',
  // The disk is full, memory is short, or a file cannot be read or written.
  '53100': 'no_room',
  '53200': 'no_room',
  '58030': 'no_room',
};

/** The cause of a database failure; null for any other error. */
export function causeOf(error: unknown): Cause | null {
  if (error instanceof PoolExhausted) return 'pool_exhausted';
  if (error instanceof OutcomeUnknown || isSilence(error)) return 'no_answer';
  return byCode[codeOf(error)] ?? (isLost(error) ? 'connection_lost' : null);
}

const counted = new Counter({
  name: 'lastro_database_troubles_total',
  help: 'Database failures by cause, including those whose retry succeeded.',
  labelNames: ['cause'],
  registers: [metrics],
});
// Present from the start, so that the first failure shows as an increase.
for (const cause of causes) counted.inc({ cause }, 0);

type Hear = (failure: DatabaseFailure) => void;
const listeners = new WeakMap<pg.Pool, Hear>();
const noted = new WeakSet<object>();

/** Registers the listener that logs the failures of this pool's process. */
export function onDatabaseFailure({ pool }: { pool: pg.Pool }, hear: Hear): void {
  listeners.set(pool, hear);
}

const unnoted = new WeakSet<pg.Pool>();

/** Failures of this pool do not count as database trouble: its callers fall back to another one. */
export function leaveUnnoted(pool: pg.Pool): void {
  unnoted.add(pool);
}

/** Counts and reports a failure once, however many callers it passes through. Ignores any other error. */
export function noteFailure(pool: pg.Pool, error: unknown, asked: string): void {
  if (unnoted.has(pool)) return;
  const cause = causeOf(error);
  if (!cause || typeof error !== 'object' || error === null || noted.has(error)) return;
  noted.add(error);
  counted.inc({ cause });
  listeners.get(pool)?.({ cause, code: codeOf(error), statement: withoutValues(asked) });
}

/** Values are parameters already; literals written into a statement by hand are removed too. */
function withoutValues(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, '’…’')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
}
