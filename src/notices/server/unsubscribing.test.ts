import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeUnsubscribing } from '#app/server/compose-unsubscribing.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { settleDue } from '#operator/server/settle-due.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { noticeMailTemplates } from './mail-templates.ts';
import { createUnsubscribing } from './unsubscribing.ts';

let world: World;
let mailbox: Mailbox;
beforeAll(async () => {
  world = await openWorld({ env: { SECOND_KEY_SECRET: 'a-secret-for-tests-that-is-long-enough' } });
  world.now = new Date();
  mailbox = await openMailbox(world);
  const templates = noticeMailTemplates(world.db, world.config, composeUnsubscribing(world.config));
  mailbox.context.templates = { ...mailbox.context.templates, ...templates };
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await mailbox.close();
  await world.close();
});

async function mature(...who: readonly TestInvestor[]) {
  for (const each of who) await each.post('/api/stake', { amount: 100, time_stake: 30 });
  world.forward(30);
  await settleDue(world.db, world.now, subscribers);
  return mailbox.deliver();
}

const choiceOf = async ({ token }: TestInvestor): Promise<unknown> =>
  (await world.ask({ method: 'GET', url: '/api/notices/letters', headers: { authorization: token } })).json();

test('[A9] one click turns an optional email off: opening the link shows a button, sending it acts', async () => {
  const ana = await world.investor({ balance: '500', isEmailConfirmed: true });
  const [mail] = await mature(ana);
  const link = /^<(.*)>$/.exec(String(mail?.headers['list-unsubscribe']))?.[1] ?? '';
  expect(link).toMatch(new RegExp(`^${world.config.publicUrl}/unsubscribe/[\\w-]{43}$`));
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const url = new URL(link).pathname;
  const shown = await world.ask({ method: 'GET', url });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(shown.body).toContain('<button>Não receber mais estes e-mails</button>');
  expect(await choiceOf(ana)).toEqual({ Maturities: true, Withdrawals: true, Announcements: true });
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const done = await world.http.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('Você não recebe mais estes e-mails.')]);
  }
  expect(await choiceOf(ana)).toEqual({ Maturities: false, Withdrawals: true, Announcements: true });
  expect(await mature(ana)).toEqual([]);
});

test('[A9] [A1] a link that was never sent, or is another’s, does nothing', async () => {
  const ana = await world.investor({ balance: '500', isEmailConfirmed: true });
  const named = { customerId: ana.id, what: 'maturities' } as const;
  const own = composeUnsubscribing(world.config).linkOf(named);
  const forged = createUnsubscribing(world.config.publicUrl, () => 'another-secret-that-is-long-enough').linkOf(named);
  // The last letter has bits that mean nothing.
  const bent = own.slice(0, -2) + (own.at(-2) === 'A' ? 'B' : 'A') + own.slice(-1);
  for (const link of [forged, bent, `${own}AA`, `${world.config.publicUrl}/unsubscribe/x`])
    for (const method of ['GET', 'POST'] as const)
      expect((await world.http.app.inject({ method, url: new URL(link).pathname })).statusCode).toBe(404);
  const large = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = await world.http.app.inject({
    method: 'POST',
    url: new URL(own).pathname,
    headers: large,
    payload: 'x'.repeat(5_000),
  });
  expect(sent.statusCode).toBe(413);
  expect(await choiceOf(ana)).toEqual({ Maturities: true, Withdrawals: true, Announcements: true });
});

test('[A9] no amount is written to an address that nobody has confirmed', async () => {
  const [known, unknown] = [
    await world.investor({ balance: '500', isEmailConfirmed: true }),
    await world.investor({ balance: '500' }),
  ];
  const mails = await mature(known, unknown);
  expect(mails.map(({ to }) => to).join()).toContain(known.email);
  expect(mails.map(({ to }) => to).join()).not.toContain(unknown.email);
});
