import * as z from 'zod/mini';
import { doctorsName } from '#operator/server/doctor/finding.ts';
import type { Http } from '#http/server/http.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { countMigrations } from '#database/server/migrate.ts';
import { readTelemetrySettings } from '#telemetry/server/telemetry-settings.ts';
import type { ProxyWatch } from '#http/server/unnamed-proxy.ts';

const check = z.enum(['ok', 'unavailable']);
/** Conditions that do not keep the server from working but should be fixed. */
const warnings = z.array(z.enum(['unnamed_proxy', 'unwatched']));
/** `leaving`: asked to stop, still answers, wants no new clients. */
const readiness = z.object({
  status: z.enum(['ok', 'unavailable', 'leaving']),
  database: check,
  migrations: check,
  queue: check,
  warnings,
});

/** Their part of the published document; no login required. */
const schemas = {
  live: { summary: 'Whether the process is alive', response: { 200: z.object({ status: z.literal('ok') }) } },
  ready: { summary: 'Whether it can do its work', response: { 200: readiness, 503: readiness } },
  metrics: {
    summary: 'The process’s metrics, in Prometheus text format',
    response: { 200: { description: 'Metrics', content: { 'text/plain': { schema: z.string() } } } },
  },
};

const config = { bucket: 'health' } as const;

/** Liveness, readiness and metrics. */
export function serveHealth(http: Http, proxies: ProxyWatch): void {
  const readChecks = shareReading(() => checkReadiness(http));
  const readMetrics = shareReading(() => metrics.metrics());
  const scrapes = watchForScrapes(http);
  http.app.get('/health/live', { schema: schemas.live, config }, async () => ({ status: 'ok' }));

  http.app.get('/health/ready', { schema: schemas.ready, config }, async (_request, reply) => {
    const checks = await readChecks();
    const isLeaving = http.drain.isUnderWay();
    const ready = !isLeaving && Object.values(checks).every((check) => check === 'ok');
    if (!ready) reply.code(503).header('Retry-After', '2');
    const warned = [
      ...(proxies.isUnnamedSeen() ? ['unnamed_proxy'] : []),
      ...(scrapes.areMissing() ? ['unwatched'] : []),
    ];
    return { status: isLeaving ? 'leaving' : ready ? 'ok' : 'unavailable', ...checks, warnings: warned };
  });

  http.app.get('/metrics', { schema: schemas.metrics, config }, async ({ headers }, reply) => {
    scrapes.note(headers['user-agent']);
    return reply.type(metrics.contentType).send(await readMetrics());
  });
}

/** Alarms that nobody's Prometheus asks for never ring. The doctor's own look does not count. */
const scrapedWithinMs = 15 * 60_000;

function watchForScrapes({ config }: Http): { note(by?: string): void; areMissing(): boolean } {
  const isNeeded = config.mode === 'production' && !readTelemetrySettings(process.env)?.metrics;
  let askedAt = -Infinity;
  return {
    note(by) {
      if (by !== doctorsName) askedAt = performance.now();
    },
    areMissing: () => isNeeded && performance.now() - askedAt > scrapedWithinMs,
  };
}

/** Shares one reading between concurrent callers: anybody may call, and it costs several queries. */
function shareReading<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | null = null;
  return () => (underWay ??= read().finally(() => (underWay = null)));
}

async function checkReadiness(http: Http): Promise<Omit<z.output<typeof readiness>, 'status' | 'warnings'>> {
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
