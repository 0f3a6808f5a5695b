import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Waiting } from '#console/waiting-contract.ts';
import type { Today } from '#console/today-contract.ts';
import { readLackingRoles } from '#operator/server/lacking-deciders.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { requestMailTemplates } from './tell-deciders.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';

let world: ConsoleWorld;
let mailbox: Mailbox;
let [maker, decider, desk] = [] as unknown as [TestMember, TestMember, TestMember];
beforeAll(async () => {
  world = await openConsoleWorld();
  mailbox = await openMailbox(world);
  mailbox.context.templates = { ...mailbox.context.templates, ...requestMailTemplates(world.db, world.config) };
  maker = await world.member('treasury', { name: 'Tânia Rosa' });
  decider = await world.member('treasury');
  desk = await world.member('desk');
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

const waitingOf = async (member: TestMember) => (await member.get('/console/waiting')).json<Waiting>();
const none: Waiting = { ToDecide: 0, Oldest: null, Mine: 0 };

async function ask(): Promise<string> {
  const answer = await maker.act('treasury fund', ['10'], {}, 'for the week');
  return answer.json<{ Request: { Id: string } }>().Request.Id;
}

test('[R8] what waits is counted for whoever may decide, since when, and for whoever asked', async () => {
  const id = await ask();
  expect([await waitingOf(decider), await waitingOf(maker), await waitingOf(desk)]).toEqual([
    { ToDecide: 1, Oldest: expect.any(String), Mine: 0 },
    { ToDecide: 0, Oldest: null, Mine: 1 },
    none,
  ]);
  expect((await decider.get('/console/today')).json<Today>().Requests).toEqual(await waitingOf(decider));
  await decider.post(`/console/requests/${id}/refuse`, { reason: 'not now' });
  expect([await waitingOf(decider), await waitingOf(maker)]).toEqual([none, none]);
});

test('[R8] whoever may decide is told by mail that something waits and where; nobody is once it is decided', async () => {
  await world.db.query('DELETE FROM mails');
  const [id, over] = [await ask(), await ask()];
  await decider.post(`/console/requests/${over}/refuse`, { reason: 'not now' });
  const queued = await world.db.query<{ staff: string }>(
    `SELECT about ->> 'staff' AS staff FROM mails WHERE kind = 'staff.request' AND about ->> 'request' = $1`,
    [id],
  );
  const admins = await world.db.query<{ id: string }>(`SELECT id FROM staff WHERE role IN ('treasury', 'admin')`);
  expect(queued.map(({ staff }) => staff).toSorted()).toEqual(
    admins.flatMap((each) => (each.id === maker.id ? [] : [each.id])).toSorted(),
  );
  const mails = await mailbox.deliver();
  expect(mails.flatMap(({ to }) => to)).toEqual([decider.email]);
  expect(mails[0]?.text).toContain('Tânia Rosa');
  expect(mails[0]?.text).toContain(`/approvals/${id}`);
});

test('[R8] withdrawals that wait are on Today of whoever decides on them, the longest waiting first, with why', async () => {
  const [payer, support] = [await world.member('payments'), await world.member('support')];
  const who = await world.investor({ balance: '50', isEmailConfirmed: true, name: 'Ana Prado' });
  await world.db.query(`UPDATE customers SET phone_changed_at = now() WHERE id = $1`, [who.id]);
  for (const amount of [20, 30]) await who.post('/api/withdraw', { amount, user: who.id, currency: 'usdt' });
  const today = async (member: TestMember) => (await member.get('/console/today')).json<Today>().Withdrawals;
  expect(await today(payer)).toEqual(
    [20, 30].map((Amount) => ({
      Id: expect.any(String),
      Customer: { Id: who.id, Name: 'Ana Prado' },
      Amount,
      Asked: expect.any(String),
      Because: 'phone_changed',
    })),
  );
  expect([await today(support), await today(desk)]).toEqual([null, null]);
  const looks = await world.db.query<{ details: object }>(
    `SELECT details FROM actions WHERE action = 'today look' ORDER BY number DESC`,
  );
  expect(looks.map(({ details }) => details)).toContainEqual({ customers: who.id });
});

test('[R8] [L14] an installation says of which roles nobody else could decide on what they ask for', async () => {
  const lacking = async () => readLackingRoles(world.db);
  await world.member('admin');
  expect((await lacking()).undecided).toEqual(['admin']);
  await world.member('admin');
  expect((await lacking()).undecided).toEqual([]);
  const officer = await world.member('compliance');
  // On a suspicion compliance alone decides: one of them is one too few.
  expect((await lacking()).undecided).toEqual(['compliance']);
  const auditor = await world.member('auditor');
  expect((await auditor.get('/console/today')).json<Today>()).toMatchObject({
    Undecided: ['compliance'],
    Alarms: expect.arrayContaining(['nobody_decides']),
  });
  await world.member('compliance', { invitedBy: officer, vouched: false });
  expect((await lacking()).undecided).toEqual(['compliance']);
  await world.member('compliance');
  expect(await lacking()).toMatchObject({ undecided: [], unheld: expect.not.arrayContaining(['compliance']) });
});
