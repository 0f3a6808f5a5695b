import { afterAll, beforeAll, expect, test } from 'vitest';
import { productionEnv } from '#testing/server/production-env.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { readValue } from '#commands/server/params.ts';
import { lastAction, lastroOf } from '../testing/type-command.ts';

const key = 'auth.registrations_per_hour';
let world: World;

beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

test('[R1] lists the settings with their current and standard values', async () => {
  const production = await openWorld({ env: productionEnv });
  const { exit, out } = await lastroOf(production, { MODE: 'production' })('settings list --json');
  await production.close();
  expect([exit, JSON.parse(out)]).toEqual([
    0,
    expect.arrayContaining([
      { key, value: 30, standard: 30, description: expect.stringContaining('hour'), coming: [] },
    ]),
  ]);
});

test('[R1] [R2] a changed setting takes effect immediately', async () => {
  const { exit, out } = await lastroOf(world)('settings set', key, '1');
  expect([exit, out]).toEqual([0, `${key} is now 1.\n`]);
  expect(await lastAction(world)).toMatchObject({ action: 'settings set', details: { key, value: '1' } });
  expect((await lastroOf(world)('settings list')).out).toContain(`${key} = 1  (default 5000)`);

  const body = {
    name: 'Eva',
    phone: '+5521998765432',
    birth: '1988-11-03',
    password: 'capivara no telhado',
    terms: true,
  };
  const register = (email: string) => world.ask({ method: 'POST', url: '/auth/register', body: { ...body, email } });
  expect((await register('eva@example.com')).statusCode).toBe(201);
  expect((await register('ivo@example.com')).statusCode).toBe(429);
});

test.each(['0', '-5', '1.5', 'many', 'true', '"30"', '[30]', '1000001', ''])(
  '[R1] rejects %j and changes nothing',
  async (value) => {
    const before = await lastroOf(world)('settings list');
    const { exit, err } = await lastroOf(world)('settings set', key, '--', value);
    expect([exit, err]).toEqual([1, expect.stringContaining(`${key} cannot be ${JSON.stringify(readValue(value))}`)]);
    expect(await lastroOf(world)('settings list')).toEqual(before);
  },
);

test('[R1] [R3] the list of commands that take two people accepts only existing commands, one per item', async () => {
  const list = 'console.two_people';
  for (const [value, missing] of [
    ['["staff invite staff role promocode create rates accept"]', 'staff invite staff role'],
    ['["staff invite","rates acept"]', 'rates acept'],
  ] as const) {
    const { exit, err } = await lastroOf(world)('settings set', list, value);
    expect([exit, err]).toEqual([1, expect.stringContaining(`there is no command "${missing}`)]);
  }
  expect((await lastroOf(world)('settings set', list, '["staff invite","rates accept"]')).exit).toBe(0);
});

test('[R1] rejects an unknown setting, listing the existing ones', async () => {
  const { exit, err } = await lastroOf(world)('settings set interest 10');
  expect([exit, err]).toEqual([1, expect.stringContaining(`Settings: ${key}`)]);
});
