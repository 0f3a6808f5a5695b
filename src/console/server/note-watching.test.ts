import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchedMinutes } from './note-watching.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from './testing/console-world.ts';

let world: ConsoleWorld;
let nara: TestMember;
beforeAll(async () => {
  world = await openConsoleWorld();
  nara = await world.member('compliance', { name: 'Nara' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const looks = (action: string) =>
  world.db.query<{ staff_id: string; address: string; details: Record<string, string> }>(
    'SELECT staff_id, address, details FROM actions WHERE action = $1 ORDER BY number',
    [action],
  );
const watch = async (by: TestMember, url: string) => expect((await by.get(url)).statusCode).toBe(200);

test('[R5] a screen that refetches automatically is one entry per session, even with fifty concurrent calls', async () => {
  await Promise.all(Array.from({ length: 50 }, () => watch(nara, '/console/today')));
  await watch(nara, '/console/today');
  expect(await looks('today look')).toEqual([{ staff_id: nara.id, address: '127.0.0.1', details: {} }]);
  await watch(await world.again(nara), '/console/today');
  expect(await looks('today look')).toHaveLength(2);
});

test('[R5] a call that claims to be a refresh still counts as a look', async () => {
  const caio = await world.member('compliance');
  const headers = { cookie: caio.cookie, refresh: '1', purpose: 'prefetch', 'cache-control': 'no-cache' };
  const answer = await world.askConsole({ method: 'GET', url: '/console/requests?state=open', headers });
  expect(answer.statusCode).toBe(200);
  expect((await looks('requests look')).filter(({ staff_id: id }) => id === caio.id)).toHaveLength(1);
});

test('[R5] the list of requests records whom it showed; each customer added to it is a new look', async () => {
  const [ana, bia] = [await world.investor(), await world.investor()];
  const one = await world.again(nara);
  const before = (await looks('requests look')).length;
  const seen = async () => (await looks('requests look')).slice(before).map(({ details }) => details);
  await watch(one, '/console/requests?state=open');
  expect(await seen()).toEqual([{ which: 'open' }]);
  const freeze = (email: string) => nara.act('customer freeze', [email], { reason: 'a call' }, 'a call');
  const { Request } = (await freeze(ana.email)).json<{ Request: { Id: string } }>();
  for (let times = 0; times < 3; times += 1) await watch(one, '/console/requests?state=open');
  await freeze(bia.email);
  await watch(one, '/console/requests?state=open');
  const both = [ana.id, bia.id].toSorted().join(' ');
  expect(await seen()).toEqual([
    { which: 'open' },
    { which: 'open', customers: ana.id },
    { which: 'open', customers: both },
  ]);
  await watch(one, '/console/requests?state=over');
  expect((await seen()).at(-1)).toEqual({ which: 'over' });
  await watch(one, `/console/requests/${Request.Id}`);
  await watch(one, `/console/requests/${Request.Id}`);
  expect((await looks('request look')).map(({ details }) => details)).toEqual([
    { request: Request.Id, customer: ana.id },
  ]);
});

test('[R5] watching on is recorded again after an interval', async () => {
  const before = (await looks('today look')).length;
  const later = `UPDATE staff_looks SET noted_at = noted_at - interval '${watchedMinutes} minutes'`;
  await world.db.query(later);
  for (let times = 0; times < 3; times += 1) await watch(nara, '/console/today');
  expect(await looks('today look')).toHaveLength(before + 1);
});

test('[R5] what was looked at is forgotten with the session, but stays in the account', async () => {
  const left = await world.again(nara);
  await watch(left, '/console/today');
  const before = (await looks('today look')).length;
  const kept = async () =>
    (await world.db.query('SELECT FROM staff_looks l JOIN staff_sessions s ON s.id = l.session_id')).length;
  const inSession = await kept();
  expect((await left.post('/console/logout')).statusCode).toBe(204);
  expect(await kept()).toBeLessThan(inSession);
  expect(await looks('today look')).toHaveLength(before);
});
