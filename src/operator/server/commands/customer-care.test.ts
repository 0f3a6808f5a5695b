import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { subscribers } from '#app/server/subscribers.ts';
import { type ConsoleWorld, openConsoleWorld } from '#console/server/testing/console-world.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { makeCorrections } from '../customer-corrections.ts';
import { endFreezes } from '../end-freezes.ts';
import { lastAction, lastroOf, type Typed } from '../testing/type-command.ts';

let world: ConsoleWorld;
let ana: TestInvestor;

beforeAll(async () => void (world = await openConsoleWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const lastro = (line: string, ...more: string[]): Promise<Typed> => lastroOf(world)(line, ...more);
const kindsOf = async (who: TestInvestor): Promise<string[]> =>
  (await who.get('/api/notices')).json<{ Kind: string }[]>().map(({ Kind }) => Kind);
const mailsOf = (who: TestInvestor) => world.db.query('SELECT kind FROM mails WHERE customer_id = $1', [who.id]);

describe('[R6] a freeze of a few hours', () => {
  const freeze = (...more: string[]) =>
    lastro('customer freeze', ana.email, '--reason', 'a strange withdrawal', ...more);
  const isFrozen = async () => (await ana.get('/api/user')).json<{ Frozen: string | null }>().Frozen !== null;
  const letHoursPass = (hours: number) =>
    world.db.query(
      `UPDATE customer_freezes SET frozen_at = frozen_at - make_interval(hours => $2), until = until - make_interval(hours => $2)
       WHERE customer_id = $1`,
      [ana.id, hours],
    );
  beforeAll(async () => void (ana = await world.investor({ balance: '100.00' })));

  test.each(['0', '25', '-1', '1.5', 'x', '', '999'])('lasts 1 to 24 hours, never %s', async (hours) => {
    expect((await freeze('--hours', hours)).exit).toBe(2);
    expect(await isFrozen()).toBe(false);
  });

  test('ends automatically, notifies the customer and is in the action log', async () => {
    expect((await freeze('--hours', '24')).out).toContain('is frozen for 24 hours');
    expect(await endFreezes(world.db, subscribers)).toBe(0);
    expect(await isFrozen()).toBe(true);
    await letHoursPass(24);
    const ended = await Promise.all([1, 2, 3].map(() => endFreezes(world.db, subscribers)));
    expect(ended.reduce((all, one) => all + one, 0)).toBe(1);
    expect([await isFrozen(), (await kindsOf(ana)).toSorted()]).toEqual([
      false,
      ['account_frozen', 'account_unfrozen'],
    ]);
    expect(await lastAction(world)).toEqual({
      operator: 'lastro',
      action: 'customer unfreeze',
      details: { customer: ana.id, reason: 'its time was over', released: 0 },
    });
  });

  test('cannot directly follow another: more than a day takes two people', async () => {
    expect((await freeze('--hours', '1')).err).toContain('already frozen for hours in the last two days');
    await letHoursPass(25);
    expect((await freeze('--hours', '2')).exit).toBe(0);
  });

  test('can be made indefinite while it lasts, and then does not end automatically', async () => {
    expect((await freeze()).out).toContain('stays frozen until someone unfreezes them');
    expect((await freeze()).err).toContain('is already frozen');
    await letHoursPass(48);
    expect([await endFreezes(world.db, subscribers), await isFrozen()]).toEqual([0, true]);
    await lastro('customer unfreeze', ana.email, '--reason', 'identified');
  });

  test('takes one person in the console, while an indefinite one becomes a request', async () => {
    const support = await world.member('support');
    const bia = await world.investor();
    const asked = { reason: 'a strange withdrawal' };
    const long = await support.act('customer freeze', [bia.email], asked, 'a strange withdrawal');
    expect(long.json()).toMatchObject({ Done: null, Request: { Id: expect.any(String) } });
    const short = await support.act('customer freeze', [bia.email], { ...asked, hours: '3' });
    expect(short.json()).toMatchObject({ Done: { Json: { outcome: 'frozen_for_hours', hours: '3' } }, Request: null });
  });
});

describe('[R6] a note about a customer', () => {
  beforeAll(async () => void (ana = await world.investor()));

  test('is visible to staff only, names its author, and is not in the action log', async () => {
    const support = await world.member('support', { name: 'Sônia' });
    const text = '<script>alert(1)</script> pediu para ligar à tarde 😀';
    expect((await support.act('customer note', [ana.email], { text })).statusCode).toBe(200);
    expect((await lastro('customer note', ana.email, '--text', 'the second')).exit).toBe(0);
    const notes = (await support.get(`/console/customers/${ana.id}/notes`)).json<object[]>();
    expect(notes).toMatchObject([
      { Author: 'operator-of-tests', Text: 'the second' },
      { Author: 'Sônia', Text: text },
    ]);
    const [row] = await world.db.query<{ all: string }>(`SELECT string_agg(details::text, ' ') AS all FROM actions`);
    expect(row?.all).not.toContain('script');
    expect(await mailsOf(ana)).toEqual([]);
    expect(await kindsOf(ana)).toEqual([]);
  });

  test.each(['', '   ', 'x'.repeat(2001)])('rejects an empty or too long text', async (text) => {
    expect((await lastro('customer note', ana.email, '--text', text)).exit).toBe(2);
    expect((await lastro('customer note', 'nobody@example.com', '--text', 'x')).exit).toBe(1);
  });

  test('is never changed or deleted by the product', async () => {
    await expect(world.db.query(`UPDATE customer_notes SET text = 'x'`)).rejects.toThrow('permission denied');
    await expect(world.db.query('DELETE FROM customer_notes')).rejects.toThrow('permission denied');
  });
});

test('[R6] ends one session of a customer and no other', async () => {
  ana = await world.investor();
  const support = await world.member('support');
  const bia = await world.investor();
  const sessionOf = async (who: TestInvestor) =>
    (await support.get(`/console/customers/${who.id}/sessions`)).json<{ Sessions: { Id: string }[] }>().Sessions[0]
      ?.Id ?? '';
  const theirs = await sessionOf(bia);
  for (const id of [theirs, randomUUID()])
    expect((await lastro('customer end-session', ana.email, id, '--reason', 'lost')).exit).toBe(1);
  expect((await lastro('customer end-session', ana.email, 'x', '--reason', 'lost')).exit).toBe(2);
  expect((await lastro('customer end-session', ana.email, await sessionOf(ana), '--reason', 'lost')).exit).toBe(0);
  expect([(await ana.get('/api/user')).statusCode, (await bia.get('/api/user')).statusCode]).toEqual([401, 200]);
  expect(await lastAction(world)).toMatchObject({ action: 'customer end-session', details: { customer: ana.id } });
});

describe('[R6] correcting an address', () => {
  const change = (to: string) => lastro('customer address', ana.email, to, '--reason', 'showed a document on video');
  const letDaysPass = (days: number) =>
    world.db.query(
      `UPDATE customer_corrections SET asked_at = asked_at - make_interval(days => $1), takes_effect_at = takes_effect_at - make_interval(days => $1)
       WHERE customer_id = $2`,
      [days, ana.id],
    );
  const emailOf = async (): Promise<string | undefined> =>
    (await world.db.query<{ email: string }>('SELECT email FROM customers WHERE id = $1', [ana.id]))[0]?.email;
  const due = () => makeCorrections(world.db, subscribers);

  test('waits while the old address is notified; then it is changed and all sessions end', async () => {
    ana = await world.investor();
    const wanted = `Right-${ana.id}@example.com`;
    expect((await change(wanted)).exit).toBe(0);
    expect(await mailsOf(ana)).toEqual([{ kind: 'notices.standing' }]);
    await letDaysPass(2);
    expect([await due(), await emailOf()]).toEqual([0, ana.email]);
    expect((await change(`other-${wanted}`)).err).toContain('is already pending');
    await letDaysPass(1);
    const done = await Promise.all([due(), due(), due()]);
    expect(done.reduce((all, one) => all + one, 0)).toBe(1);
    expect(await emailOf()).toBe(wanted.toLowerCase());
    expect((await ana.get('/api/user')).statusCode).toBe(401);
    const [row] = await world.db.query('SELECT email_confirmed_at FROM customers WHERE id = $1', [ana.id]);
    expect(row).toEqual({ email_confirmed_at: null });
    expect((await mailsOf(ana)).map((each) => (each as { kind: string }).kind).toSorted()).toEqual([
      'auth.confirm',
      'notices.standing',
      'notices.standing',
    ]);
    expect(await world.db.query(`SELECT FROM customer_corrections WHERE becomes <> ''`)).toEqual([]);
    const [said] = await world.db.query<{ all: string }>(`SELECT string_agg(details::text, ' ') AS all FROM actions`);
    expect(said?.all).not.toContain('right-');
  });

  test('is dropped when somebody objects, or another customer has taken the address', async () => {
    ana = await world.investor();
    await change(`kept-${ana.id}@example.com`);
    expect((await lastro('customer keep-address', ana.email, '--reason', 'the owner of the mailbox called')).exit).toBe(
      0,
    );
    await letDaysPass(9);
    expect([await due(), await emailOf()]).toEqual([0, ana.email]);
    expect((await lastro('customer keep-address', ana.email, '--reason', 'again')).exit).toBe(1);

    const taken = `taken-${ana.id}@example.com`;
    await change(taken);
    await world.investor({ email: taken });
    await letDaysPass(9);
    expect([await due(), await emailOf()]).toEqual([1, ana.email]);
    expect((await ana.get('/api/user')).statusCode).toBe(200);
    expect((await kindsOf(ana)).filter((kind) => kind === 'address_kept')).toHaveLength(2);
  });

  test('requires a valid, unused and different address', async () => {
    ana = await world.investor();
    const bia = await world.investor();
    for (const to of ['nothing', '', 'a@b', `x@${'y'.repeat(260)}.com`, 'new@sandbox.example']) {
      expect([to, (await change(to)).exit]).toEqual([to, 2]);
    }
    for (const to of [ana.email, bia.email.toUpperCase()]) expect([to, (await change(to)).exit]).toEqual([to, 1]);
  });
});
