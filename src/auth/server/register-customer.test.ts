import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { customerAccounts } from '#ledger/journal.ts';
import { dayIn } from '#platform/server/span.ts';
import { houseZone } from '#settings/server/house-zone.ts';
import { readAccounts } from '#ledger/server/account-store.ts';
import { logIn, meet, newcomer, register } from '#testing/server/newcomer.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function countRows(table: 'customers' | 'sessions' | 'mails'): Promise<bigint> {
  const rows = await world.db.query<{ count: bigint }>(`SELECT count(*) AS count FROM ${table}`);
  return rows[0]?.count ?? -1n;
}

describe('creating an account', () => {
  test('[A7] the newcomer is logged in immediately, with a code of their own and empty accounts', async () => {
    const details = newcomer();
    const answer = await world.ask({
      method: 'POST',
      url: '/auth/register',
      body: details,
      headers: { 'accept-language': 'es-AR,es;q=0.9' },
    });
    expect(answer.statusCode).toBe(201);
    const user = (await meet(world, answer.json().token)).json();
    expect(user).toMatchObject({
      Email: details.email,
      EmailConfirmed: false,
      Name: 'Bruno Lima',
      Phone: '+5521998765432',
      Birth: '1988-11-03',
      Balance: 0,
      Hasbot: false,
      Language: 'es',
    });
    expect(user.Code).toMatch(/^[2-9A-HJ-KM-NP-TV-Z]{8}$/);
    expect(Object.values(await readAccounts(world.db, user.Uuid))).toEqual(customerAccounts.map(() => 0n));
  });

  test('[A7] they log in with the password they chose', async () => {
    const details = newcomer({ email: '  Clara@Example.COM ' });
    expect((await register(world, details)).statusCode).toBe(201);
    expect((await logIn(world, { email: 'clara@example.com', password: details.password })).statusCode).toBe(200);
  });

  test('[W2] a newcomer with a referral code joins the network of its owner', async () => {
    const ana = await world.investor();
    const { Code } = (await ana.get('/api/user')).json();
    const { token } = (await register(world, { code: ` ${Code.toLowerCase()} ` })).json();
    const { Uuid } = (await meet(world, token)).json();
    const rows = await world.db.query('SELECT referrer_id FROM customers WHERE id = $1', [Uuid]);
    expect(rows).toEqual([{ referrer_id: ana.id }]);
  });

  test.each([
    ['with marks that nobody sees', (code: string) => `\u200e${code.slice(0, 3)}\u200b${code.slice(3)}\ufeff`],
    [
      'in wide letters',
      (code: string) => code.replaceAll(/./g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
    ],
    ['as the whole link', (code: string) => `https://lastro.example/auth/register?ref=${code}`],
    [
      'in a message',
      (code: string) => `Join me: https://lastro.example/auth/register?lang=fa&ref=%E2%80%8B${code}#top`,
    ],
  ])('[L12] [W2] a referral code pasted %s is read', async (_, pasted) => {
    const ana = await world.investor();
    const { Code } = (await ana.get('/api/user')).json();
    const { token } = (await register(world, { code: pasted(Code) })).json();
    const { Uuid } = (await meet(world, token)).json();
    const rows = await world.db.query('SELECT referrer_id FROM customers WHERE id = $1', [Uuid]);
    expect(rows).toEqual([{ referrer_id: ana.id }]);
  });

  test.each(['', ' ', '\u200b', 'https://lastro.example/auth/register?ref='])(
    '[A7] the empty referral code %j counts as none',
    async (code) => {
      expect((await register(world, { code })).statusCode).toBe(201);
    },
  );

  test('[A7] fields that a newcomer may not set are ignored', async () => {
    const smuggled = {
      id: '00000000-0000-4000-8000-000000000000',
      has_bot: true,
      Hasbot: true,
      balance: 1000,
      Balance: 1000,
    };
    const answer = await register(world, { ...smuggled, email_confirmed_at: '2020-01-01', isEmailConfirmed: true });
    expect((await meet(world, answer.json().token)).json()).toMatchObject({
      Hasbot: false,
      Balance: 0,
      EmailConfirmed: false,
      Uuid: expect.not.stringMatching('00000000-0000-4000-8000-000000000000'),
    });
  });
});

describe('an address has one account', () => {
  test('[A7] a taken address is refused, however it is typed', async () => {
    await register(world, { email: 'davi@example.com' });
    const answer = await register(world, { email: 'DAVI@example.com' });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: 'email_taken', message: 'Este e-mail já tem uma conta.' },
    ]);
  });

  test('[A7] twenty concurrent registrations of one address make one customer, and leave nothing of the others', async () => {
    const before = [await countRows('customers'), await countRows('sessions'), await countRows('mails')];
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(world, { email: 'elis@example.com' })));
    const statuses = answers.map((answer) => answer.statusCode).sort((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    const after = [await countRows('customers'), await countRows('sessions'), await countRows('mails')];
    expect(after.map((count, at) => count - (before[at] as bigint))).toEqual([1n, 1n, 1n]);
  });
});

