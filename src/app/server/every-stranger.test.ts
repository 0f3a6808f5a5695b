import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintResetToken } from '#auth/server/mailed-token-store.ts';
import { logIn, newcomer, register } from '#testing/server/newcomer.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { livedInvestor } from '#explanations/server/testing/lived-investor.ts';
import { positionNames } from '#explanations/figures.ts';
import { openSession } from '#auth/server/session-store.ts';
import { type PublishedCall, publishedCalls } from './testing/published-calls.ts';
import type { TestInvestor } from '#testing/server/world.ts';

/** Tries every id in every place, instead of each only where it belongs. */
const isWhole = process.env.STRANGERS === 'whole';
const operatorToken = 'o'.repeat(40);
let world: CopytradeWorld;
let calls: PublishedCall[];
/** Rich has everything; Eve wants it. */
let rich: TestInvestor;
let eve: TestInvestor;

beforeAll(async () => {
  world = await openCopytradeWorld({ env: { OPERATOR_TOKEN: operatorToken } });
  calls = await publishedCalls(world);
  rich = (await livedInvestor(world)).ana;
  eve = await world.investor({ balance: '500', isEmailConfirmed: true, broughtBy: rich });
  await eve.post('/api/bot/subscribe', {});
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Tokens and secrets that used to be valid, or are valid only elsewhere. */
async function strangers(): Promise<Record<string, string | undefined>> {
  const session = async (): Promise<string> => (await openSession(world.db, rich.id, true)).token;
  const loggedOut = await session();
  await world.ask({ method: 'POST', url: '/auth/logout', headers: { authorization: loggedOut } });
  const expired = await session();
  await world.db.query(
    `UPDATE sessions SET expires_at = now() WHERE expires_at = (SELECT max(expires_at) FROM sessions)`,
  );
  const options = newcomer();
  const before = (await register(world, options)).json().token;
  const { token: changer } = (await logIn(world, options)).json();
  const password = 'outra capivara no telhado';
  const changed = await world.ask({
    method: 'POST',
    url: '/api/password/-',
    headers: { authorization: changer },
    body: { password, current: options.password },
  });
  expect(changed.statusCode).toBe(204);
  const endedElsewhere = await session();
  await rich.post('/api/sessions/others/end');
  const calendar = (await rich.post('/api/maturities/calendar')).json<{ Url: string }>().Url;
  return {
    nobody: undefined,
    'something else': 'x',
    'a token that nobody was given': 'A'.repeat(43),
    'one that was logged out': loggedOut,
    'one that was logged out, with its scheme': `Bearer ${loggedOut}`,
    'one whose time is over': expired,
    'one from before the password changed': before,
    'one that was ended from another device': endedElsewhere,
    'one with another letter at its end': rich.token.slice(0, -1) + (rich.token.endsWith('A') ? 'B' : 'A'),
    'the secret of a calendar': /([\w-]{43})\.ics$/.exec(calendar)?.[1],
    'a link that sets a password': (await mintResetToken(world.db, rich, 30, new Date())) ?? undefined,
    'the operator’s': operatorToken,
    'two at once': `${rich.token},${rich.token}`,
    'the customer’s id': rich.id,
  };
}

test('[A5] every customer call refuses every kind of stranger, with and without a body', async () => {
  const own = calls.filter(({ access }) => access === 'investor');
  expect(own.length).toBeGreaterThan(60);
  for (const [who, authorization] of Object.entries(await strangers())) {
    const headers = { ...(authorization && { authorization }), cookie: `token=${rich.token}` };
    const ask = async ({ method, path }: PublishedCall) => {
      const url = `${path.replace(/\{[^}]+\}/g, '-')}?token=${rich.token}`;
      const answer = await world.ask({ method, url, headers });
      return [who, method, path, answer.statusCode, answer.body, answer.headers['cache-control']];
    };
    const refused = JSON.stringify({ code: 'unauthenticated', message: 'Sua sessão terminou. Entre novamente.' });
    expect(await Promise.all(own.map(ask))).toEqual(
      own.map(({ method, path }) => [who, method, path, 401, refused, 'no-store']),
    );
  }
  expect((await rich.get('/api/user')).statusCode).toBe(200);
});

test("[R1] the operator's calls refuse customers and everybody else", async () => {
  const operators = calls.filter(({ access }) => access === 'operator');
  expect(operators.length).toBeGreaterThan(0);
  for (const { method, path } of operators) {
    for (const authorization of [
      undefined,
      rich.token,
      `${operatorToken}x`,
      operatorToken.slice(1),
      `x ${operatorToken}`,
    ]) {
      const answer = await world.ask({ method, url: path, headers: authorization ? { authorization } : {}, body: {} });
      expect([path, authorization?.length, answer.statusCode]).toEqual([path, authorization?.length, 401]);
    }
  }
});

/** The lists in which the ids of Rich's records are found. */
const lists = {
  stake: '/api/stakes',
  copytrade: '/api/copytrade',
  vault: '/api/vault/investments',
  primezord: '/api/bot/investments',
  award: '/report/2',
  transfer: '/api/transfers',
  notice: '/api/notices',
  line: '/api/statement',
  session: '/api/sessions',
};

async function idsOfRich(): Promise<Record<string, string>> {
  const found: Record<string, string> = { customer: rich.id, passkey: randomUUID() };
  for (const [what, list] of Object.entries(lists)) {
    const [row] = (await rich.get(list)).json<{ Id: string }[]>();
    found[what] = row?.Id ?? `there is none in ${list}`;
  }
  await world.db.query(
    `INSERT INTO passkeys (id, customer_id, credential_id, public_key, transports, name, is_synced, counter, added_at)
     VALUES ($1, $2, 'a-passkey', '', '{}', 'Celular', false, 0, now())`,
    [found.passkey, rich.id],
  );
  return found;
}

/** Each explanation of a position with its own kind of id; every other path, and everything when `isWhole`, with every id. */
function placesFor(path: string, ids: Record<string, string>): { figure: string; id: string }[] {
  const figures = path.includes('{figure}') ? [...positionNames, 'balance', 'stake-earnings'] : [''];
  const isBoth = path.includes('{figure}') && path.includes('{id}') && !isWhole;
  return figures.flatMap((figure) =>
    Object.entries(ids)
      .filter(([what]) => (path.includes('{id}') ? !isBoth || what === figure : what === 'customer'))
      .map(([, id]) => ({ figure, id })),
  );
}

test("[A5] somebody else's resource is not found, whichever call its id is tried on, and stays untouched", async () => {
  const ids = await idsOfRich();
  const look = () => Promise.all(['/api/stakes', '/api/homereport'].map(async (url) => (await rich.get(url)).json()));
  const before = await look();
  const paths = calls.filter(({ access, path }) => access === 'investor' && /\{(id|user)\}/.test(path));
  expect(paths.length).toBeGreaterThan(10);
  const found = new Set<string>();
  for (const { method, path } of paths) {
    const body = method === 'GET' ? {} : { body: path.endsWith('/name') ? { proof: {}, name: 'Meu' } : { proof: {} } };
    const ask = (who: TestInvestor, user: string, figure: string, id: string) => {
      const url = path.replace('{figure}', figure).replace('{user}', user).replace('{id}', id);
      return world.ask({ method, url, headers: { authorization: who.token }, ...body });
    };
    for (const { figure, id } of placesFor(path, ids)) {
      // A GET changes nothing, so the owner tries it too: the id is a real one.
      if (method === 'GET' && (await ask(rich, rich.id, figure, id)).statusCode === 200) found.add(`${path} ${figure}`);
      const nobodys = await ask(eve, randomUUID(), figure, randomUUID());
      for (const user of path.includes('{user}') && path.includes('{id}') ? [rich.id, eve.id] : [rich.id]) {
        const answer = await ask(eve, user, figure, id);
        expect([method, path, figure, id, answer.statusCode]).toEqual([method, path, figure, id, 404]);
        expect(answer.json()).toEqual(nobodys.json());
      }
    }
  }
  expect(found.size).toBeGreaterThan(15);
  expect(await look()).toEqual(before);
  expect((await rich.get('/api/user')).statusCode).toBe(200);
  const gone = await world.db.query('DELETE FROM passkeys WHERE id = $1 AND name = $2 RETURNING id', [
    ids.passkey,
    'Celular',
  ]);
  expect(gone.length).toBe(1);
}, 120_000);

test("[A5] another customer's cursor leads only to the caller's own rows", async () => {
  const lists = calls.filter(({ hasPages, path }) => hasPages && !path.includes('{'));
  let followed = 0;
  for (const { path } of lists) {
    const link = (await rich.get(`${path}?limit=1`)).headers.link;
    const next = /<([^>]+)>/.exec(String(link ?? ''))?.[1];
    if (!next) continue;
    followed += 1;
    const theirs = new Set((await rich.get(`${path}?limit=500`)).json<{ Id: string }[]>().map(({ Id }) => Id));
    const answer = await eve.get(next.replace('limit=1', 'limit=500'));
    expect([path, answer.statusCode]).toEqual([path, 200]);
    // Everybody's entries are numbered from one: whose they are depends on the caller.
    if (path === '/api/statement') {
      const numbered = new Set((await eve.get(path)).json<{ Id: string }[]>().map(({ Id }) => Id));
      expect(answer.json<{ Id: string }[]>().every(({ Id }) => numbered.has(Id))).toBe(true);
      continue;
    }
    expect([path, answer.json<{ Id: string }[]>().filter(({ Id }) => theirs.has(Id))]).toEqual([path, []]);
  }
  expect(followed).toBeGreaterThan(9);
});

test('[W1] no member sees those above them', async () => {
  for (const url of [`/api/sponsors/${rich.id}`, `/api/sponsors?search=${encodeURIComponent('Ana')}`]) {
    expect((await eve.get(url)).body).not.toContain(rich.email);
  }
  expect((await rich.get('/api/sponsors')).body).toContain(eve.email);
});

test("[S7] one customer's idempotency key does not affect another's", async () => {
  const headers = { 'idempotency-key': 'the same' };
  const input = { amount: 10, time_stake: 30 };
  const first = await rich.post('/api/stake', input, headers);
  const second = await eve.post('/api/stake', input, headers);
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.headers['idempotency-replayed']).toBeUndefined();
  expect(second.json().Id).not.toBe(first.json().Id);
});

test('[F4] nobody brings or sends money for somebody else', async () => {
  for (const url of ['/api/deposit', '/api/withdraw']) {
    for (const user of [rich.id, randomUUID(), '', `${eve.id} `]) {
      const answer = await eve.post(url, { amount: 10, user, currency: 'usdt' });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'not_your_account']);
    }
  }
});

test("another customer's notices stay unread, marked by id or up to one", async () => {
  const [notice] = (await rich.get('/api/notices')).json<{ Id: string }[]>();
  const unread = (await rich.get('/api/notices/unread')).json();
  expect((await eve.post('/api/notices/read', { upto: notice?.Id })).statusCode).toBe(404);
  expect((await eve.post('/api/notices/read', { ids: [notice?.Id] })).statusCode).toBe(200);
  expect((await rich.get('/api/notices/unread')).json()).toEqual(unread);
});
