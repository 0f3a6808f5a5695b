import type { Http } from '#platform/server/http.ts';
import { metrics } from '#platform/server/metrics.ts';
import { countMigrations } from '#platform/server/migrate.ts';

/** Whether the process lives, whether it can do its work, and what it has been doing. */
export function serveHealth(http: Http): void {
  const readChecks = shareReading(() => checkReadiness(http));
  const readMetrics = shareReading(() => metrics.metrics());
  http.app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  http.app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const checks = await readChecks();
    const ready = Object.values(checks).every((check) => check === 'ok');
    if (!ready) reply.code(503).header('Retry-After', '2');
    return { status: ready ? 'ok' : 'unavailable', ...checks };
  });

  http.app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    return reply.type(metrics.contentType).send(await readMetrics());
  });
}

/** Whoever asks while the answer is being read gets the same one: anybody may ask, and it costs the database several questions. */
function shareReading<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | null = null;
  return () => (underWay ??= read().finally(() => (underWay = null)));
}

type Check = 'ok' | 'unavailable';

async function checkReadiness(http: Http): Promise<Record<'database' | 'migrations' | 'queue', Check>> {
  const applied = await http.db
    .query<{ count: bigint }>('SELECT count(*) AS count FROM migrations')
    .then((rows) => Number(rows[0]?.count ?? 0))
    .catch(() => null);
  const queue = await http.db.query('SELECT id FROM broker_transfers LIMIT 1').then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  return {
    database: applied === null ? 'unavailable' : 'ok',
    migrations: applied !== null && applied >= countMigrations() ? 'ok' : 'unavailable',
    queue,
  };
}
