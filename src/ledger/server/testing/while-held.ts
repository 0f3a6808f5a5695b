import pg from 'pg';
import { expect } from 'vitest';
import type { LedgerWorld } from './ledger-world.ts';

/** Whether somebody holds a lock on these rows: `SELECT …`, tested without waiting. */
export async function isHeld(ledger: LedgerWorld, rows: string): Promise<boolean> {
  return ledger.asOwner(`${rows} FOR NO KEY UPDATE NOWAIT`).then(
    () => false,
    (error: { code?: string }) => {
      expect(error.code).toBe('55P03');
      return true;
    },
  );
}

/**
 * Runs `work` while another transaction has executed `statement`, calls `look` once `work` is waiting for it, and then ends that
 * transaction.
 */
export async function whileOpen<Result>(
  { db }: LedgerWorld,
  statement: string,
  work: () => Promise<Result>,
  { look, ending = 'ROLLBACK' }: { look?: () => Promise<void>; ending?: 'COMMIT' | 'ROLLBACK' } = {},
): Promise<Result> {
  const holder = new pg.Client({ connectionString: db.adminUrl });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${statement}`);
    const done = work();
    done.catch(() => {});
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await holder.query(waiting)).rowCount, { interval: 5 }).toBe(1);
    await look?.();
    await holder.query(ending);
    return await done;
  } finally {
    await holder.end();
  }
}
