import type { Config } from '#settings/server/config.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import { type Finding, fine, unknown, warn, wrong } from './finding.ts';

interface Standing {
  standbys: number;
  seen: number;
  synchronous: number;
  lag_seconds: number | null;
  wanted: string;
  archive_mode: string;
  archived_seconds_ago: number | null;
  is_failing: boolean;
}

const lagWarnSeconds = 30;
const lagWrongSeconds = 300;
const archiveWarnSeconds = 3_600;

/** Checks whether a second machine holds all data, how far it lags, and whether the log is archived. */
export async function checkReplication(db: Sql, { mode }: Config): Promise<Finding[]> {
  const standing = await requireOne<Standing>(db, standingSql);
  if (mode === 'sandbox' && standing.standbys === 0 && standing.wanted === '') return [fine('replication', 'sandbox')];
  return [findStandbys(standing), findArchive(standing)];
}

function findStandbys({ standbys, seen, synchronous, lag_seconds: exactly, wanted }: Standing): Finding {
  const check = 'replication';
  if (standbys === 0) return wanted === '' ? warn(check, 'alone') : wrong(check, 'unconnected', { wanted });
  if (seen < standbys) return unknown(check, 'unseen', { standbys });
  if (wanted !== '' && synchronous === 0) return wrong(check, 'asynchronous', { standbys, wanted });
  const lag = exactly ?? 0;
  const said = { standbys, synchronous, lag: Math.round(lag) };
  if (lag > lagWrongSeconds) return wrong(check, 'lag', said, 'far_behind');
  if (lag > lagWarnSeconds) return warn(check, 'lag', said, 'behind');
  if (synchronous === 0) return warn(check, 'lag', said, 'unsynchronised');
  return fine(check, 'lag', said);
}

function findArchive({ archive_mode: mode, archived_seconds_ago: ago, is_failing: isFailing }: Standing): Finding {
  const check = 'log_archive';
  if (mode === 'off') return warn(check, 'off');
  if (isFailing) return wrong(check, 'failing');
  if (ago === null) return warn(check, 'none_yet', {}, 'quiet');
  if (ago > archiveWarnSeconds) return warn(check, 'minutes', { minutes: Math.round(ago / 60) }, 'quiet');
  return fine(check, 'seconds', { seconds: Math.round(ago) });
}

const standingSql = `
  SELECT (SELECT count(*) FROM pg_stat_replication)::integer AS standbys,
    (SELECT count(*) FROM pg_stat_replication WHERE state IS NOT NULL)::integer AS seen,
    (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))::integer AS synchronous,
    (SELECT max(extract(epoch FROM replay_lag)) FROM pg_stat_replication)::double precision AS lag_seconds,
    current_setting('synchronous_standby_names') AS wanted, current_setting('archive_mode') AS archive_mode,
    extract(epoch FROM clock_timestamp() - last_archived_time)::double precision AS archived_seconds_ago,
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS is_failing
  FROM pg_stat_archiver`;
