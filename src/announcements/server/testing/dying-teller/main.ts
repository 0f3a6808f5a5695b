import pg from 'pg';
import { openDatabase } from '#database/server/database.ts';
import { tellAnnouncements } from '#announcements/server/tell-announcements.ts';

/** A worker that sends announcements as a separate process, killed at one of its statements. */
const { DATABASE_URL: url = '' } = process.env;
const dieAtStep = Number(process.env['DIE_AT_STEP']);
let steps = 0;

const originalQuery = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  steps += 1;
  if (steps === dieAtStep) queueMicrotask(() => process.kill(process.pid, 'SIGKILL'));
  return originalQuery.apply(this, given);
} as typeof pg.Client.prototype.query;

const db = openDatabase({ url });
while ((await tellAnnouncements(db)) > 0);
process.exit(0);
