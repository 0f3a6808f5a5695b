import { randomUUID } from 'node:crypto';
import { openDatabase } from '#database/server/database.ts';
import { buildWorld } from '#testing/server/build-world.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import { sum } from '../shared/tally.ts';
import type { Ground } from './open-ground.ts';

const scale = { full: { rounds: 60, customers: 150 }, small: { rounds: 2, customers: 60 } };

/** Dollars of a stake, and what thirty days of it promise. */
const [amount, promised] = [10, 1];

/** Many customers open stakes at the same moment at two servers, some more than they can afford, some under keys that they use twice. */
export const openInCrowds: Kind = {
  name: 'crowds',
  run: openAll,
  controls: [
    {
      name: 'openings that share a commit cost their customers nothing',
      finding: 'the books: every stored balance',
      functions: [{ of: 'ledger.post', from: 'SET balance = p.balance, held', to: 'SET balance = a.balance, held' }],
    },
    {
      name: 'openings that share a commit draw nothing from the treasury',
      finding: 'money in = money out + money held',
      functions: [{ of: 'ledger.post', from: 'booked = p.booked', to: 'booked = a.booked' }],
    },
    {
      name: 'keys that share a commit are written down wrong',
      finding: 'one key has two answers',
      functions: [
        {
          of: 'open_positions',
          from: 'SELECT g.customer, g.key, g.hash',
          to: 'SELECT g.customer, g.key || random()::text, g.hash',
        },
      ],
    },
  ],
};

async function openAll({ size, open, leftMs }: Trial): Promise<Outcome> {
  const { rounds, customers } = scale[size];
  const findings: string[] = [];
  let calls = 0;
  let opened = 0;
  let done = 0;
  const ground = await open();
  const servers = await startTwo(ground);
  for (; done < rounds && leftMs() > 0; done += 1) {
    const crowd = await Promise.all(Array.from({ length: customers }, (_, n) => makeMember(ground, n)));
    const intents = shuffle(crowd.flatMap(({ intents: own }) => own));
    calls += intents.length;
    await Promise.all(intents.map((intent) => send(servers, intent)));
    for (const member of crowd) findings.push(...(await verify(member)));
    opened += sum(crowd.map(({ affords }) => affords));
  }
  const [{ commits }] = (await ground.asOwner(
    'SELECT count(DISTINCT xmin::text)::int AS commits FROM idempotency_keys WHERE status = 201',
  )) as [{ commits: number }];
  if (commits > opened * 0.8) findings.push(`${opened} openings in ${commits} commits: these were no crowds`);
  await servers[1].close();
  findings.push(...(await exhaust(open, customers)));
  return {
    counts: `${done} crowds of ${customers}, ${calls} calls, ${opened} openings in ${commits} commits`,
    findings,
  };
}

/** A second server of the same installation, with connections of its own. */
async function startTwo(ground: Ground): Promise<[World, World]> {
  const { url, adminUrl } = ground.db;
  const second = await buildWorld({ ...openDatabase({ url }), url, adminUrl }, { treasury: '0' });
  second.now = ground.now;
  return [ground, second];
}

interface Intent {
  token: string;
  server: number;
  key: string;
  answer?: { status: number; body: string };
}

interface Member {
  who: TestInvestor;
  balance: number;
  /** How many stakes will be opened: as many as there are keys and as the balance pays for. */
  affords: number;
  intents: Intent[];
}

/** Up to four stakes at once on a balance for none to four; every third customer sends one of them to both servers. */
async function makeMember(ground: Ground, n: number): Promise<Member> {
  const balance = amount * (n % 5);
  const who = await ground.investor(balance > 0 ? { balance: String(balance) } : {});
  const keys = Array.from({ length: 1 + (n % 4) }, () => randomUUID());
  const sent = n % 3 === 0 ? [...keys, keys[0] as string] : keys;
  const intents = sent.map((key, at): Intent => ({ token: who.token, server: at % 2, key }));
  return { who, balance, affords: Math.min(keys.length, balance / amount), intents };
}

async function send(servers: readonly World[], intent: Intent): Promise<void> {
  const answer = await (servers[intent.server] as World).ask({
    method: 'POST',
    url: '/api/stake',
    headers: { authorization: intent.token, 'idempotency-key': intent.key },
    payload: { amount, time_stake: 30 },
  });
  intent.answer = { status: answer.statusCode, body: answer.body };
}

async function verify({ who, balance, affords, intents }: Member): Promise<string[]> {
  const findings: string[] = [];
  const bodies = new Map<string, Set<string>>();
  for (const { key, answer } of intents)
    bodies.set(key, (bodies.get(key) ?? new Set<string>()).add(`${answer?.status} ${answer?.body}`));
  if ([...bodies.values()].some(({ size }) => size > 1)) findings.push(`${who.id}: one key has two answers`);
  const wrong = intents.filter(({ answer }) => answer?.status !== 201 && answer?.status !== 422);
  findings.push(...wrong.map(({ answer }) => `${who.id}: answered ${answer?.status} ${answer?.body}`));
  const said = new Set(intents.filter(({ answer }) => answer?.status === 201).map(({ key }) => key)).size;
  const listed = (await who.get('/api/stakes')).json<unknown[]>().length;
  if (said !== affords || listed !== affords)
    findings.push(`${who.id}: ${said} answered and ${listed} listed where ${affords} can be opened`);
  const has = await who.balance();
  if (has !== balance - affords * amount)
    findings.push(`${who.id} has ${has} where ${balance - affords * amount} is left`);
  return findings;
}

/** The treasury backs half of what a crowd wants, and exactly that is promised. */
async function exhaust(open: Trial['open'], customers: number): Promise<string[]> {
  const backed = Math.floor(customers / 2);
  const ground = await open({ treasury: String(backed * promised) });
  const servers = await startTwo(ground);
  const crowd = await Promise.all(Array.from({ length: customers }, () => ground.investor({ balance: '10' })));
  const intents = crowd.map(({ token }, n): Intent => ({ token, server: n % 2, key: randomUUID() }));
  await Promise.all(intents.map((intent) => send(servers, intent)));
  await servers[1].close();
  const got = intents.filter(({ answer }) => answer?.status === 201).length;
  const refused = intents.filter(({ answer }) => answer?.status === 409).length;
  const isRight = got === backed && refused === customers - backed;
  return isRight ? [] : [`${got} opened where the treasury backs ${backed}, ${refused} refused of ${customers}`];
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
