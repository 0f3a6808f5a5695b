import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readBuckets } from '#settings/server/buckets.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { newcomer, register } from '#testing/server/newcomer.ts';
import type { Flood, FloodAnswers } from './flood.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import type { Ground } from './open-ground.ts';

const scale = { full: { depth: 2_499, seconds: 8 }, small: { depth: 300, seconds: 3 } };
/** How many times slower an honest customer may be served; what takes less than this is not noticed by anybody. */
const most = { times: 3, unnoticedMs: 10 };
/** Each logs in from an own network, a few times a run. */
const honestCustomers = 24;

/** Floods from programs of their own against a server that listens, beside honest customers whose median has to stay within three times. */
export const floodHonest: Kind = {
  name: 'floods',
  run: floodAll,
  // The gate is no part of the database, where bugs are seeded; every-bucket.test.ts fails without it.
  controls: [],
};

async function floodAll({ size, open, leftMs }: Trial): Promise<Outcome> {
  const { depth, seconds } = scale[size];
  const env = { TRUSTED_PROXIES: '127.0.0.1' };
  const ground = await open({ env, isLive: true, promptMs: 100, buckets: readBuckets('sandbox') });
  const people = await Promise.all(Array.from({ length: honestCustomers }, (_, n) => makeHonest(ground, n)));
  const floods = await planFloods(ground, depth);
  const address = await ground.http.app.listen({ host: '127.0.0.1', port: 0 });
  const findings: string[] = [];
  const counts: string[] = [];
  await measure(address, people, 3);
  for (const flood of floods) {
    if (leftMs() <= 0) break;
    const quiet = await measure(address, people, seconds);
    const sending = await startFlood(address, flood);
    await pause(1_000);
    const flooded = await measure(address, people, seconds);
    const answers = await sending.stop();
    findings.push(...judge(flood.name, quiet, flooded));
    counts.push(`${flood.name} ${JSON.stringify(answers)}: ${compare(quiet, flooded)}`);
  }
  return { counts: `\n  ${counts.join('\n  ')}\n`, findings };
}

interface Honest {
  token: string;
  network: string;
  credentials: { email: string; password: string };
}

async function makeHonest(ground: Ground, n: number): Promise<Honest> {
  const { email, password } = newcomer() as { email: string; password: string };
  const { token } = (await register(ground, { email, password })).json<{ token: string }>();
  const { Uuid } = (await ground.ask({ method: 'GET', url: '/api/user', headers: { authorization: token } })).json<{
    Uuid: string;
  }>();
  await ground.bring({ id: Uuid }, '100000');
  return { token, network: `192.0.2.${n + 1}`, credentials: { email, password } };
}

const json = (body: object): string => JSON.stringify(body);

async function planFloods(ground: Ground, depth: number): Promise<Flood[]> {
  const top = await ground.investor();
  let last = top;
  for (let n = 0; n < depth; n += 1) last = await ground.investor({ broughtBy: last });
  const [eve, mallory] = [await ground.investor(), await makeHonest(ground, 100)];
  const as = (token: string, from = '198.51.100.200') => ({ authorization: token, 'x-forwarded-for': from });
  const networks = Array.from({ length: 18 }, (_, n) => ({ 'x-forwarded-for': `198.51.100.${n + 1}` }));
  const [stranger] = networks as [(typeof networks)[number]];
  const get = (path: string, headers: Record<string, string>) => ({ method: 'GET', path, headers });
  const put = (path: string, body: object) => ({ method: 'PUT', path, headers: as(eve.token), body: json(body) });
  return [
    { name: 'searches', inFlight: 60, requests: [get('/api/sponsors?search=Ana&limit=500', as(top.token))] },
    { name: 'preferences', inFlight: 300, requests: [put('/api/preferences', { theme: 'dark' })] },
    {
      name: 'what else needs no money',
      inFlight: 300,
      requests: [
        put('/api/network/privacy', { masked: true }),
        { method: 'POST', path: '/api/maturities/calendar', headers: as(eve.token) },
        get('/auth/terms', stranger),
        get('/health/ready', stranger),
        get('/nowhere/{n}', stranger),
      ],
    },
    {
      name: 'wrong logins',
      inFlight: 18 * 60,
      requests: networks.map((headers) => ({
        method: 'POST',
        path: '/auth',
        headers,
        body: json({ email: 'somebody-{n}@example.com', password: 'não é essa' }),
      })),
    },
    {
      name: 'right passwords',
      inFlight: 60,
      requests: [
        {
          method: 'POST',
          path: '/api/second-key/remove',
          headers: as(mallory.token),
          body: json({ proof: { password: mallory.credentials.password, code: '000000' } }),
        },
        { method: 'POST', path: '/auth', headers: stranger, body: json(mallory.credentials) },
      ],
    },
    { name: 'unread answers', inFlight: 8, isUnread: true, requests: [get('/health/live', stranger)] },
  ];
}

