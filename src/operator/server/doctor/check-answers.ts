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
  if (!config) return [unknown(check, 'unread')];
  const { publicUrl } = config;
  const asked = await askReadiness(publicUrl);
  if (typeof asked === 'string') return [wrong(check, 'silent', { address: publicUrl, why: asked })];
  return judge(check, publicUrl, asked);
}

/** Checks that what settles, pays and sends mail runs, and that somebody would hear its alarms. */
export async function checkWorker({ config, worker }: Patient): Promise<Finding[]> {
  const check = 'worker';
  if (!config || (config.mode === 'sandbox' && !worker)) return [fine(check, 'sandbox')];
  const address = worker ?? `http://127.0.0.1:${config.port + 3}`;
  const asked = await askReadiness(address);
  if (typeof asked === 'string') return [unknown(check, 'absent', { address, why: asked })];
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

function judge(check: 'serving' | 'worker', address: string, { status, body }: Readiness): Finding[] {
  if (!body) return [wrong(check, 'foreign', { address, status: String(status) })];
  if (status !== 200) return [wrong(check, 'not_ready', { body: JSON.stringify(body) })];
  const found: Finding[] = [];
  if (body.warnings.includes('unnamed_proxy')) found.push(warn(check, 'unnamed_proxy'));
  if (body.warnings.includes('unwatched')) found.push(warn(check, 'unwatched', { address }));
  return found.length > 0 ? found : [fine(check, 'ready', { address })];
}
