import { Counter } from 'prom-client';
import { metrics } from '#telemetry/server/metrics.ts';
import { nameStatement } from './name-statement.ts';

/** From here on a customer notices. */
export const slowMs = 500;

const slow = new Counter({
  name: 'lastro_database_slow_statements_total',
  help: 'Statements that took half a second or longer, as measured by this process.',
  registers: [metrics],
});
const seconds = new Counter({
  name: 'lastro_database_slow_statement_seconds_total',
  help: 'Time spent in slow statements, by statement name.',
  labelNames: ['statement'],
  registers: [metrics],
});

/** Counts a slow statement, whether it was answered or not; the number of names is bounded by the statements in the code. */
export function noteDuration(text: string, elapsedMs: number): void {
  if (elapsedMs < slowMs) return;
  slow.inc();
  seconds.inc({ statement: nameStatement(text) }, elapsedMs / 1000);
}