test.each([
  ['r&d@example.com', 'R&D@example.com'],
  ['ana@xn--e1afmkfd.xn--p1ai', 'ana@пример.рф'],
  ['"two words"@example.com', ' "two words"@EXAMPLE.com '],
  ['unseen@example.com', 'un\u200bseen@example.com\u200e'],
  ['wide@xn--fsqu00a.xn--fiqs8s', 'ｗｉｄｅ＠例子。中国'],
])('[L12] [A7] the address %s is taken as %s, and both log in', async (address, typed) => {
  const details = newcomer({ email: typed });
  const answer = await register(world, details);
  expect(answer.statusCode).toBe(201);
  expect((await meet(world, answer.json().token)).json()).toMatchObject({ Email: address });
  for (const email of [address, typed]) {
    expect((await logIn(world, { email, password: details.password })).statusCode).toBe(200);
  }
  expect((await register(world, newcomer({ email: address }))).json()).toMatchObject({ code: 'email_taken' });
});

describe('being refused', () => {
  // The day in the house's zone, at midnight.
  const today = new Date(dayIn(houseZone.standard('sandbox'), new Date()));
  const yearsAgo = (years: number, days = 0): string =>
    new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days))
      .toISOString()
      .slice(0, 10);

  test.each([
    ['a day short of eighteen', { birth: yearsAgo(18, 1) }, 'under_age'],
    ['not born yet', { birth: yearsAgo(-1) }, 'under_age'],
    ['one of the commonest passwords', { password: '123456789' }, 'password_too_common'],
    ['one of them in capitals', { password: 'PassWord1' }, 'password_too_common'],
    ['one of the newcomer’s own name', { password: 'Brun0-1988!' }, 'password_too_personal'],
    ['one of their address', { email: 'quero-quero@example.com', password: 'quero 12345' }, 'password_too_personal'],
    ['one of the brand', { password: 'L@stro 2026' }, 'password_too_personal'],
    ['one of them in wide letters', { password: 'ｐａｓｓｗｏｒｄ１' }, 'password_too_common'],
    ['an address in letters that only look the same', { email: 'аna@exаmple.com' }, 'invalid_field'],
    ['two addresses, in two lines', { email: 'ana@example.com\r\nBcc: eva@example.com' }, 'invalid_field'],
    ['an address at a number', { email: 'ana@[127.0.0.1]' }, 'invalid_field'],
    ['a name that is turned around', { name: 'Ana \u202eazuoS' }, 'invalid_field'],
    ['a name of a note without a head', { name: '\u{1d159}' }, 'invalid_field'],
    ['a name with a letter in it that nobody sees', { name: 'Ana\u180bSouza' }, 'invalid_field'],
    ['a name of figures', { name: '123' }, 'invalid_field'],
    ['a name that nobody sees', { name: '\u200b\u2060' }, 'invalid_field'],
    ['a code that nobody has', { code: 'ZZZZZZZZ' }, 'unknown_code'],
    ['what is no code at all', { code: "a'\u0000--" }, 'unknown_code'],
    ['terms not accepted', { terms: false }, 'invalid_field'],
    ['terms accepted in words', { terms: 'true' }, 'invalid_field'],
    ['a short password', { password: 'sete777' }, 'invalid_field'],
    ['a password of 129', { password: 'capivara'.repeat(16) + 'x' }, 'invalid_field'],
    ['a birth date that never was', { birth: '1990-02-30' }, 'invalid_field'],
    ['born in the year nought', { birth: '0000-01-01' }, 'invalid_field'],
    ['born in 1899', { birth: '1899-12-31' }, 'invalid_field'],
    ['an address without a host', { email: 'bruno@' }, 'invalid_field'],
    ['a phone with letters', { phone: '+55CALLME99' }, 'invalid_field'],
    ['a phone without its country', { phone: '21998765432' }, 'invalid_field'],
    ['a name of nothing', { name: '   ' }, 'invalid_field'],
    ['a name with a line break', { name: 'Bruno\nLima' }, 'invalid_field'],
    ['no name', { name: undefined }, 'invalid_field'],
  ])('[A7] %s', async (_who, options, code) => {
    const before = await countRows('customers');
    const answer = await register(world, options);
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    expect(answer.json().message).not.toBe('');
    expect(await countRows('customers')).toBe(before);
  });

  test('[A7] eighteen today is old enough, and 128 characters are not too many', async () => {
    const answer = await register(world, { birth: yearsAgo(18), password: 'capivara'.repeat(16) });
    expect(answer.statusCode).toBe(201);
  });
});
