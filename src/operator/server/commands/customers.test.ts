import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { lastAction, lastroOf, type Typed } from '../testing/type-command.ts';

let world: World;

beforeAll(async () => void (world = await openWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const details = {
  email: 'Elza@Example.com',
  name: 'Elza Soares',
  phone: '+5521987654321',
  birth: '1970-06-23',
  password: 'mulher do fim do mundo',
};

function create(changes: Partial<typeof details & { code: string }> = {}): Promise<Typed> {
  const options = Object.entries({ ...details, ...changes }).flatMap(([name, value]) => [`--${name}`, value]);
  return lastroOf(world)('customer create --json', ...options);
}

test('[R1] [A2] nothing is accepted on a created customer’s behalf: terms and address are asked for', async () => {
  const email = 'ivone@example.com';
  expect((await create({ email })).exit).toBe(0);
  const entered = await world.ask({ method: 'POST', url: '/auth', body: { email, password: details.password } });
  const headers = { authorization: entered.json<{ token: string }>().token };
  const get = (url: string) => world.ask({ method: 'GET', url, headers });
  const post = (url: string, body: object, more: Record<string, string> = {}) =>
    world.ask({ method: 'POST', url, headers: { ...headers, ...more }, body });
  expect((await get('/api/user')).json()).toMatchObject({ EmailConfirmed: false, TermsOwed: true });
  expect((await get('/api/help')).json().Terms.Accepted).toBeNull();
  const mails = await world.db.query(
    `SELECT m.kind FROM mails m JOIN customers c ON c.id = m.customer_id WHERE c.email = $1`,
    [email],
  );
  expect(mails).toEqual([{ kind: 'auth.confirm' }]);

  expect((await post('/auth/terms/accept', { terms: false })).statusCode).toBe(422);
  const changed = await post('/auth/terms/accept', { terms: true }, { 'quoted-fees': '1 1' });
  expect([changed.statusCode, changed.json().code]).toEqual([409, 'terms_changed']);
  const { Fees, Version } = (await get('/auth/terms')).json();
  const accepted = { 'quoted-fees': `${Fees.StakeCancel} ${Fees.WithdrawUsdt}` };
  for (let n = 0; n < 2; n += 1) {
    expect((await post('/auth/terms/accept', { terms: true }, accepted)).statusCode).toBe(204);
  }
  expect((await get('/api/user')).json().TermsOwed).toBeUndefined();
  expect((await get('/api/help')).json().Terms.Accepted).toMatchObject({ Version, Fees });
  expect((await world.ask({ method: 'POST', url: '/auth/terms/accept', body: { terms: true } })).statusCode).toBe(401);
});

test('[R1] [R2] the operator creates a customer, who can then log in', async () => {
  const { exit, out } = await create();
  const customer = JSON.parse(out);
  expect([exit, customer]).toEqual([
    0,
    { id: expect.any(String), email: 'elza@example.com', code: expect.stringMatching(/^\w{8}$/) },
  ]);
  const { email, password } = details;
  const answer = await world.ask({ method: 'POST', url: '/auth', body: { email, password } });
  expect(answer.statusCode).toBe(200);
  expect(await lastAction(world)).toEqual({
    operator: 'operator-of-tests',
    action: 'customer create',
    details: { customer: customer.id },
  });
});

test.each([
  ['a taken address', {}, 'email_taken', 'This email already has an account.'],
  [
    'a child',
    { email: 'b@example.com', birth: '2020-01-01' },
    'under_age',
    'You must be 18 or over to create an account.',
  ],
  ['a common password', { email: 'b@example.com', password: 'password' }, 'password_too_common', /too common/],
  ['no phone number', { email: 'b@example.com', phone: '123' }, 'invalid_field', /phone/],
  ['an unknown code', { email: 'b@example.com', code: 'ZZZZZZZZ' }, 'unknown_code', /referral code/],
])('[R1] %s is refused, by the same rules as on the register page', async (_who, changes, code, message) => {
  const { exit, out } = await create(changes);
  const refusal = JSON.parse(out);
  expect([exit, refusal.code]).toEqual([1, code]);
  expect(refusal.message).toMatch(message);
});

test("[R1] [R2] an operator's customer lookup is journalled", async () => {
  const davi = await world.investor({ email: 'davi@example.com', balance: '300.00' });
  await davi.post('/api/stake', { amount: 100, time_stake: 30 });
  const { exit, out } = await lastroOf(world)('customer show DAVI@example.com');
  expect(exit).toBe(0);
  expect(out).toContain(`id ${davi.id}`);
  expect(out).toContain('USD: balance 200.00, held 0.00, invested 100.00, promised 10.00, zord 0.00');
  const { out: json } = await lastroOf(world)('customer show davi@example.com --json');
  expect(JSON.parse(json)).toMatchObject({ id: davi.id, balance: 200, held: 0, invested: 100, promised: 10, zord: 0 });
  expect(await lastAction(world)).toMatchObject({ action: 'customer show', details: { customer: davi.id } });
});

test('[R2] the journal contains no address, phone or password', async () => {
  const rows = await world.db.query<{ whole: string }>('SELECT actions::text AS whole FROM actions');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ whole }) => /@|\+55|mulher/.test(whole))).toEqual([]);
});
