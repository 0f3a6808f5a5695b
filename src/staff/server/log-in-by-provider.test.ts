import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type ConsoleWorld, openConsoleWorld } from '#console/server/testing/console-world.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { checkSignOn } from '#operator/server/doctor/check-sign-on.ts';
import type { Patient } from '#operator/server/doctor/finding.ts';
import { ConfigProblem, readConfig } from '#settings/server/config.ts';
import { type AtProvider, clients, startProvider, type TestProvider } from './testing/start-provider.ts';

const origin = 'https://console.lastro.example';
const redirectUri = `${origin}/signed-in`;
const clock = { at: new Date(), now: () => clock.at };

let provider: TestProvider;
let world: ConsoleWorld;
beforeAll(async () => {
  provider = await startProvider(redirectUri);
  world = await openConsoleWorld({
    env: {
      CONSOLE_URL: origin,
      SECOND_KEY_SECRET: 'a-secret-for-tests-that-is-long-enough',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clients.ours.client_id,
      OIDC_CLIENT_SECRET: clients.ours.client_secret,
      OIDC_NAME: 'Acme',
      OIDC_ACCEPTED_AMR: 'hwk, sc',
    },
    clock,
  });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
  await provider.close();
});

let asked = 0;
/** A new network each time: so many people do not share one. */
const nextNetwork = (): string => `10.${(asked += 1) >> 8}.${asked & 255}.1`;
const post = (url: string, body: object, cookie = '', remoteAddress = nextNetwork()) =>
  world.askConsole({ method: 'POST', url, body, remoteAddress, headers: { console: '1', ...(cookie && { cookie }) } });
const codeOf = (answer: Answer): unknown => [answer.statusCode, answer.json<{ code: string }>().code];
const cookiesOf = ({ headers }: Answer): string[] => [headers['set-cookie'] ?? []].flat().map(String);
const refused = [401, 'provider_refused'];
const refusedAs = (why: string) => [401, `provider_${why}`];
/** The last logged reason why somebody did not get in. */
const lastTrouble = (): unknown =>
  world.logLines.map((line) => JSON.parse(line) as { msg: string }).findLast(({ msg }) => msg === 'provider trouble');

let people = 0;
/** Invites on the command line; returns the same address's account at the provider. */
async function invite(role = 'payments'): Promise<AtProvider> {
  people += 1;
  const email = `one${people}@staff.example`;
  const typed = await lastroOf(world, { CONSOLE_URL: origin })(`staff invite ${email} --role ${role} --json`);
  expect(typed.exit).toBe(0);
  return { sub: `subject-${people}`, email, isVerified: true };
}

/** Returns where the browser is sent, and the cookie that it stores. */
async function begin(): Promise<{ url: string; cookie: string }> {
  const begun = await post('/console/login/provider/begin', {});
  const [cookie = ''] = cookiesOf(begun);
  expect(cookie).toMatch(/^__Host-lastro-console-visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  return { url: begun.json<{ Url: string }>().Url, cookie: cookie.split(';')[0] ?? '' };
}

const come = (search: string, cookie: string) => post('/console/login/provider', { search }, cookie);

/** A visit there and back. */
async function arrive(is: AtProvider): Promise<Answer> {
  const { url, cookie } = await begin();
  return come(await provider.visit(url, is), cookie);
}

const nextCode = (base32: string): string => {
  clock.at = new Date(clock.at.getTime() + 30_000);
  return new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: clock.at.getTime() });
};

/** Joins through the provider and sets up an app; returns its secret. */
async function withApp(is: AtProvider): Promise<string> {
  const { Ticket: ticket, Next } = (await arrive(is)).json<{ Ticket: string; Next: string }>();
  expect(Next).toBe('set_up');
  const { Secret: app } = (await post('/console/set-up/app', { ticket })).json<{ Secret: string }>();
  expect((await post('/console/set-up/app/confirm', { ticket, code: nextCode(app) })).statusCode).toBe(204);
  return app;
}

test('[R3] an invited person signs in through the provider and still shows a second factor of their own', async () => {
  expect((await world.askConsole({ method: 'GET', url: '/console/login/ways' })).json()).toEqual({ Provider: 'Acme' });
  const nara = await invite('treasury');
  const app = await withApp(nara);
  const again = await arrive(nara);
  expect(again.json()).toMatchObject({ Next: 'second_step', App: true });
  expect(cookiesOf(again).join()).not.toContain('lastro-console=');
  const { Ticket: ticket } = again.json<{ Ticket: string }>();
  expect(codeOf(await post('/console/login/second', { ticket, code: '000000' }))).toEqual([401, 'second_factor_wrong']);
  const entered = await post('/console/login/second', { ticket, code: nextCode(app) });
  expect(entered.statusCode).toBe(204);
  const cookie = cookiesOf(entered)[0]?.split(';')[0] ?? '';
  const me = await world.askConsole({ method: 'GET', url: '/console/me', headers: { cookie } });
  expect(me.json()).toMatchObject({ Email: nara.email, Role: 'treasury', Name: 'Nara do Provedor' });
});

