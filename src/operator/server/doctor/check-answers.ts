import { fetchWithin } from '#platform/server/fetch-within.ts';
import { type Finding, fine, type Patient, patienceMs, reasonOf, unknown, warn, wrong } from './finding.ts';

interface Readiness {
  status: number;
  /** Null when something other than Lastro answers. */
  body: { status: string; warnings: readonly unknown[] } | null;
}

/** Checks that the public address leads to a Lastro that can do its work. */
export async function checkAnswers({ config }: Patient): Promise<Finding[]> {
  const check = 'serving';
  if (!config) return [unknown(check, 'not checked: the settings cannot be read', 'Fix the settings first.')];
  const { publicUrl } = config;
  const asked = await askReadiness(publicUrl);
  if (typeof asked === 'string')
    return [
      wrong(
        check,
        `${publicUrl} does not answer: ${asked}`,
        'Start “serve” and the proxy, and check that PUBLIC_URL is the proxy’s address.',
      ),
    ];
  return judge(check, publicUrl, asked);
}

/** Checks that what settles, pays and sends mail runs, and that somebody would hear its alarms. */
export async function checkWorker({ config, worker }: Patient): Promise<Finding[]> {
  const check = 'worker';
  if (!config || (config.mode === 'sandbox' && !worker)) return [fine(check, 'not checked: a sandbox works by itself')];
  const address = worker ?? `http://127.0.0.1:${config.port + 3}`;
  const asked = await askReadiness(address);
  if (typeof asked === 'string')
    return [
      unknown(
        check,
        `none answers at ${address}: ${asked}`,
        'Start “work”; if it runs elsewhere, name its address: lastro doctor --worker http://HOST:PORT.',
      ),
    ];
  return judge(check, address, asked);
}

async function askReadiness(address: string): Promise<Readiness | string> {
  try {
    const answer = await fetchWithin(patienceMs, `${address}/health/ready`, { redirect: 'manual' });
    const body = (await answer.json().catch(() => null)) as { status?: unknown; warnings?: unknown } | null;
    if (typeof body?.status !== 'string') return { status: answer.status, body: null };
    const warnings = Array.isArray(body.warnings) ? body.warnings : [];
    return { status: answer.status, body: { status: body.status, warnings } };
  } catch (error) {
    return reasonOf(error);
  }
}

function judge(check: string, address: string, { status, body }: Readiness): Finding[] {
  if (!body)
    return [
      wrong(
        check,
        `${address}/health/ready is answered ${status} by something other than Lastro`,
        'Point the proxy to HOST:PORT of “serve”, and name the worker’s own address.',
      ),
    ];
  if (status !== 200)
    return [
      wrong(
        check,
        `it answers that it is not ready: ${JSON.stringify(body)}`,
        'See which part is not ok, and the lines “database trouble” in its log.',
      ),
    ];
  const found: Finding[] = [];
  if (body.warnings.includes('unnamed_proxy'))
    found.push(
      warn(
        check,
        'it answers, but its proxy’s address is not in TRUSTED_PROXIES',
        'Add the address that the log’s warning names.',
      ),
    );
  if (body.warnings.includes('unwatched'))
    found.push(
      warn(
        check,
        `nobody has read the metrics of ${address} for a quarter of an hour: its alarms would not be heard`,
        'Let Prometheus scrape /metrics of every server and worker, or set OTEL_EXPORTER_OTLP_ENDPOINT (docs/operations.md, “Watching”).',
      ),
    );
  return found.length > 0 ? found : [fine(check, `${address} answers and is ready`)];
}
