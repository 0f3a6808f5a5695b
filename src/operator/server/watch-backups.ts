import { type Database, requireOne } from '#database/server/database.ts';
import { gauge } from '#telemetry/server/metrics.ts';

/** The action that records the end of a backup, made by PostgreSQL's own tools. */
export const backupFinished = 'backup note';

/** Exports the age of the last finished backup or, while there is none, of the installation. */
export function watchBackups(db: Database): void {
  gauge(
    'lastro_backup_age_seconds',
    'The age of the last finished backup, or of the installation while there is none.',
    async () => {
      const { age } = await requireOne<{ age: number }>(
        db,
        `SELECT extract(epoch FROM now() - coalesce(
           (SELECT happened_at FROM actions WHERE action = '${backupFinished}' ORDER BY happened_at DESC LIMIT 1),
           (SELECT stamped_at FROM installation)))::float8 AS age`,
      );
      return age;
    },
  );
}
