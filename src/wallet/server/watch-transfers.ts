import { type Database, requireOne } from '#database/server/database.ts';
import { gauge } from '#telemetry/server/metrics.ts';
import { overdueAfterMs } from './advance-transfer.ts';

interface Waiting {
  open: number;
  overdue: number;
  oldest_seconds: number;
}

/** Alarm metrics: how many transfers are open, how many for too long, and how old the oldest is. */
export function watchTransfers(db: Database): void {
  const read = (figure: keyof Waiting) => async (): Promise<number> => (await readWaiting(db))[figure];
  gauge('lastro_broker_transfers_open', 'Unfinished transfers with the brokerage.', read('open'));
  gauge('lastro_broker_transfers_overdue', 'Unfinished transfers older than 15 minutes.', read('overdue'));
  gauge('lastro_withdrawals_awaiting_approval', 'Withdrawals awaiting an operator’s decision.', () =>
    countAwaitingApproval(db),
  );
  gauge('lastro_broker_transfer_oldest_seconds', 'The age of the oldest unfinished transfer.', read('oldest_seconds'));
}

function readWaiting(db: Database): Promise<Waiting> {
  return requireOne<Waiting>(
    db,
    `SELECT count(*)::integer AS open,
       count(*) FILTER (WHERE queued_at < now() - $1 * interval '1 millisecond')::integer AS overdue,
       coalesce(extract(epoch FROM now() - min(queued_at)), 0)::double precision AS oldest_seconds
     FROM broker_transfers WHERE due_at < 'infinity'`,
    [overdueAfterMs],
  );
}

async function countAwaitingApproval(db: Database): Promise<number> {
  const { count } = await requireOne<{ count: number }>(
    db,
    `SELECT count(*)::integer AS count FROM broker_transfers WHERE state = 'awaiting_approval'`,
  );
  return count;
}
