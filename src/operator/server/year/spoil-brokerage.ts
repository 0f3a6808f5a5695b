import { fetchWithin } from '#platform/server/fetch-within.ts';
import type { FaultMode, FaultRequest } from '#sandbox/contract.ts';
import type { Lastro } from '../command.ts';
import type { Chance } from './chance.ts';

type Brokerage = NonNullable<Lastro['brokerage']>;

/** Short, so that a year of faults takes minutes: what matters is how they are handled. */
const delayMs = 100;

const modes: readonly FaultMode[] = [
  'fail_before',
  'fail_after',
  'timeout_before',
  'timeout_after',
  'reset_before',
  'reset_after',
  'garbage',
  'empty',
  'late',
  'answer_twice',
  'refuse',
  'pending',
  'twice',
  'wrong_amount',
  'wrong_reference',
  'unknown_404',
  'away',
];

/** Arms one kind of fault for the brokerage's next calls. */
export function spoilBrokerage(brokerage: Brokerage, chance: Chance, times: number): Promise<void> {
  const input: FaultRequest = { mode: chance.pick(modes), times, delay_ms: delayMs };
  return tell(brokerage, 'POST', input).then(() => undefined);
}

/** Returns the number of armed faults not yet triggered. */
export async function countWaitingFaults(brokerage: Brokerage): Promise<number> {
  const answer = await tell(brokerage, 'GET');
  const { faults } = (await answer.json()) as { faults: { times: number }[] };
  return faults.reduce((sum, { times }) => sum + times, 0);
}

export async function forgiveBrokerage(brokerage: Brokerage): Promise<void> {
  await tell(brokerage, 'DELETE');
}

async function tell({ url, token }: Brokerage, method: string, input?: FaultRequest): Promise<Response> {
  const answer = await fetchWithin(5_000, `${url}/sandbox/faults`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(input ? { 'content-type': 'application/json' } : {}) },
    ...(input ? { body: JSON.stringify(input) } : {}),
  });
  if (!answer.ok) throw new Error(`the sandbox brokerage answered ${answer.status} when told to misbehave`);
  return answer;
}
