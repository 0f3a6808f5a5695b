import { type Database, requireOne } from '#platform/server/database.ts';
import { gauge } from '#platform/server/metrics.ts';

interface Waiting {
  waiting: number;
  stuck: number;
  lost: number;
}

/** The alarms: how many mails wait, how many for too long, and how many were given up today. */
export function watchMails(db: Database): void {
  const read = (figure: keyof Waiting) => async (): Promise<number> => (await readWaiting(db))[figure];
  gauge('lastro_mails_waiting', 'Mails that have not left yet.', read('waiting'));
  gauge('lastro_mails_stuck', 'Of these, older than 10 minutes.', read('stuck'));
  gauge('lastro_mails_given_up', 'Mails refused or too late in the last 24 hours.', read('lost'));
}

function readWaiting(db: Database): Promise<Waiting> {
  return requireOne<Waiting>(
    db,
    `SELECT sum(due.waiting)::integer AS waiting, sum(due.stuck)::integer AS stuck, sum(ended.lost)::integer AS lost
     FROM generate_series(0, 255) AS c,
       LATERAL (
         SELECT count(*) AS waiting, count(*) FILTER (WHERE queued_at < now() - interval '10 minutes') AS stuck
         FROM mails WHERE cell = c::smallint AND due_at IS NOT NULL
       ) AS due,
       LATERAL (
         SELECT count(*) AS lost FROM mails
         WHERE cell = c::smallint AND ended_at > now() - interval '24 hours' AND state IN ('refused', 'expired')
       ) AS ended`,
  );
}
