import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Part } from '#commands/kinds.ts';
import { languages } from '#platform/languages.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from './testing/brokerage-console-world.ts';
import type { TestMember } from './testing/console-world.ts';

const key = 'auth.registrations_per_hour';
let world: BrokerageConsoleWorld;
let admin: TestMember;
let other: TestMember;
let payer: TestMember;
beforeAll(async () => {
  world = await openBrokerageConsoleWorld();
  [admin, other] = [await world.member('admin'), await world.member('admin')];
  payer = await world.member('payments');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const set = { command: 'settings set', params: { key, value: 7 }, reason: 'a test' };
const read = (by: TestMember, url: string, language: string) =>
  world.askConsole({ method: 'GET', url, headers: { cookie: by.cookie, 'accept-language': language } });
const send = (by: TestMember, body: object, language = 'pt-BR') =>
  world.askConsole({
    method: 'POST',
    url: '/console/commands',
    headers: { cookie: by.cookie, console: '1', 'accept-language': language },
    body,
  });
const plain = (parts: readonly Part[] | null): string => (parts ?? []).map(({ Name, Value }) => Name ?? Value).join('');

async function waiting(): Promise<{ id: string; customer: string }> {
  const ana = await world.investor({ balance: '10000.00', isEmailConfirmed: true, name: 'Ana Prado' });
  const answer = await ana.post('/api/withdraw', { amount: 6000, user: ana.id, currency: 'usdt' });
  return { id: answer.json<{ Id: string }>().Id, customer: ana.id };
}

describe('[R7] the call of a declared command takes its parameters, typed', () => {
  test('from nobody, another role, and whose it is', async () => {
    const stranger = await world.askConsole({
      method: 'POST',
      url: '/console/commands',
      headers: { console: '1' },
      body: set,
    });
    expect(stranger.statusCode).toBe(401);
    expect((await send(payer, set)).json()).toMatchObject({ code: 'role_may_not' });
    expect((await send(admin, set)).json()).toMatchObject({ Done: null, Request: { Id: expect.any(String) } });
  });

  test.each([
    ['a parameter that is none', { params: { key, value: 7, force: true } }, 'force'],
    ['a name of the language itself', { params: { key, value: 7, constructor: 1 } }, 'constructor'],
    ['one too few', { params: { key } }, 'value'],
    ['one of another kind', { params: { key: 7, value: 7 } }, 'key'],
    ['what the database does not store', { params: { key, value: 'a\u0000b' } }, 'value'],
    ['half a surrogate pair', { params: { key, value: '\ud800' } }, 'value'],
    ['more than any value takes', { params: { key, value: 'x'.repeat(2000) } }, 'value'],
    ['none at all', {}, 'key'],
  ])('and refuses %s, naming the field in the reader’s language', async (_, body, field) => {
    const said = await Promise.all(
      languages.map(async (language) => {
        const answer = await send(admin, { command: 'settings set', reason: 'a test', ...body }, language);
        expect([answer.statusCode, answer.json()]).toEqual([
          422,
          expect.objectContaining({ code: 'mistyped', details: expect.objectContaining({ field }) }),
        ]);
        return answer.json<{ message: string }>().message;
      }),
    );
    expect(new Set(said).size).toBe(languages.length);
  });

  test('words and options are refused, and a body beyond the limit before it is read', async () => {
    expect((await send(admin, { ...set, words: [key, '7'] })).statusCode).toBe(422);
    expect((await send(admin, { ...set, options: { was: '6' } })).statusCode).toBe(422);
    const huge = { ...set, params: { key, value: 'x'.repeat(3_000_000) } };
    expect((await send(admin, huge)).statusCode).toBe(413);
  });
});

test('[R7] the list gives the form in the reader’s language', async () => {
  const said = await Promise.all(
    languages.map(async (language) => {
      const list = (await read(payer, '/console/commands', language)).json<
        { Command: string; Summary: string; Form: object | null }[]
      >();
      const refuse = list.find(({ Command }) => Command === 'withdrawals refuse');
      expect(refuse?.Form).toMatchObject({
        Fields: [
          { Name: 'withdrawal', Kind: 'transfer', IsRequired: true },
          { Name: 'reason', Kind: 'text', Most: 200 },
        ],
      });
      return JSON.stringify([refuse?.Summary, refuse?.Form]);
    }),
  );
  expect(new Set(said).size).toBe(languages.length);
});

test('[R7] [L14] the second person reads what a setting is and becomes, and the account what it was and became', async () => {
  const setTo = (value: number) => lastroOf(world)(`settings set auth.registrations_per_hour ${value}`);
  expect((await setTo(3)).exit).toBe(0);
  const asked = { command: 'settings set', params: { key, value: 4 }, reason: 'more of them' };
  const open = (await read(admin, '/console/requests?state=open', 'en')).json<{ Id: string }[]>();
  for (const { Id } of open) await admin.post(`/console/requests/${Id}/withdraw`);
  const { Request } = (await send(admin, asked)).json<{ Request: { Id: string } }>();
  const sentences = await Promise.all(
    languages.map(async (language) => {
      const { Sentence } = (await read(other, `/console/requests/${Request.Id}`, language)).json<{
        Sentence: Part[];
      }>();
      expect(Sentence.filter(({ Kind: kind }) => kind !== 'words')).toEqual([
        { Kind: 'setting', Value: key, Name: null },
        { Kind: 'value', Value: '3', Name: expect.toBeOneOf([null, 'count']) },
        { Kind: 'value', Value: '4', Name: expect.toBeOneOf([null, 'count']) },
      ]);
      return plain(Sentence);
    }),
  );
  expect(new Set(sentences).size).toBe(languages.length);
  const done = await other.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
  expect(done.json()).toMatchObject({
    State: 'done',
    Result: { Said: [{ Kind: 'setting' }, { Kind: 'words', Value: ' agora é ' }, { Value: '4' }, {}] },
  });
  const [entry] = (await read(admin, '/console/actions?action=settings%20set', 'pt-BR')).json<{ Sentence: Part[] }[]>();
  expect(entry?.Sentence.map(({ Value }) => Value)).toEqual(['Mudar ', key, ': ', '3', ' → ', '4']);
});

test('[R7] [L14] the second person reads whom a withdrawal pays and how much; the account names the customer by id', async () => {
  const { id, customer } = await waiting();
  await lastroOf(world)('settings set console.alone_up_to_usd 0');
  const asked = { command: 'withdrawals approve', params: { withdrawal: id.toUpperCase() }, reason: 'I called' };
  const { Request } = (await send(payer, asked)).json<{ Request: { Id: string } }>();
  const { Sentence } = (await read(other, `/console/requests/${Request.Id}`, 'es')).json<{ Sentence: Part[] }>();
  expect(Sentence.filter(({ Kind: kind }) => kind !== 'words')).toEqual([
    { Kind: 'money', Value: '6000.00', Name: null },
    { Kind: 'customer', Value: customer, Name: 'Ana Prado' },
    { Kind: 'transfer', Value: id, Name: null },
  ]);
  expect((await other.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' })).json()).toMatchObject({
    State: 'done',
  });
  const [entry] = (await read(admin, '/console/actions?action=withdrawals', 'fa')).json<{ Sentence: Part[] }[]>();
  expect(entry?.Sentence.find(({ Kind: kind }) => kind === 'customer')).toEqual({
    Kind: 'customer',
    Value: customer,
    Name: null,
  });
});

test('[R7] [R3] who has which role is read by name, in words, old and new; the account names them too, by id only in its entry', async () => {
  const nina = await world.member('support', { name: 'Nina Reis' });
  const asked = {
    command: 'staff role',
    params: { staff: nina.email.toUpperCase(), role: 'payments' },
    reason: 'moves',
  };
  const { Request } = (await send(admin, asked)).json<{ Request: { Id: string } }>();
  const sentences = await Promise.all(
    languages.map(async (language) => {
      const { Sentence } = (await read(other, `/console/requests/${Request.Id}`, language)).json<{
        Sentence: Part[];
      }>();
      expect(Sentence.filter(({ Kind: kind }) => kind !== 'words')).toEqual([
        { Kind: 'staff', Value: nina.id, Name: 'Nina Reis' },
        { Kind: 'choice', Value: 'support', Name: expect.any(String) },
        { Kind: 'choice', Value: 'payments', Name: expect.any(String) },
      ]);
      return plain(Sentence);
    }),
  );
  expect(sentences[0]).toBe('Mudar o papel de Nina Reis: Suporte → Pagamentos');
  expect(new Set(sentences).size).toBe(languages.length);
  expect((await other.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' })).json()).toMatchObject({
    State: 'done',
  });
  const [entry] = (await read(admin, '/console/actions?action=staff%20role', 'pt-BR')).json<
    { Sentence: Part[]; Details: object; Was: object }[]
  >();
  expect(plain(entry?.Sentence ?? null)).toBe(sentences[0]);
  expect([entry?.Details, entry?.Was]).toEqual([{ staff: nina.id, role: 'payments' }, { role: 'support' }]);
});

test('[R7] a refusal and an outcome are said in the reader’s language, and a stored one in that of whoever reads it', async () => {
  const nowhere = { command: 'withdrawals refuse', params: { withdrawal: uuidv7(), reason: 'no' } };
  const refusals = await Promise.all(
    languages.map(async (language) => (await send(payer, nowhere, language)).json<{ message: string }>().message),
  );
  expect(new Set(refusals).size).toBe(languages.length);
  const outcomes: string[] = [];
  for (const language of languages) {
    const { id } = await waiting();
    const body = { command: 'withdrawals refuse', params: { withdrawal: id, reason: 'no' } };
    outcomes.push(
      plain((await send(payer, body, language)).json<{ Done: { Said: Part[] } }>().Done.Said).replace(id, ''),
    );
  }
  expect(new Set(outcomes).size).toBe(languages.length);
  const { id } = await waiting();
  const asked = { command: 'withdrawals approve', params: { withdrawal: id }, reason: 'I called' };
  const { Request } = (await send(payer, asked)).json<{ Request: { Id: string } }>();
  expect((await lastroOf(world)('withdrawals refuse', id, '--reason', 'no')).exit).toBe(0);
  expect((await other.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' })).json()).toMatchObject({
    State: 'failed',
  });
  const stored = await Promise.all(
    languages.map(async (language) =>
      plain(
        (await read(other, `/console/requests/${Request.Id}`, language)).json<{ Result: { Said: Part[] } }>().Result
          .Said,
      ),
    ),
  );
  expect(new Set(stored).size).toBe(languages.length);
});
