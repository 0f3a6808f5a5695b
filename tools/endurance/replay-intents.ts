import { randomUUID } from 'node:crypto';
import type { Response } from 'light-my-request';
import type { Kind, Outcome, Trial } from './kind.ts';
import { type Caller, type MoneyRoute, moneyRoutes } from './money-routes.ts';
import type { Ground } from './open-ground.ts';
import { openForRegistrations } from './open-for-registrations.ts';
import { allAtOnce } from '../shared/load.ts';
import { tally } from '../shared/tally.ts';

const scale = { full: { rounds: 20, atOnce: 200 }, small: { rounds: 1, atOnce: 40 } };

/** One intent, sent many times under one key, then again to a restarted server: it must have one effect and one answer. */
export const replayIntents: Kind = {
  name: 'replays',
  run: replayAll,
  controls: [
    {
      name: 'the key is written down wrong, and nobody finds it again',
      finding: 'stake: answered 201 × 10,',
      statements: [
        {
          having: 'INTO idempotency_keys',
          from: 'VALUES ($1, $2, $3, $4, $5)',
          to: 'VALUES ($1, $2 || random()::text, $3, $4, $5)',
        },
      ],
    },
    {
      name: 'of an intent that is sent again another body is kept',
      finding: ', and first ',
      statements: [{ having: 'INTO idempotency_keys', from: '$4, $5)', to: `$4, replace($5, ':', ': '))` }],
    },
  ],
};

interface Intent {
  route: MoneyRoute;
  caller: Caller;
  key: string;
  first: Response | undefined;
}

async function replayAll({ size, open, leftMs }: Trial): Promise<Outcome> {
  const { rounds, atOnce } = scale[size];
  const ground = await open();
  await openForRegistrations(ground);
  const findings: string[] = [];
  const intents: Intent[] = [];
  let done = 0;
  for (; done < rounds && leftMs() > 0; done += 1) {
    for (const route of moneyRoutes) {
      const intent = { route, caller: await route.prepare(ground), key: randomUUID(), first: undefined } as Intent;
      const answers = await sendAtOnce(intent, atOnce);
      intent.first = answers.find(({ headers }) => headers['idempotency-replayed'] === undefined);
      findings.push(...(await verify(intent, answers, atOnce - 1)));
      intents.push(intent);
    }
  }
  await ground.restart();
  for (const intent of intents) findings.push(...(await verify(intent, await sendAtOnce(intent, 20), 20)));
  await verifyStranger(ground, intents, findings);
  const counts = `${moneyRoutes.length} routes × ${done} intents × ${atOnce} at once, and 20 each after a restart`;
  return { counts, findings };
}

function sendAtOnce({ caller: { who, url, body }, key }: Intent, times: number): Promise<Response[]> {
  return allAtOnce(times, () => who.post(url, body, { 'idempotency-key': key }));
}

async function verify(intent: Intent, answers: readonly Response[], replays: number): Promise<string[]> {
  const { name, accepted, begins, step } = intent.route;
  const findings: string[] = [];
  const expected = `${accepted} × ${answers.length}`;
  if (tally(answers) !== expected) findings.push(`${name}: answered ${tally(answers)}, not ${expected}`);
  const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length;
  if (replayed !== replays) findings.push(`${name}: ${replayed} of ${answers.length} were replayed, not ${replays}`);
  const other = answers.find(({ body }) => body !== intent.first?.body);
  if (other) findings.push(`${name}: answered ${other.body}, and first ${intent.first?.body}`);
  const [is, should] = [await intent.caller.measure(), begins + step];
  if (is !== should) findings.push(`${name}: ${is} where ${should} should be`);
  return findings;
}

/** A key belongs to its customer: another customer's call under the same key has its own effect. */
async function verifyStranger(ground: Ground, intents: readonly Intent[], findings: string[]): Promise<void> {
  for (const { route, key } of intents.slice(0, moneyRoutes.length)) {
    const caller = await route.prepare(ground);
    const answer = await caller.who.post(caller.url, caller.body, { 'idempotency-key': key });
    const isOwn = answer.statusCode === route.accepted && answer.headers['idempotency-replayed'] === undefined;
    if (!isOwn) findings.push(`${route.name}: somebody else’s key was answered ${answer.statusCode} ${answer.body}`);
  }
}
