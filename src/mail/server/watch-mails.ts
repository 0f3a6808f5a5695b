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
    `SELECT count(*) FILTER (WHERE due_at IS NOT NULL)::integer AS waiting,
       count(*) FILTER (WHERE due_at IS NOT NULL AND queued_at < now() - interval '10 minutes')::integer AS stuck,
       count(*) FILTER (WHERE state IN ('refused', 'expired'))::integer AS lost
     FROM mails WHERE due_at IS NOT NULL OR ended_at > now() - interval '24 hours'`,
  );
}
