import { afterEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { dayAfter } from '#platform/clock.ts';
import { boundsOfDays, dayIn } from '#platform/server/span.ts';
import { moveBusinessClock, readBusinessClock } from '#database/server/business-clock.ts';
import { transaction } from '#database/server/transaction.ts';
import { listJournalRows } from '#console/server/ledger/list-journals.ts';
import { houseZone } from '#settings/server/house-zone.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { lastroOf } from '../testing/type-command.ts';
import { readAccountDays } from './account-days.ts';
import { type CustomerDay, readCustomerDays } from './customer-days.ts';
import { readDailySheet } from './daily-sheet.ts';
import { readLiabilityDays } from './liability-days.ts';
import { readReportDays } from './report-days.ts';

let world: World;
afterEach(() => world.close());

async function openIn(zone: string): Promise<void> {
  world = await openWorld();
  await transaction(world.db, (tx) => writeSetting(tx, houseZone, zone));
}

test.each([
  ['America/Sao_Paulo', '2026-03-10', 24],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2025-11-02', 25],
  ['Asia/Tehran', '2022-03-22', 23],
])('[R6] [G6] in %s the day %s of %d hours has what moved from midnight to midnight', async (zone, day, hours) => {
  await openIn(zone);
  const { start, end } = boundsOfDays(zone, day);
  expect((end.getTime() - start.getTime()) / 3_600_000).toBe(hours);
  world.now = new Date(start.getTime() - 1);
  const ana = await world.investor();
  for (const [at, amount] of [
    [start.getTime() - 1, '1'],
    [start.getTime(), '20'],
    [end.getTime() - 1, '300'],
    [end.getTime(), '4000'],
  ] as const) {
    world.now = new Date(at);
    await world.bring(ana, amount);
  }

  const [before, after] = [dayAfter(day, -1), dayAfter(day)];
  const sheet = await readDailySheet(world.db, await readReportDays(world.db, day, day));
  expect([sheet.day, sheet.owed]).toEqual([day, usd('321')]);
  const days = await readReportDays(world.db, before, after);
  const came = [usd('1'), usd('320'), usd('4000')];
  const ofBalance = await readAccountDays(world.db, days, ['balance']);
  expect(ofBalance.map((each) => [each.day, each.in])).toEqual(
    [before, day, after].map((each, at) => [each, came[at]]),
  );
  const ofCustomers: CustomerDay[] = [];
  for await (const rows of readCustomerDays(world.db, days)) ofCustomers.push(...rows);
  expect(ofCustomers.map((each) => [each.day, each.came])).toEqual(
    [before, day, after].map((each, at) => [each, came[at]]),
  );
  const owed = await readLiabilityDays(world.db, days);
  expect(owed.map((each) => [each.day, each.owed])).toEqual([
    [before, usd('1')],
    [day, usd('321')],
    [after, usd('4321')],
  ]);
  const newest = { at: 'infinity', owner: 'ffffffff-ffff-ffff-ffff-ffffffffffff', number: '9223372036854775807' };
  const journals = await listJournalRows(world.db, { from: day, until: day }, newest, 50);
  expect(journals.map(({ happened_at: at }) => at.getTime())).toEqual([end.getTime() - 1, start.getTime()]);
});

test('[R6] [G6] a day that has not begun in the house’s zone is in the future, and one that has is not', async () => {
  await openIn('America/Sao_Paulo');
  const { now } = await readBusinessClock(world.db);
  // To nine in the evening, when it is tomorrow by UTC.
  const tonight =
    boundsOfDays('America/Sao_Paulo', dayAfter(dayIn('America/Sao_Paulo', now))).end.getTime() - 3 * 3_600_000;
  await transaction(world.db, (tx) => moveBusinessClock(tx, tonight + 60_000 - now.getTime()));
  const utc = (await readBusinessClock(world.db)).now.toISOString().slice(0, 10);
  const lastro = lastroOf(world);
  expect(await lastro(`reports daily ${utc}`)).toMatchObject({ exit: 1, err: `${utc} is in the future.\n` });
  const today = await lastro(`reports daily ${dayAfter(utc, -1)}`);
  expect([today.exit, today.out.split('\n')[0]]).toEqual([0, `${dayAfter(utc, -1)} (America/Sao_Paulo)`]);
});
