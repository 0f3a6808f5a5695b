import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { houseZone, readHouseZone } from './house-zone.ts';
import { isValueOf } from './settings.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

test.each([
  ['Asia/Tehran', true],
  ['Nowhere/City', false],
  ['', false],
  [3, false],
])('[A2] the house’s zone may be %j: %j', (value, isGood) => expect(isValueOf(houseZone, value)).toBe(isGood));

test('[G6] the house’s zone is set before its first customer, at once, and never again', async () => {
  const lastro = lastroOf(world);
  expect(await readHouseZone(world.db)).toBe(houseZone.standard('production'));
  const planned = await lastro(
    'settings schedule house.zone Asia/Tehran --from',
    new Date(Date.now() + 9e6).toISOString(),
  );
  expect([planned.exit, planned.err]).toEqual([1, expect.stringContaining('before the first customer')]);
  for (const zone of ['Asia/Tehran', 'America/New_York'])
    expect((await lastro(`settings set house.zone ${zone}`)).exit).toBe(0);
  expect(await readHouseZone(world.db)).toBe('America/New_York');

  await world.investor();
  const late = await lastro('settings set house.zone Asia/Tehran');
  expect([late.exit, late.err]).toEqual([1, expect.stringContaining('before the first customer')]);
  // Nor by anything else that writes a setting.
  const by = (zone: string, startsAt: string) =>
    world.db.query(
      `INSERT INTO setting_versions (key, value, starts_at) VALUES ('house.zone', to_jsonb($1::text), ${startsAt})`,
      [zone],
    );
  await expect(by('Asia/Tehran', 'business_now()')).rejects.toMatchObject({ code: 'LB033' });
  expect(await readHouseZone(world.db)).toBe('America/New_York');
});

test('[G6] a zone that the database does not know is refused, and one that is only planned', async () => {
  const fresh = await openWorld();
  const by = (zone: string, startsAt: string) =>
    fresh.db.query(
      `INSERT INTO setting_versions (key, value, starts_at) VALUES ('house.zone', to_jsonb($1::text), ${startsAt})`,
      [zone],
    );
  await expect(by('Atlantis/Poseidonis', 'business_now()')).rejects.toMatchObject({ code: '22023' });
  await expect(by('Asia/Tehran', "business_now() + interval '1 day'")).rejects.toMatchObject({ code: 'LB033' });
  expect(await readHouseZone(fresh.db)).toBe('America/Sao_Paulo');
  await fresh.close();
});
