import { type Finding, fine, type Patient, patienceMs, reasonOf, unknown, warn, wrong } from './finding.ts';

const check = 'serving';

interface Readiness {
  status?: unknown;
  warnings?: unknown;
}

/** Checks that the public address leads to a Lastro that can do its work. */
export async function checkAnswers({ config }: Patient): Promise<Finding[]> {
  if (!config) return [unknown(check, 'not asked: the settings cannot be read', 'Mend the settings first.')];
  const { publicUrl } = config;
  const asked = await fetch(`${publicUrl}/health/ready`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  })
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
        'Start “serve” and the proxy, and see that PUBLIC_URL is the proxy’s address.',
      ),
    ];
  const { status, body } = asked;
  if (typeof body?.status !== 'string')
    return [
      wrong(
        check,
        `${publicUrl}/health/ready is answered ${status} by something that is no Lastro`,
        'Lead the proxy to HOST:PORT of “serve”.',
      ),
    ];
  if (status !== 200)
    return [
      wrong(
        check,
        `it answers that it cannot work: ${JSON.stringify(body)}`,
        'See which of its parts is not ok, and the lines “database trouble” of its log.',
      ),
    ];
  if (Array.isArray(body.warnings) && body.warnings.includes('unnamed_proxy'))
    return [
      warn(
        check,
        'it answers, and its proxy’s address is not in TRUSTED_PROXIES',
        'Add the address that the log’s warning names.',
      ),
    ];
  return [fine(check, `${publicUrl} answers, ready`)];
}
