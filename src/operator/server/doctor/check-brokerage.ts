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
  if (!config) return [unknown(check, 'unread')];
  const { brokerageUrl, brokerageToken } = config;
  if (!brokerageUrl) return [unknown(check, 'unset')];
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
    return [wrong(check, 'silent', { why: reasonOf(error) })];
  }
}

function judge(status: number, ms: number): Finding {
  if (status === 404) return fine(check, 'fine', { ms });
  return wrong(check, status === 401 || status === 403 ? 'rejected' : 'other', { status: String(status) });
}

function compareClocks(date: string | null, now: Date): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const skewMs = theirs - now.getTime();
  const skew = Math.round(skewMs / 1_000);
  if (Math.abs(skewMs) <= skewWarnMs) return [fine('clock', 'brokerage', { skew })];
  return [(Math.abs(skewMs) > skewWrongMs ? wrong : warn)('clock', 'brokerage', { skew })];
}