test('[R3] the first sign-in binds the provider’s subject; the address no longer counts', async () => {
  const rui = await invite();
  await withApp(rui);
  expect((await arrive({ ...rui, email: 'moved@staff.example' })).json()).toMatchObject({ Next: 'second_step' });
  expect(codeOf(await arrive({ ...rui, sub: 'somebody-else' }))).toEqual(refusedAs('other_account'));
  // Their invitation link is void too.
  const left = await world.db.query(
    `SELECT purpose FROM staff_tokens t JOIN staff s ON s.id = t.staff_id WHERE s.email = $1 AND purpose = 'invitation'`,
    [rui.email],
  );
  expect(left).toEqual([]);
});

test('[R3] only the methods named in the settings count as the second factor', async () => {
  const { amr: _, ...iris } = { ...(await invite()), amr: [] };
  expect((await arrive({ ...iris, amr: ['pwd'] })).json()).toMatchObject({ Next: 'set_up' });
  const entered = await arrive({ ...iris, amr: ['pwd', 'hwk'] });
  expect(entered.json()).toEqual({ Next: 'in', Ticket: '', App: false, Passkey: null });
  const [gone = '', session = ''] = cookiesOf(entered);
  expect(gone).toContain('-visit=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0');
  const cookie = session.split(';')[0] ?? '';
  expect((await world.askConsole({ method: 'GET', url: '/console/me', headers: { cookie } })).statusCode).toBe(200);
  const out = await post('/console/logout', {}, cookie);
  expect(out.statusCode).toBe(204);
  expect((await world.askConsole({ method: 'GET', url: '/console/me', headers: { cookie } })).statusCode).toBe(401);
});

