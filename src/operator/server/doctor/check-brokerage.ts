import { randomUUID } from 'node:crypto';
import { brokeragePaths } from '#wallet/brokerage-contract.ts';
import { type Finding, fine, type Patient, patienceMs, reasonOf, unknown, warn, wrong } from './finding.ts';

const check = 'brokerage';
/** A Date header has whole seconds only, and the answer took time to arrive. */
const skewWarnMs = 5_000;
const skewWrongMs = 60_000;

/** Checks that the brokerage accepts our token and answers as agreed (docs/brokerage.md), by asking for a transfer that does not exist. */
export async function checkBrokerage({ config, now }: Patient): Promise<Finding[]> {
  if (!config) return [unknown(check, 'not asked: the settings cannot be read', 'Mend the settings first.')];
  const { brokerageUrl, brokerageToken } = config;
  if (!brokerageUrl) return [unknown(check, 'not asked: BROKERAGE_URL is not set', 'Name it, or start the sandbox.')];
  const path = brokeragePaths.transfer.replace(':reference', `doctor-${randomUUID()}`);
  try {
    const startedAt = performance.now();
    const answer = await fetch(brokerageUrl + path, {
      headers: { authorization: `Bearer ${brokerageToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    await answer.arrayBuffer();
    const ms = Math.round(performance.now() - startedAt);
    return [judge(answer.status, ms), ...compareClocks(answer.headers.get('date'), now())];
  } catch (error) {
    return [
      wrong(
        check,
        `it does not answer: ${reasonOf(error)}`,
        'Set BROKERAGE_URL right, and let it through the firewall; transfers wait until it answers.',
      ),
    ];
  }
}

function judge(status: number, ms: number): Finding {
  if (status === 404) return fine(check, `it knows our token and answers after ${ms} ms`);
  if (status === 401 || status === 403)
    return wrong(check, `it does not know our token: ${status}`, 'Set BROKERAGE_TOKEN right.');
  return wrong(
    check,
    `asked for a transfer that nobody has made it answers ${status}, not 404`,
    'Lead BROKERAGE_URL to the API of docs/brokerage.md, or ask the brokerage.',
  );
}

function compareClocks(date: string | null, now: Date): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const skewMs = theirs - now.getTime();
  const said = `the brokerage's is ${Math.round(skewMs / 1_000)} s from this machine's`;
  if (Math.abs(skewMs) <= skewWarnMs) return [fine('clock', said)];
  const remedy = 'Run chrony or another NTP client here; where this clock is right, tell the brokerage.';
  return [Math.abs(skewMs) > skewWrongMs ? wrong('clock', said, remedy) : warn('clock', said, remedy)];
}
