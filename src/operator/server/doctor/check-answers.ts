import { fetchWithin } from '#platform/server/fetch-within.ts';
import { type Finding, fine, type Patient, patienceMs, reasonOf, unknown, warn, wrong } from './finding.ts';

const check = 'serving';

interface Readiness {
  status?: unknown;
  warnings?: unknown;
}

/** Checks that the public address leads to a Lastro that can do its work. */
export async function checkAnswers({ config }: Patient): Promise<Finding[]> {
  if (!config) return [unknown(check, 'not checked: the settings cannot be read', 'Fix the settings first.')];
  const { publicUrl } = config;
  const asked = await fetchWithin(patienceMs, `${publicUrl}/health/ready`, { redirect: 'manual' })
    .then(async (answer) => ({
      status: answer.status,
      body: (await answer.json().catch(() => null)) as Readiness | null,
    }))
    .catch((error: unknown) => reasonOf(error));
  if (typeof asked === 'string')
    return [
      wrong(
        check,
        `${publicUrl} does not answer: ${asked}`,
        'Start “serve” and the proxy, and check that PUBLIC_URL is the proxy’s address.',
      ),
    ];
  const { status, body } = asked;
  if (typeof body?.status !== 'string')
    return [
      wrong(
        check,
        `${publicUrl}/health/ready is answered ${status} by something other than Lastro`,
        'Point the proxy to HOST:PORT of “serve”.',
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
  if (Array.isArray(body.warnings) && body.warnings.includes('unnamed_proxy'))
    return [
      warn(
        check,
        'it answers, but its proxy’s address is not in TRUSTED_PROXIES',
        'Add the address that the log’s warning names.',
      ),
    ];
  return [fine(check, `${publicUrl} answers and is ready`)];
}
