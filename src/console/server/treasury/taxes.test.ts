import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DailySheetAnswer } from '#console/reports-contract.ts';
import type { Treasury } from '#console/treasury-contract.ts';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { type ConsoleWorld, openConsoleWorld, type TestMember } from '../testing/console-world.ts';

let world: ConsoleWorld;
let marta: TestMember;
let carlos: TestMember;
beforeAll(async () => {
  world = await openConsoleWorld({ isLive: true });
  marta = await world.member('treasury', { name: 'Marta' });
  carlos = await world.member('treasury', { name: 'Carlos' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const taxes = async () => (await marta.get('/console/treasury')).json<Treasury>().Taxes;
const ofToday = async () => (await marta.get('/console/reports/daily')).json<DailySheetAnswer>().Taxes;

/** Requested by one member, approved by the other. */
async function together(command: string, usd: string): Promise<string> {
  const asked = await marta.act(command, [usd], { reason: 'the month is over' }, 'the month is over');
  const { Request } = asked.json<{ Request: { Id: string } }>();
  expect((await marta.post(`/console/requests/${Request.Id}/approve`, { reason: 'my own' })).statusCode).toBe(403);
  const answer = await carlos.post(`/console/requests/${Request.Id}/approve`, { reason: 'agreed' });
  return answer.json<{ State: string }>().State;
}

test('[R6] with nothing ever withheld, neither the treasury nor the daily sheet shows taxes', async () => {
  const ana = await world.investor({ balance: '100' });
  await ana.post('/api/stake', { amount: 100, time_stake: 30 });
  await lastroOf(world)('clock forward 30d');
  expect([await taxes(), await ofToday()]).toEqual([null, null]);
});

test('[R4] [R6] withheld tax is paid to the authority by two people, never more than is owed, and returned by two', async () => {
  expect((await lastroOf(world)('settings set taxes.withheld_percent 15')).exit).toBe(0);
  const ana = await world.investor({ balance: '300' });
  await ana.post('/api/stake', { amount: 300, time_stake: 60 });
  await lastroOf(world)('clock forward 60d');
  expect(await taxes()).toEqual({ Withheld: 11.25, Paid: 0, Owed: 11.25 });
  expect(await ofToday()).toEqual({ Withheld: 11.25, Paid: 0, Owed: 11.25 });
  const tooMuch = await marta.act('taxes pay', ['11.26'], { reason: 'the month is over' }, 'the month is over');
  expect(tooMuch.json()).toMatchObject({ code: 'refused' });
  expect(await together('taxes pay', '11.25')).toBe('done');
  expect(await taxes()).toEqual({ Withheld: 11.25, Paid: 11.25, Owed: 0 });
  expect(await together('taxes return', '1.25')).toBe('done');
  expect(await ofToday()).toEqual({ Withheld: 11.25, Paid: 10, Owed: 1.25 });
});
