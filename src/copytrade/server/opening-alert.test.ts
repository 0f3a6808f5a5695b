import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { subscribers } from '#app/server/subscribers.ts';
import { noSubscribers } from '#ledger/server/domain-events.ts';
import type { Notice } from '#notices/contract.ts';
import { composeUnsubscribing } from '#app/server/compose-unsubscribing.ts';
import { noticeMailTemplates } from '#notices/server/mail-templates.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { announceOpening } from './announce-opening.ts';

let world: CopytradeWorld;
let mailbox: Mailbox;
beforeAll(async () => {
  world = await openCopytradeWorld();
  // Must be the present: notices older than a day are shown but no longer mailed.
  world.now = new Date();
  mailbox = await openMailbox(world);
  mailbox.context.templates = {
    ...mailbox.context.templates,
    ...noticeMailTemplates(world.db, world.config, composeUnsubscribing(world.config)),
  };
});
beforeEach(() => world.setOpen(false));
afterEach(async () => {
  await world.setOpen(true);
  await announceOpening(world.db, noSubscribers);
  expect(await world.audit()).toEqual([]);
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

const choose = async (who: TestInvestor, wanted: boolean): Promise<unknown> => {
  const answer = await who.post('/api/copytrade/alert', { wanted });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const isWanted = async (who: TestInvestor) =>
  (await who.get('/api/copytrade/alert')).json<{ Wanted: boolean }>().Wanted;
const toldTo = async (who: TestInvestor): Promise<Notice[]> =>
  (await who.get('/api/notices')).json<Notice[]>().filter(({ Kind }) => Kind === 'copytrade_opened');
const announce = () => announceOpening(world.db, subscribers);

describe('a customer who wants to know when copytrade opens', () => {
  test('[G3] can say so repeatedly, and take it back', async () => {
    const ana = await world.investor();
    expect(await isWanted(ana)).toBe(false);
    for (let time = 0; time < 2; time += 1) expect(await choose(ana, true)).toEqual({ Wanted: true });
    expect(await isWanted(ana)).toBe(true);
    for (let time = 0; time < 2; time += 1) expect(await choose(ana, false)).toEqual({ Wanted: false });
    expect(await isWanted(ana)).toBe(false);
    await world.setOpen(true);
    await announce();
    expect(await toldTo(ana)).toEqual([]);
  });

  test('[G3] is told nothing while it is closed, and once when the operator opens it', async () => {
    const [ana, bia] = [await world.investor(), await world.investor()];
    await choose(ana, true);
    expect(await announce()).toBe(0);
    expect(await toldTo(ana)).toEqual([]);
    expect((await lastroOf(world)('copytrade open')).exit).toBe(0);
    const told = await Promise.all(Array.from({ length: 6 }, announce));
    expect(told.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await announce()).toBe(0);
    expect(await toldTo(ana)).toMatchObject([{ Kind: 'copytrade_opened', Amount: null, Read: false }]);
    expect(await toldTo(bia)).toEqual([]);
    expect(await isWanted(ana)).toBe(false);
  });

  test('[G3] is told of another opening only if they ask again', async () => {
    const ana = await world.investor();
    for (const times of [1, 2]) {
      await world.setOpen(false);
      await choose(ana, true);
      await world.setOpen(true);
      await announce();
      expect(await toldTo(ana)).toHaveLength(times);
    }
    await world.setOpen(false);
    await world.setOpen(true);
    await announce();
    expect(await toldTo(ana)).toHaveLength(2);
  });

  test('[G3] is told even if the process telling them died halfway', async () => {
    const ana = await world.investor();
    await choose(ana, true);
    await world.setOpen(true);
    const dying = { ...subscribers, onRegistrationsOpened: async () => Promise.reject(new Error('killed')) };
    await expect(announceOpening(world.db, dying)).rejects.toThrow('killed');
    expect(await isWanted(ana)).toBe(true);
    expect(await announce()).toBe(1);
    expect(await toldTo(ana)).toHaveLength(1);
  });

  test('[G3] is one of many told in batches, and nobody is left out', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => world.investor()));
    for (const each of many) await choose(each, true);
    await world.setOpen(true);
    expect(await announceOpening(world.db, subscribers, 1)).toBe(12);
    for (const each of many) expect(await toldTo(each)).toHaveLength(1);
  });
});

test.each([
  ['pt-BR', 'Copytrade aberto em Lastro'],
  ['en', 'Copytrade is open at Lastro'],
  ['es', 'El copytrade está abierto en Lastro'],
  ['zh-CN', 'Lastro 的跟单交易已开放'],
  ['fa', 'کپی‌ترید در Lastro باز شد'],
])('[G3] one email, in %s, also for customers who want no others', async (language, subject) => {
  const ana = await world.investor();
  await world.db.query('UPDATE customers SET language = $2 WHERE id = $1', [ana.id, language]);
  await world.ask({
    method: 'PUT',
    url: '/api/notices/letters',
    headers: { authorization: ana.token },
    payload: { maturities: false, withdrawals: false },
  });
  await choose(ana, true);
  await world.setOpen(true);
  await announce();
  await announce();
  const mails = (await mailbox.deliver()).filter(({ to }) => to.includes(ana.email));
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
  expect(mails[0]?.text).toContain('/copytrade');
});

describe('the calls', () => {
  test('[G3] refuse callers without a session, and answer each customer their own choice', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await world.ask({ method, url: '/api/copytrade/alert', payload: { wanted: true } });
      expect([method, answer.statusCode]).toEqual([method, 401]);
    }
    const [ana, eve] = [await world.investor(), await world.investor()];
    await choose(ana, true);
    expect(await choose(eve, false)).toEqual({ Wanted: false });
    expect([await isWanted(ana), await isWanted(eve)]).toEqual([true, false]);
  });

  test('[G3] accept true or false and nothing else', async () => {
    const ana = await world.investor();
    for (const body of [{}, { wanted: 'true' }, { wanted: 1 }, { wanted: null }, { wanted: true, customer: ana.id }]) {
      expect([body, (await ana.post('/api/copytrade/alert', body)).statusCode]).toEqual([body, 422]);
    }
    const long = await ana.post('/api/copytrade/alert', { wanted: true, x: 'y'.repeat(2_000_000) });
    expect(long.statusCode).toBe(413);
    expect(await isWanted(ana)).toBe(false);
  });
});
