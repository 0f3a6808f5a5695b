import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAfter } from '#platform/clock.ts';
import { dayIn } from '#platform/server/span.ts';
import { transaction } from '#database/server/transaction.ts';
import { listOpenRequests } from '#privacy/server/request-store.ts';
import { houseZone } from '#settings/server/house-zone.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { lastroOf, type Typed } from '../testing/type-command.ts';

/** Zones in which it is another day than by UTC, at any hour. */
const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
const today = dayIn(zone, new Date());

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await transaction(world.db, (tx) => writeSetting(tx, houseZone, zone));
});
afterAll(() => world.close());

const json = ({ out }: Typed): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>;

test('[G6] a request comes in on the house’s today, not on a later day, and is overdue after its due day there', async () => {
  const ana = await world.investor();
  const lastro = lastroOf(world);
  expect((await lastro(`privacy open ${ana.email} export --received ${dayAfter(today)}`)).err).toContain(
    'in the future',
  );
  const { due } = json(await lastro(`privacy open ${ana.email} export --json`));
  const [made] = await listOpenRequests(world.db, 5);
  expect([made?.receivedOn, made?.dueOn, made?.isOverdue]).toEqual([today, due, false]);
  const move = (day: string) =>
    world.db.query(`UPDATE privacy_requests SET received_on = $1::date - 15, due_on = $1::date`, [day]);
  await move(today);
  expect(await listOpenRequests(world.db, 5)).toMatchObject([{ isOverdue: false }]);
  await move(dayAfter(today, -1));
  expect(await listOpenRequests(world.db, 5)).toMatchObject([{ isOverdue: true }]);
});

test('[R2] [G6] the account of actions is listed by the house’s days', async () => {
  const listed = async (day: string): Promise<number> =>
    (JSON.parse((await lastroOf(world)(`actions list --from ${day} --until ${day} --json`)).out) as unknown[]).length;
  expect(await listed(today)).toBeGreaterThan(0);
  expect([await listed(dayAfter(today, -1)), await listed(dayAfter(today))]).toEqual([0, 0]);
});

test('[V3] [G6] a code is valid from the house’s midnight to the one after its last day: 23, 24 or 25 hours a day', async () => {
  const there = await openWorld();
  await transaction(there.db, (tx) => writeSetting(tx, houseZone, 'America/New_York'));
  const lastro = lastroOf(there);
  for (const [code, day, begins, hours] of [
    ['INVERNO', '2034-11-05', '2034-11-05T04:00:00.000Z', 25],
    ['VERAO', '2034-03-12', '2034-03-12T05:00:00.000Z', 23],
    ['SEMPRE', '2034-07-01', '2034-07-01T04:00:00.000Z', 24],
  ] as const) {
    const made = await lastro(
      `promocode create ${code} --points 1 --uses 5 --each 1 --min 100 --from ${day} --until ${day} --json`,
    );
    expect(json(made)).toMatchObject({ from: day, until: day });
    const [row] = await there.db.query<{ from: Date; hours: number }>(
      `SELECT valid_from AS from, extract(epoch FROM valid_until - valid_from)::integer / 3600 AS hours FROM promocodes WHERE code = $1`,
      [code],
    );
    expect([row?.from.toISOString(), row?.hours]).toEqual([begins, hours]);
    expect((await lastro(`promocode list`)).out).toContain(`${day} to ${day}`);
  }
  // Their days are kept: from now on the zone is.
  expect((await lastro('settings set house.zone Asia/Tehran')).exit).toBe(1);
  await there.close();
});