/** Under way when it returns. */
async function startFlood(address: string, flood: Flood): Promise<{ stop(): Promise<FloodAnswers> }> {
  const program = join(projectFolder, 'tools', 'endurance', 'send-flood.ts');
  const child = fork(program, [], { execArgv: ['--import', 'tsx'] });
  child.send({ address, flood });
  await once(child, 'message');
  return {
    stop: async () => {
      const ended = once(child, 'exit');
      let answers: FloodAnswers = {};
      child.on('message', (said) => {
        if (said !== 'begun') answers = said as FloodAnswers;
      });
      child.send('stop');
      await ended;
      return answers;
    },
  };
}

interface Measured {
  halfMs: number;
  refused: string[];
}
type Measures = Record<'read' | 'stake' | 'login', Measured>;

/** One honest customer after the other makes each call once; nobody else is honest meanwhile. */
async function measure(address: string, people: readonly Honest[], seconds: number): Promise<Measures> {
  const took: Record<keyof Measures, number[]> = { read: [], stake: [], login: [] };
  const refused: Record<keyof Measures, string[]> = { read: [], stake: [], login: [] };
  const until = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < until; n += 1) {
    const person = people[n % people.length] as Honest;
    const { token, network, credentials } = person;
    const headers = { authorization: token, 'x-forwarded-for': network, 'content-type': 'application/json' };
    const calls = {
      read: ['/api/homereport', { headers }],
      stake: ['/api/stake', { method: 'POST', headers, body: json({ amount: 10, time_stake: 30 }) }],
      login: ['/auth', { method: 'POST', headers, body: json(credentials) }],
    } as const;
    for (const [name, [path, options]] of Object.entries(calls) as [keyof Measures, (typeof calls)['read']][]) {
      // A customer logs in more rarely than they look and act.
      if (name === 'login' && n % 4 > 0) continue;
      const began = performance.now();
      const answer = await fetch(address + path, options);
      const body = await answer.text();
      took[name].push(performance.now() - began);
      if (!answer.ok) refused[name].push(String(answer.status));
      // Who logs in goes on with the new session: an account keeps a hundred.
      else if (name === 'login') person.token = (JSON.parse(body) as { token: string }).token;
    }
  }
  const measured = (name: keyof Measures): Measured => {
    const sorted = took[name].toSorted((a, b) => a - b);
    return { halfMs: sorted[Math.floor(sorted.length / 2)] ?? 0, refused: refused[name] };
  };
  return { read: measured('read'), stake: measured('stake'), login: measured('login') };
}

const names = ['read', 'stake', 'login'] as const;

function compare(quiet: Measures, flooded: Measures): string {
  return names
    .map((name) => `${name} ${quiet[name].halfMs.toFixed(1)} → ${flooded[name].halfMs.toFixed(1)} ms`)
    .join(', ');
}

function judge(flood: string, quiet: Measures, flooded: Measures): string[] {
  return names.flatMap((name) => {
    const { halfMs, refused } = flooded[name];
    const bound = Math.max(most.times * quiet[name].halfMs, most.unnoticedMs);
    const slow =
      halfMs > bound ? [`${flood}: ${name} took ${halfMs.toFixed(1)} ms, more than ${bound.toFixed(1)}`] : [];
    return refused.length > 0 ? [...slow, `${flood}: honest ${name} was answered ${refused.join(', ')}`] : slow;
  });
}
