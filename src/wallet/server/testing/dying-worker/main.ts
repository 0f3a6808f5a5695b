import pg from 'pg';
import { openDatabase } from '#database/server/database.ts';
import { advanceTransfer } from '#wallet/server/advance-transfer.ts';
import { connectBrokerage } from '#wallet/server/brokerage-client.ts';
import { claimTransfers } from '#wallet/server/transfer-queue.ts';

/**
 * A worker in a separate process that is killed at one of its steps: every statement and every call to the brokerage is one. `before` kills
 * it before the step, `during` while the step is under way and unanswered.
 */
const { DATABASE_URL: url = '', BROKERAGE_URL: brokerageUrl = '', BROKERAGE_TOKEN: token = '' } = process.env;
const dieAtStep = Number(process.env['DIE_AT_STEP']);
const isDuring = process.env['DIE'] === 'during';
const underWayMs = 100;
let steps = 0;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** True when the step must not happen. */
function step(afterMs: number): boolean {
  steps += 1;
  if (steps !== dieAtStep) return false;
  if (!isDuring) die();
  else if (afterMs > 0) setTimeout(die, afterMs);
  else queueMicrotask(die);
  return !isDuring;
}

const originalQuery = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
  return step(0) ? new Promise(() => {}) : originalQuery.apply(this, given);
} as typeof pg.Client.prototype.query;

const originalFetch = globalThis.fetch;
globalThis.fetch = (...given) => (step(underWayMs) ? new Promise(() => {}) : originalFetch(...given));

const db = openDatabase({ url });
const log = { info: () => {}, warn: () => {}, error: () => {} };
const context = { db, brokerage: connectBrokerage({ url: brokerageUrl, token }), log };
for (const transfer of await claimTransfers(db, 1, 60_000)) await advanceTransfer(context, transfer);
process.exit(0);
