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
  if (mode === 'sandbox' && standing.standbys === 0 && standing.wanted === '')
    return [fine('replication', 'none, as in a sandbox')];
  return [...findStandbys(standing), ...findArchive(standing)];
}

function findStandbys({ standbys, seen, synchronous, lag_seconds: lag, wanted }: Standing): Finding[] {
  const check = 'replication';
  if (standbys === 0 && wanted !== '')
    return [
      wrong(
        check,
        `synchronous_standby_names is ${wanted}, but no standby is connected: calls that move money wait and are refused`,
        'Bring a standby back, or remove its name, knowing what that means (docs/operations.md, “Failover”).',
      ),
    ];
  if (standbys === 0)
    return [
      warn(
        check,
        'there is no standby: if this machine is lost, so is everything since the last backup',
        'Add a synchronous standby (docs/operations.md, “Failover”).',
      ),
    ];
  if (seen < standbys)
    return [
      unknown(
        check,
        `${standbys} standbys; how far behind they are is not shown to this login`,
        'GRANT pg_monitor TO lastro_app lets it see that, and nothing else.',
      ),
    ];
  if (wanted !== '' && synchronous === 0)
    return [
      wrong(
        check,
        `${standbys} standbys, and none is synchronous although ${wanted} is required`,
        'Check the standby’s log: it is connected but does not keep up, or has another name.',
      ),
    ];
  const said = `${standbys} standbys, ${synchronous} of them synchronous, ${Math.round(lag ?? 0)} s behind`;
  if ((lag ?? 0) > lagWrongSeconds)
    return [
      wrong(
        check,
        said,
        'Check the standby’s disk and network: reports read from it are out of date, and a failover takes long.',
      ),
    ];
  if ((lag ?? 0) > lagWarnSeconds)
    return [warn(check, said, 'Watch it: the cause may be a long query on the standby, or a slow disk or network.')];
  if (synchronous === 0)
    return [
      warn(
        check,
        said,
        'Set synchronous_standby_names: without it, the latest answered changes are lost with the primary.',
      ),
    ];
  return [fine(check, said)];
}

function findArchive({ archive_mode: mode, archived_seconds_ago: ago, is_failing: isFailing }: Standing): Finding[] {
  const check = 'log archive';
  if (mode === 'off')
    return [
      warn(
        check,
        'archive_mode is off: no backup can be rolled forward to a point in time',
        'Archive the write-ahead log (docs/operations.md, “Point-in-time recovery”), or check that your provider does.',
      ),
    ];
  if (isFailing)
    return [
      wrong(
        check,
        'the last segment of the log could not be archived',
        'Check archive_command and its target: the log stays and fills the disk.',
      ),
    ];
  if (ago === null || ago > archiveWarnSeconds)
    return [
      warn(
        check,
        ago === null
          ? 'nothing has been archived yet'
          : `the last segment was archived ${Math.round(ago / 60)} minutes ago`,
        'Set archive_timeout = 5min: otherwise a quiet hour is lost.',
      ),
    ];
  return [fine(check, `the last segment was archived ${Math.round(ago)} s ago`)];
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
