import { type Database, readOne, requireOne, type Sql } from '#database/server/database.ts';
import { gauge, gaugeBy } from '#telemetry/server/metrics.ts';
import type { Lane } from './mail-queue.ts';

interface Waiting {
  waiting: number;
  urgent: number;
  ordinary: number;
  lost: number;
}

/**
 * Gauges for alarms: how many emails are waiting, how many for too long, and how many were given up in the last 24 hours. Somebody is
 * waiting for each urgent one. Many of the others may have to wait their turn, as when an announcement goes to everybody, so they count as
 * stuck only once they have failed, or while none of them is being sent.
 */
export function watchMails(db: Database): void {
  const read = (figure: keyof Waiting) => async (): Promise<number> => (await readWaiting(db))[figure];
  gauge('lastro_mails_waiting', 'Mails not sent yet.', read('waiting'));
  gaugeBy(
    'lastro_mails_stuck',
    'Urgent mails older than 5 minutes; other mails older than 10 that have failed, or if none of them has been sent for as long.',
    'lane',
    async () => {
      const { urgent, ordinary } = await readWaiting(db);
      return { urgent, ordinary } satisfies Record<Lane, number>;
    },
  );
  gauge('lastro_mails_given_up', 'Mails refused or expired in the last 24 hours.', read('lost'));
}

/** What a person sees of it: emails that wait too long or were given up, and what the mail server last said, as a code. */
export async function readMailTrouble(sql: Sql): Promise<{ stuck: number; lost: number; said: string | null }> {
  const { urgent, ordinary, lost } = await readWaiting(sql);
  const last = await readOne<{ last_error: string }>(
    sql,
    `SELECT last_error FROM mails WHERE due_at IS NOT NULL AND failures > 0 ORDER BY queued_at DESC LIMIT 1`,
  );
  return { stuck: urgent + ordinary, lost, said: last?.last_error ?? null };
}

function readWaiting(db: Sql): Promise<Waiting> {
  return requireOne<Waiting>(
    db,
    `SELECT sum(due.waiting)::integer AS waiting, sum(due.urgent)::integer AS urgent,
       CASE WHEN sum(ended.lately) > 0 THEN sum(due.failing) ELSE sum(due.ordinary) END::integer AS ordinary, sum(ended.lost)::integer AS lost
     FROM ledger.treasury AS c,
       LATERAL (
         SELECT count(*) AS waiting, count(*) FILTER (WHERE is_urgent AND queued_at < now() - interval '5 minutes') AS urgent,
           count(*) FILTER (WHERE NOT is_urgent AND queued_at < now() - interval '10 minutes') AS ordinary,
           count(*) FILTER (WHERE NOT is_urgent AND queued_at < now() - interval '10 minutes' AND failures > 0) AS failing
         FROM mails WHERE cell = c.cell AND due_at IS NOT NULL
       ) AS due,
       LATERAL (
         SELECT count(*) FILTER (WHERE state IN ('refused', 'expired')) AS lost,
           count(*) FILTER (WHERE state = 'sent' AND NOT is_urgent AND ended_at > now() - interval '10 minutes') AS lately
         FROM mails WHERE cell = c.cell AND ended_at > now() - interval '24 hours'
       ) AS ended`,
  );
}