describe('[R3] the provider admits nobody', () => {
  test('who was not invited', async () => {
    expect(codeOf(await arrive({ sub: 'x', email: 'nobody@staff.example', isVerified: true }))).toEqual(
      refusedAs('not_invited'),
    );
    expect(lastTrouble()).toMatchObject({ why: 'not_invited' });
  });

  test('with an address the provider has not verified', async () => {
    const ana = await invite();
    expect(codeOf(await arrive({ ...ana, isVerified: false }))).toEqual(refusedAs('unverified'));
    expect(lastTrouble()).toMatchObject({ why: 'not_verified' });
    expect(codeOf(await arrive({ ...ana, email: `\u0000${ana.email}` }))).toEqual(refusedAs('unverified'));
    expect(lastTrouble()).toMatchObject({ why: 'not_verified' });
    expect((await arrive(ana)).statusCode).toBe(200);
  });

  test('who is disabled, whether they had signed in that way before or not', async () => {
    const [known, fresh] = [await invite(), await invite()];
    await withApp(known);
    await world.db.query('UPDATE staff SET disabled_at = now() WHERE email = ANY ($1)', [[known.email, fresh.email]]);
    expect(codeOf(await arrive(known))).toEqual(refusedAs('disabled'));
    expect(codeOf(await arrive(fresh))).toEqual(refusedAs('disabled'));
    expect(lastTrouble()).toMatchObject({ why: 'disabled', staff: expect.any(String) });
  });

  test('whose invitation has expired', async () => {
    const late = await invite();
    await world.db.query(`UPDATE staff SET invited_at = now() - interval '49 hours' WHERE email = $1`, [late.email]);
    const answer = await arrive(late);
    expect(codeOf(answer)).toEqual(refusedAs('invitation_over'));
    expect(answer.json<{ message: string }>().message).toMatch(/48/);
    expect(lastTrouble()).toMatchObject({ why: 'invitation_over' });
  });

  test('twice with the same code, even in ten concurrent attempts', async () => {
    const ivo = await invite();
    const { url, cookie } = await begin();
    const search = await provider.visit(url, ivo);
    const came = await Promise.all(Array.from({ length: 10 }, () => come(search, cookie)));
    expect(came.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(codeOf(await come(search, cookie))).toEqual(refused);
  });

  test('who returns in another browser, with another visit’s state, or with none', async () => {
    const [lia, thief] = [await invite(), await begin()];
    const { url, cookie } = await begin();
    const search = await provider.visit(url, lia);
    expect(codeOf(await come(search, thief.cookie))).toEqual(refused);
    expect(codeOf(await come(search, ''))).toEqual(refused);
    // The rightful visitor is unaffected.
    expect((await come(search, cookie)).statusCode).toBe(200);
    const own = await begin();
    const code = new URLSearchParams(await provider.visit(own.url, lia)).get('code') ?? '';
    const state = new URL(thief.url).searchParams.get('state') ?? '';
    const mixed = `?${String(new URLSearchParams({ code, state }))}`;
    expect(codeOf(await come(mixed, own.cookie))).toEqual(refused);
    // Somebody else’s code under the thief's own state: it was issued for another verifier and nonce.
    expect(codeOf(await come(mixed, thief.cookie))).toEqual(refused);
    expect(codeOf(await come(`?code=${code}`, own.cookie))).toEqual(refused);
  });

  test('with an expired visit', async () => {
    const { url, cookie } = await begin();
    const search = await provider.visit(url, await invite());
    await world.db.query(`UPDATE staff_visits SET expires_at = now()`);
    expect(codeOf(await come(search, cookie))).toEqual(refused);
  });

  test('with a provider-signed token for another application or another visit', async () => {
    const eva = await invite();
    const verifier = 'v'.repeat(43);
    const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
    const tokenFor = async (client: (typeof clients)['ours' | 'theirs'], nonce: string) => {
      const asked = new URL((await begin()).url);
      asked.searchParams.set('client_id', client.client_id);
      asked.searchParams.set('nonce', nonce);
      asked.searchParams.set('code_challenge', challenge);
      return provider.exchange(await provider.visit(asked.href, eva), client, verifier);
    };
    const steal = async (client: (typeof clients)['ours' | 'theirs'], isSameNonce: boolean) => {
      const { url, cookie } = await begin();
      const nonce = isSameNonce ? (new URL(url).searchParams.get('nonce') ?? '') : 'another';
      const token = await tokenFor(client, nonce);
      expect(token['id_token']).toEqual(expect.any(String));
      const search = await provider.visit(url, eva);
      provider.answerNextToken(token);
      return come(search, cookie);
    };
    expect(codeOf(await steal(clients.theirs, true))).toEqual(refused);
    expect(codeOf(await steal(clients.ours, false))).toEqual(refused);
    // Control: this route does not refuse everything.
    expect((await steal(clients.ours, true)).statusCode).toBe(200);
  });

  test('with a token whose signature is forged', async () => {
    const { url, cookie } = await begin();
    const search = await provider.visit(url, await invite());
    const part = (of: object) => Buffer.from(JSON.stringify(of)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: provider.issuer, aud: clients.ours.client_id, sub: 'x', iat: now, exp: now + 60 };
    const nonce = new URL(url).searchParams.get('nonce');
    const forged = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ ...claims, nonce, email: 'one1@staff.example', email_verified: true })}.${'A'.repeat(342)}`;
    provider.answerNextToken({ access_token: 'x', token_type: 'Bearer', id_token: forged });
    expect(codeOf(await come(search, cookie))).toEqual(refused);
  });

  test('who declined there, or made the callback up', async () => {
    const said = async (search: (state: string) => string) => {
      const { url, cookie } = await begin();
      return codeOf(await come(search(new URL(url).searchParams.get('state') ?? ''), cookie));
    };
    const iss = encodeURIComponent(provider.issuer);
    expect(await said((state) => `?error=access_denied&state=${state}&iss=${iss}`)).toEqual(refused);
    expect(lastTrouble()).toMatchObject({ why: 'refused', error: 'access_denied' });
    expect(await said((state) => `?code=made-up&state=${state}&iss=${iss}`)).toEqual(refused);
    expect(lastTrouble()).toMatchObject({ why: 'refused', error: 'invalid_grant', status: 400 });
    expect(await said((state) => `?code=made-up&state=${state}`)).toEqual(refused);
    expect(lastTrouble()).toMatchObject({ why: 'refused', code: 'OAUTH_INVALID_RESPONSE' });
    expect(await said((state) => `?code=a&code=b&state=${state}&state=${state}`)).toEqual(refused);
    expect(await said(() => '')).toEqual(refused);
    expect((await come('x'.repeat(5000), '')).statusCode).toBe(422);
    expect((await post('/console/login/provider', { search: 7 })).statusCode).toBe(422);
  });
});

test('[R3] whoever the provider vouches for is told why not, and is an entry for the operator', async () => {
  const eli = await invite();
  const answer = await arrive({ ...eli, isVerified: undefined });
  expect(codeOf(answer)).toEqual(refusedAs('unverified'));
  expect(answer.json<{ message: string }>().message).toMatch(/confirm/);
  await expect
    .poll(() =>
      world.db.query(
        `SELECT operator, details FROM actions WHERE action = 'sign-in refused' ORDER BY number DESC LIMIT 1`,
      ),
    )
    .toEqual([{ operator: 'console', details: { why: 'not_verified', email: eli.email } }]);
  // A provider that sends its claims as text.
  expect(codeOf(await arrive({ ...eli, isVerified: 'false' }))).toEqual(refusedAs('unverified'));
  expect((await arrive({ ...eli, isVerified: 'true' })).json()).toMatchObject({ Next: 'set_up' });
});

test.each(['body', 'either'] as const)('[R3] the secret is shown where the provider takes it: %s', async (secretIn) => {
  const other = await startProvider(redirectUri, secretIn);
  const env = {
    CONSOLE_URL: origin,
    OIDC_ISSUER: other.issuer,
    OIDC_CLIENT_ID: clients.ours.client_id,
    OIDC_CLIENT_SECRET: clients.ours.client_secret,
    OIDC_TRUSTS_EMAIL: 'on',
  };
  const there = await openConsoleWorld({ env });
  const email = 'post@staff.example';
  expect((await lastroOf(there, env)(`staff invite ${email} --role auditor --json`)).exit).toBe(0);
  const ask = (url: string, body: object, cookie = '') =>
    there.askConsole({ method: 'POST', url, body, headers: { console: '1', ...(cookie && { cookie }) } });
  const begun = await ask('/console/login/provider/begin', {});
  const search = await other.visit(begun.json<{ Url: string }>().Url, { sub: 'p', email, isVerified: undefined });
  const came = await ask('/console/login/provider', { search }, cookiesOf(begun)[0]?.split(';')[0]);
  expect(came.json()).toMatchObject({ Next: 'set_up' });
  await there.close();
  await other.close();
});

test('[R3] [O5] the doctor: a provider that answers, one that does not know our secret, one that is away', async () => {
  const look = async (different: Record<string, string> = {}) => {
    const config = readConfig({
      MODE: 'sandbox',
      DATABASE_URL: 'postgresql://here',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clients.ours.client_id,
      OIDC_CLIENT_SECRET: clients.ours.client_secret,
      CONSOLE_URL: origin,
      ...different,
    });
    const found = await checkSignOn({ config } as Patient);
    return found.map(({ state, said }) => `${state} ${said}`);
  };
  expect(await look()).toEqual([expect.stringMatching(/^ok/)]);
  expect(await look({ OIDC_CLIENT_SECRET: 'another' })).toEqual([expect.stringMatching(/^wrong secret/)]);
  expect(await look({ OIDC_ISSUER: 'http://127.0.0.1:9' })).toEqual([expect.stringMatching(/^wrong away/)]);
});

test('[R3] the log of refused sign-ins holds no secret, no address and nothing that was sent', () => {
  const said = world.logLines.filter((line) => line.includes('provider trouble')).join('\n');
  expect(said.split('\n').length).toBeGreaterThan(10);
  expect(said).not.toMatch(/@|made-up|[?&]code=|eyJ|secret/);
});

test('[R3] one network starts a thousand sign-ins in a quarter of an hour, and misses keep nobody from coming back', async () => {
  const begin = () => post('/console/login/provider/begin', {}, '', '192.0.2.9');
  const fill = (name: string) =>
    world.db.query('UPDATE attempts SET points = 1000000 WHERE key LIKE $1', [`${name}:%`]);
  await begin();
  await fill('staff_visits');
  expect((await begin()).statusCode).toBe(429);
  const miss = () => post('/console/login/provider', { search: '?state=nothing' }, '', '192.0.2.9');
  expect((await miss()).statusCode).toBe(401);
  await fill('staff_visits_missed');
  expect((await miss()).statusCode).toBe(429);
});

test('[R3] reports a provider that does not answer (503)', async () => {
  const away = await openConsoleWorld({
    env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'x' },
  });
  const begun = await away.askConsole({
    method: 'POST',
    url: '/console/login/provider/begin',
    headers: { console: '1' },
    body: {},
  });
  expect(codeOf(begun)).toEqual([503, 'provider_away']);
  await away.close();
});

test('[R3] offers none without a provider; half a configuration or an insecure address prevents the start', async () => {
  const none = await openConsoleWorld();
  const asked = { method: 'POST', url: '/console/login/provider/begin', headers: { console: '1' }, body: {} } as const;
  expect(codeOf(await none.askConsole(asked))).toEqual([404, 'no_provider']);
  await none.close();
  const database = { DATABASE_URL: 'postgres://127.0.0.1/x', MODE: 'sandbox' };
  expect(() => readConfig({ ...database, OIDC_ISSUER: 'https://id.example' })).toThrow(ConfigProblem);
  expect(() => readConfig({ ...database, OIDC_CLIENT_SECRET: 'x' })).toThrow('OIDC_ISSUER and OIDC_CLIENT_ID not set');
  const whole = { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' };
  expect(() => readConfig({ ...database, ...whole, OIDC_ISSUER: 'mailto:x@id.example' })).toThrow('OIDC_ISSUER is not');
  expect(() => readConfig({ ...database, ...whole, OIDC_ISSUER: 'http://id.example', MODE: 'production' })).toThrow(
    'OIDC_ISSUER is http://id.example: set it to an https:// address',
  );
});
