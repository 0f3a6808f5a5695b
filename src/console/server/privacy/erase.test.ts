import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { atTheMachine } from '#commands/server/operator.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { lastroOf, type Typed } from '#operator/server/testing/type-command.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { eraseCustomer } from '#privacy/server/erase-customer.ts';
import { keepDays } from '#privacy/server/privacy-settings.ts';
import { drawPng } from '#profile/server/testing/draw-png.ts';
import { sendPicture } from '#profile/server/testing/send-picture.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import type { TestMember } from '../testing/console-world.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from '../testing/brokerage-console-world.ts';

let world: BrokerageConsoleWorld;
let maker: TestMember;
let checker: TestMember;

beforeAll(async () => {
  world = await openBrokerageConsoleWorld();
  // The command goes by the database's clock.
  world.now = new Date();
  maker = await world.member('compliance');
  checker = await world.member('compliance');
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const lastro = (line: string, ...more: string[]): Promise<Typed> => lastroOf(world)(line, ...more);
const password = 'a-long-canary-password';

/** Everything that a person typed or that somebody wrote about them, each string unique to this test. */
const canaries = {
  name: 'Zuleicakanarie',
  email: 'zuleicakanarie@canarymail.example.org',
  phone: '+5511912345678',
  newName: 'Zuleikakanarie',
  newEmail: 'otherkanarie@canarymail.example.org',
  reason: 'reasonkanarie of theirs',
  note: 'notekanarie about them',
  evidence: 'evidencekanarie on video',
  request: 'requestkanarie of staff',
  refusal: 'refusalkanarie for them',
  device: 'devicekanarie',
} as const;

async function register(email: string): Promise<TestInvestor> {
  const answer = await world.ask({
    method: 'POST',
    url: '/auth/register',
    headers: { 'user-agent': `Mozilla/5.0 ${canaries.device}` },
    body: { name: `${canaries.name} Souza`, email, phone: canaries.phone, birth: '1988-02-29', password, terms: true },
  });
  expect(answer.statusCode).toBe(201);
  const { token } = answer.json<{ token: string }>();
  const [row] = await world.db.query<{ id: string; code: string }>(
    'UPDATE customers SET email_confirmed_at = now() WHERE email = $1 RETURNING id, code',
    [email],
  );
  const headers = { authorization: token };
  return {
    id: row?.id ?? '',
    code: row?.code ?? '',
    email,
    token,
    get: (url) => world.ask({ method: 'GET', url, headers }),
    post: (url, body) => world.ask({ method: 'POST', url, headers, ...(body && { body }) }),
    balance: async () => 0,
  };
}

const logIn = (email: string) => world.ask({ method: 'POST', url: '/auth', body: { email, password } });

/** A request made by one and approved by the other; or why it cannot be made. */
async function byTwo(command: string, words: string[], options: Record<string, string>) {
  const asked = await maker.act(command, words, options, canaries.request);
  if (asked.statusCode !== 200) return asked.json<{ State: string; Result: { Lines: string[] } }>();
  const { Id } = asked.json<{ Request: { Id: string } }>().Request;
  const decided = await checker.post(`/console/requests/${Id}/approve`, { reason: canaries.request });
  return decided.json<{ State: string; Result: { Lines: string[] } }>();
}

const erase = (email: string) => byTwo('customer erase', [email], { ground: 'asked' });

/** Lists the tables that contain one of these strings, as text or as bytes. */
async function findAnywhere(words: readonly string[]): Promise<string[]> {
  const tables = await askAsOwner<{ name: string }>(
    world.db.adminUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'ledger')`,
  );
  const found: string[] = [];
  const sought = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]);
  for (const { name } of tables) {
    const rows = await askAsOwner<{ word: string }>(
      world.db.adminUrl,
      `SELECT w.word FROM unnest($1::text[]) AS w (word) WHERE EXISTS (SELECT FROM ${name} t WHERE lower(t::text) LIKE '%' || lower(w.word) || '%')`,
      [sought],
    );
    found.push(...rows.map(({ word }) => `${name}: ${word}`));
  }
  return found;
}

describe('[R6] erasing a customer', () => {
  test('leaves nothing that identifies the person, keeps the books whole, and frees their address', async () => {
    const ana = await register(canaries.email);
    expect((await logIn(ana.email)).statusCode).toBe(200);
    await sendPicture(world, ana, await drawPng({ width: 64, height: 64 }));
    const bia = await world.investor({ broughtBy: ana, balance: '500.00' });
    await bia.post('/api/stake', { amount: 100, time_stake: 30 }, { 'idempotency-key': 'k' });

    await world.transfer('deposit', ana);
    const { Id: refused } = (await ana.post('/api/withdraw', { amount: 100, user: ana.id, currency: 'usdt' })).json();
    await lastro('withdrawals refuse', refused, '--reason', canaries.refusal);
    const left = await world.transfer('withdraw', ana);
    await lastro('withdrawals approve', left);
    await world.transfer('deposit', ana, 10);
    expect((await lastro('customer freeze', ana.email, '--reason', canaries.reason)).exit).toBe(0);
    expect((await lastro('customer unfreeze', ana.email, '--reason', canaries.reason)).exit).toBe(0);
    await maker.act('customer note', [ana.email], { text: canaries.note });
    await byTwo('customer correct', [ana.email, 'name', canaries.newName], {
      evidence: canaries.evidence,
      reason: canaries.reason,
    });
    await maker.act('customer address', [ana.email, canaries.newEmail], { reason: canaries.reason }, canaries.request);
    expect((await findAnywhere(Object.values(canaries))).length).toBeGreaterThan(10);

    expect(await erase(ana.email)).toMatchObject({
      code: 'refused',
      details: { reason: 'balance' },
    });
    const rest = await world.transfer('withdraw', ana, 10);
    await lastro('withdrawals approve', rest);
    await world.transfer('deposit', bia, 10);
    await world.settle();

    const done = await erase(ana.email);
    expect([done.State, done.Result.Lines]).toEqual(['done', [`Customer ${ana.id} is erased.`]]);
    expect(await findAnywhere(Object.values(canaries))).toEqual([]);
    expect((await logIn(canaries.email)).statusCode).toBe(401);
    expect((await logIn(`erased:${ana.id}`)).statusCode).not.toBe(200);
    expect((await ana.get('/api/user')).statusCode).toBe(401);

    // Later earnings of the member below yield a bonus for nobody; the audit checks this after each test.
    world.forward(31);
    await world.settle();
    const [accounts] = await world.db.query('SELECT balance, held, invested FROM ledger.accounts WHERE owner = $1', [
      ana.id,
    ]);
    expect(accounts).toEqual({ balance: 0n, held: 0n, invested: 0n });
    const [paid] = await world.db.query<{ key: string }>(
      `SELECT key FROM ledger.journals WHERE owner = $1 AND kind = 'withdrawal_settled' LIMIT 1`,
      [ana.id],
    );
    expect((await lastro('ledger reverse', paid?.key ?? '', '--reason', 'a test')).err).toContain(
      'This customer was erased: nothing can be paid to them any more.',
    );

    const again = await register(canaries.email);
    expect(again.id).not.toBe(ana.id);
    const page = await maker.get(`/console/customers/${ana.id}`);
    expect(page.json()).toMatchObject({ Name: '—', Phone: '' });
    expect(await erase(`erased:${ana.id}`)).toMatchObject({ code: 'mistyped' });
  });

  test.each([
    ['money', 'they still have one cent or more', async (who: TestInvestor) => world.bring(who, '1.00')],
    ['a freeze', 'they are frozen', (who: TestInvestor) => lastro('customer freeze', who.email, '--reason', 'a test')],
    [
      'a transfer on its way',
      'a transfer of theirs is in progress',
      (who: TestInvestor) => who.post('/api/deposit', { amount: 100, user: who.id, currency: 'usdt' }),
    ],
  ])('is refused while there is %s, and touches nothing', async (_, why, make) => {
    const who = await world.investor({ name: 'Nobody Yet' });
    await make(who);
    expect(await erase(who.email)).toMatchObject({ code: 'refused', details: { reason: expect.any(String) } });
    expect((await lastro('customer erase', who.email, '--ground', 'asked')).err).toContain(why);
    expect((await who.get('/api/user')).json()).toMatchObject({ Name: 'Nobody Yet' });
  });

  test('waits out the legal retention period set by the operator after the last movement', async () => {
    await transaction(world.db, (tx) => writeSetting(tx, keepDays, 1825));
    const who = await world.investor();
    await world.transfer('deposit', who, 50);
    await world.db.query(`UPDATE customers SET email_confirmed_at = now() WHERE id = $1`, [who.id]);
    await world.transfer('withdraw', who, 50);
    expect(await erase(who.email)).toMatchObject({ details: { reason: 'kept_by_law' } });
    await transaction(world.db, (tx) => writeSetting(tx, keepDays, keepDays.standard('sandbox')));
    expect((await erase(who.email)).State).toBe('done');
  });

  test('blocks concurrent writes about them, and nothing of theirs is written afterwards', async () => {
    const who = await world.investor();
    const { waiting } = await transaction(world.db, async (tx) => {
      const { now } = await readBusinessClock(tx);
      expect(await eraseCustomer(tx, { customerId: who.id, email: who.email, keepDays: 0, now })).toEqual({
        obstacles: [],
        givenUp: 0n,
      });
      const writes = [
        lastro('customer note', who.email, '--text', canaries.note),
        lastro('customer correct', who.email, 'name', canaries.newName, '--evidence', 'video', '--reason', 'asked'),
        lastro('customer address', who.email, canaries.newEmail, '--reason', canaries.reason),
        lastro('case open', who.email, '--reason', canaries.reason),
      ];
      const waiting = Promise.all(writes);
      expect(await Promise.race([waiting, pause(300)])).toBeUndefined();
      await recordAction(tx, {
        operator: atTheMachine('a test'),
        action: 'customer erase',
        details: { customer: who.id, ground: 'asked' },
      });
      // Wrapped so as not to be awaited: they wait for this to end.
      return { waiting };
    });
    for (const { exit, err } of await waiting) expect([exit, err]).toEqual([1, expect.stringContaining('No customer')]);
    const left = await world.db.query(
      'SELECT id FROM customer_notes WHERE customer_id = $1 UNION SELECT id FROM customer_corrections WHERE customer_id = $1',
      [who.id],
    );
    expect(left).toEqual([]);
    expect(await findAnywhere([canaries.note, canaries.newName, canaries.newEmail])).toEqual([]);
  });

  test('takes two people, needs a known ground, and cannot be done in part by the server’s login', async () => {
    const who = await world.investor();
    expect((await maker.act('customer erase', [who.email], { ground: 'asked' })).statusCode).toBe(422);
    expect((await lastro('customer erase', who.email, '--ground', 'spite')).exit).toBe(2);
    for (const statement of [
      `DELETE FROM kept_words`,
      `UPDATE kept_words SET words = ''`,
      `UPDATE ledger_reversals SET reason = '[erased]'`,
      `UPDATE transfer_steps SET reason = '[erased]'`,
    ])
      await expect(world.db.query(statement)).rejects.toThrow('permission denied');
    await expect(
      world.db.query(`UPDATE broker_transfers SET reason = '[erased]' WHERE state IN ('settled', 'returned')`),
    ).rejects.toThrow('never changes');
  });
});

test('[R5] text about a customer is stored beside the chain, and the audit finds a changed word', async () => {
  const who = await world.investor();
  await lastro('customer freeze', who.email, '--hours', '1', '--reason', 'as it was written');
  const [stored] = await world.db.query<{ details: { reason: string } }>(
    `SELECT details FROM actions WHERE action = 'customer freeze' AND details ->> 'customer' = $1`,
    [who.id],
  );
  expect(stored?.details.reason).toMatch(/^kept:[0-9a-f]{64}$/);
  await askAsOwner(
    world.db.adminUrl,
    `BEGIN; ALTER TABLE kept_words DISABLE TRIGGER ALL; ALTER TABLE kept_words DROP CONSTRAINT words_are_known_by_their_hash;
     UPDATE kept_words SET words = 'as somebody wants it' WHERE words = 'as it was written'; COMMIT`,
  );
  expect(await world.audit()).toHaveLength(1);
  await askAsOwner(
    world.db.adminUrl,
    `UPDATE kept_words SET words = 'as it was written' WHERE words = 'as somebody wants it'; ALTER TABLE kept_words ENABLE TRIGGER ALL`,
  );
});
