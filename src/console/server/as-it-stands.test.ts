import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Part } from '#commands/kinds.ts';
import { declaredCommands } from '#operator/server/all-commands.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { languages } from '#platform/languages.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from './testing/brokerage-console-world.ts';
import type { TestMember } from './testing/console-world.ts';

let world: BrokerageConsoleWorld;
let [payer, admin, treasurer] = [] as unknown as [TestMember, TestMember, TestMember];
beforeAll(async () => {
  world = await openBrokerageConsoleWorld();
  payer = await world.member('payments');
  admin = await world.member('admin');
  treasurer = await world.member('treasury');
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function ask(by: TestMember, command: string, words: string[], options = {}): Promise<string> {
  const answer = await by.act(command, words, options, 'as agreed');
  expect([command, answer.statusCode]).toEqual([command, 200]);
  return answer.json<{ Request: { Id: string } }>().Request.Id;
}
const read = async (id: string, language = 'en') =>
  (
    await world.askConsole({
      method: 'GET',
      url: `/console/requests/${id}`,
      headers: { cookie: admin.cookie, 'accept-language': language },
    })
  ).json<{ Now: Part[][] | null; Sentence: Part[] }>();
const valuesOf = (parts: readonly Part[] | readonly Part[][] | null) =>
  (parts ?? []).flat().flatMap(({ Kind: kind, Value }) => (kind === 'words' ? [] : [Value]));

test('[R8] [L14] who decides on a withdrawal reads why it waits and what its customer brought and took out; over, it is not said', async () => {
  const ana = await world.investor({ balance: '500', isEmailConfirmed: true, name: 'Ana Prado' });
  await world.transfer('deposit', ana, 70);
  await world.db.query(`UPDATE customers SET phone_changed_at = now() WHERE id = $1`, [ana.id]);
  const answer = await ana.post('/api/withdraw', { amount: 20, user: ana.id, currency: 'usdt' });
  const id = await ask(payer, 'withdrawals approve', [answer.json<{ Id: string }>().Id]);
  const said = await Promise.all(languages.map(async (language) => (await read(id, language)).Now));
  for (const parts of said)
    expect(valuesOf(parts)).toEqual([
      'phone_changed',
      expect.any(String),
      expect.any(String),
      '70.00',
      '0.00',
      '0',
      '550.00',
      '0',
      '0.00',
    ]);
  const plain = said.map((parts) =>
    (parts ?? [])
      .flat()
      .map(({ Name, Value }) => Name ?? Value)
      .join(''),
  );
  expect(new Set(plain).size).toBe(languages.length);
  await admin.post(`/console/requests/${id}/approve`, { reason: 'agreed' });
  expect((await read(id)).Now).toBeNull();
});

test('[R8] a transfer ended by hand says in what state it was, also once it is over', async () => {
  const bia = await world.investor({ balance: '500', isEmailConfirmed: true });
  const lost = await world.lost('deposit', bia);
  const id = await ask(payer, 'transfer settle', [lost], { amount: '100', evidence: 'statement of the day' });
  expect(valuesOf((await read(id)).Sentence)).toContain('unknown');
  await admin.post(`/console/requests/${id}/approve`, { reason: 'agreed' });
  expect((await read(id)).Sentence.map(({ Value }) => Value)).toContain('unknown');
});

test('[R8] money of the house is shown before and after, a freeze with what it holds back, a person with when they were here', async () => {
  const funded = await ask(treasurer, 'treasury fund', ['10']);
  const [before, then] = valuesOf((await read(funded)).Now).map(Number);
  expect((then ?? 0) - (before ?? 0)).toBe(10);
  const eva = await world.investor();
  expect((await lastroOf(world)('customer freeze', eva.email, '--reason', 'a test')).exit).toBe(0);
  const freed = await ask(payer, 'customer unfreeze', [eva.email], { reason: 'it was a mistake' });
  const [, held, since, brought] = valuesOf((await read(freed)).Now);
  expect([held, since, brought]).toEqual(['0', expect.any(String), '0.00']);
  const nina = await world.member('support');
  const disabled = await ask(admin, 'staff disable', [nina.email], { reason: 'has left' });
  expect(valuesOf((await read(disabled)).Now)).toEqual(['support', expect.any(String)]);
});

/** What these name stands in the sentence itself: whom an announcement reaches, and whom an invitation makes what. */
const saidWhole = new Set(['announcement create', 'staff invite']);

test('[R8] [L14] whatever takes two people says how things stand, and words it only where it does', () => {
  for (const { name, stands, effect, letsOut, words } of declaredCommands) {
    const takesTwo = effect !== null || letsOut !== undefined;
    if (takesTwo && !saidWhole.has(name)) expect([name, stands]).toEqual([name, expect.any(Function)]);
    if (!stands) expect([name, words('en').now]).toEqual([name, undefined]);
  }
});
