import { fetchWithin } from '#platform/server/fetch-within.ts';
import { randomUUID } from 'node:crypto';
import { brokeragePaths } from '#wallet/brokerage-contract.ts';
import { type Finding, fine, type Patient, patienceMs, reasonOf, unknown, warn, wrong } from './finding.ts';

const check = 'brokerage';
/** A Date header has whole seconds only, and the answer took time to arrive. */
const skewWarnMs = 5_000;
const skewWrongMs = 60_000;

/** Checks that the brokerage accepts our token and answers as agreed (docs/brokerage.md), by asking for a transfer that does not exist. */
export async function checkBrokerage({ config, now }: Patient): Promise<Finding[]> {
  if (!config) return [unknown(check, 'not checked: the settings cannot be read', 'Fix the settings first.')];
  const { brokerageUrl, brokerageToken } = config;
  if (!brokerageUrl) return [unknown(check, 'not checked: BROKERAGE_URL is not set', 'Set it, or start the sandbox.')];
  const path = brokeragePaths.transfer.replace(':reference', `doctor-${randomUUID()}`);
  try {
    const startedAt = performance.now();
    const answer = await fetchWithin(patienceMs, brokerageUrl + path, {
      headers: { authorization: `Bearer ${brokerageToken}` },
      redirect: 'error',
    });
    const ms = Math.round(performance.now() - startedAt);
    return [judge(answer.status, ms), ...compareClocks(answer.headers.get('date'), now())];
  } catch (error) {
    return [
      wrong(
        check,
        `it does not answer: ${reasonOf(error)}`,
        'Correct BROKERAGE_URL, and allow it through the firewall; transfers wait until it answers.',
      ),
    ];
  }
}

function judge(status: number, ms: number): Finding {
  if (status === 404) return fine(check, `it accepts our token and answers after ${ms} ms`);
  if (status === 401 || status === 403)
    return wrong(check, `it rejects our token: ${status}`, 'Correct BROKERAGE_TOKEN.');
  return wrong(
    check,
    `for a transfer that does not exist it answers ${status}, not 404`,
    'Point BROKERAGE_URL to the API of docs/brokerage.md, or ask the brokerage.',
  );
}

function compareClocks(date: string | null, now: Date): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const skewMs = theirs - now.getTime();
  const said = `the brokerage's is ${Math.round(skewMs / 1_000)} s from this machine's`;
  if (Math.abs(skewMs) <= skewWarnMs) return [fine('clock', said)];
  const remedy = 'Run chrony or another NTP client here; if this clock is right, tell the brokerage.';
  return [Math.abs(skewMs) > skewWrongMs ? wrong('clock', said, remedy) : warn('clock', said, remedy)];
}
