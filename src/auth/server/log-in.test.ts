import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { logIn, meet, register } from '#testing/server/newcomer.ts';

const password = 'capivara no telhado';
const email = 'ana@example.com';
let world: World;

beforeAll(async () => {
  world = await openWorld();
  await register(world, { email, password });
});
beforeEach(() => world.db.query('DELETE FROM attempts'));
afterAll(() => world.close());

describe('logging in', () => {
  test('[A2] exchanges address and password for a token that opens the product', async () => {
    const answer = await logIn(world, { email, password });
    expect(answer.statusCode).toBe(200);
    const { token, ...rest } = answer.json();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Object.keys(rest)).toEqual(['expires']);
    expect((await meet(world, token)).json()).toMatchObject({ Email: email });
  });

  test('[A2] accepts the address however it is typed', async () => {
    expect((await logIn(world, { email: '  ANA@Example.COM ', password })).statusCode).toBe(200);
  });

  test('[A4] the token is the bare header value; a Bearer scheme is accepted too', async () => {
    const { token } = (await logIn(world, { email, password })).json();
    expect((await meet(world, token)).statusCode).toBe(200);
    expect((await meet(world, `Bearer ${token}`)).statusCode).toBe(200);
    expect((await meet(world, `Basic ${token}`)).statusCode).toBe(401);
  });

  test('[A4] the database stores no token, only its SHA-256', async () => {
    const { token } = (await logIn(world, { email, password })).json();
    const rows = await world.db.query<{ whole: string; hash: Buffer }>(
      'SELECT sessions::text AS whole, token_hash AS hash FROM sessions',
    );
    expect(rows.filter((row) => row.whole.includes(token))).toEqual([]);
    const sha256 = createHash('sha256').update(token).digest('hex');
    expect(rows.map((row) => row.hash.toString('hex'))).toContain(sha256);
  });
});

describe('being refused', () => {
  test.each([[{ email: '', password }], [{ email, password: '' }], [{ email: '   ', password }], [{}]])(
    '[A3] %j is told to fill in all fields',
    async (body) => {
      const answer = await logIn(world, body);
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { code: 'fields_required', message: 'Preencha todos os campos.' },
      ]);
    },
  );

  test.each([
    ['pt-BR', 'Credenciais inválidas'],
    ['en-GB', 'Invalid credentials'],
    ['fa', 'ایمیل یا رمز عبور نادرست است'],
  ])('[A3] a wrong password is refused in %s', async (language, message) => {
    const answer = await world.ask({
      method: 'POST',
      url: '/auth',
      body: { email, password: 'capivara no porão' },
      headers: { 'accept-language': language },
    });
    expect([answer.statusCode, answer.json()]).toEqual([401, { code: 'invalid_credentials', message }]);
  });

  test('[A3] an unknown address gets the same answer as a wrong password', async () => {
    const unknown = await logIn(world, { email: 'nobody@example.com', password });
    const wrong = await logIn(world, { email, password: 'not that one' });
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
  });

  test.each([
    [{ email: 7, password }],
    [{ email, password: ['a'] }],
    [{ email, password, keep: 'yes' }],
    [{ email: 'a\u0000@example.com', password }],
    [{ email, password: 'x'.repeat(1025) }],
    [{ email: `${'x'.repeat(250)}@example.com`, password }],
  ])('[A3] %j is an invalid field, not a fault', async (body) => {
    const answer = await logIn(world, body);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_field']);
  });

  test.each([[{ email: '\ud800@example.com' }], [{ email: "' OR 1=1 --" }], [{ password: 'a\u0000b' }]])(
    '[A3] %j counts as wrong',
    async (odd) => {
      expect((await logIn(world, { email, password: 'wrong', ...odd })).statusCode).toBe(401);
    },
  );
});

describe('unreadable input', () => {
  const post = (payload: string, type = 'application/json') =>
    world.ask({ method: 'POST', url: '/auth', payload, headers: { 'content-type': type } });

  test.each([
    ['{"email": "a', 400, 'bad_request'],
    ['{"email":"a@example.com","email":"b@example.com"}', 400, 'bad_request'],
    ['[]', 422, 'invalid_field'],
    ['null', 422, 'invalid_field'],
  ])('%s is %i', async (payload, status, code) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test('another content type is 415, a huge body 413', async () => {
    expect((await post('email=a&password=b', 'application/x-www-form-urlencoded')).json().code).toBe(
      'unsupported_media_type',
    );
    expect((await post('<login/>', 'text/xml')).statusCode).toBe(415);
    const huge = await post(JSON.stringify({ email, password: 'x'.repeat(70_000) }));
    expect([huge.statusCode, huge.json().code]).toEqual([413, 'payload_too_large']);
  });
});
