import type { Response } from 'light-my-request';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '#database/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { PasskeyQuestion } from '../contract.ts';
import { type KeyOwner, type KeyWorld, openKeyWorld, password } from './testing/key-world.ts';

let world: KeyWorld;
beforeAll(async () => void (world = await openKeyWorld()));
beforeEach(() => void (world.clock.at = new Date()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** How a second factor's first way is finished, by somebody with a session and the password. */
const ways: [string, (ana: KeyOwner) => Promise<() => Promise<Response>>][] = [
  [
    'an app',
    async (ana) => {
      const { Secret } = (await ana.post('/api/second-key/app', { proof: { password } })).json<{ Secret: string }>();
      const code = new TOTP({ secret: Secret }).generate({ timestamp: world.clock.at.getTime() });
      return () => ana.post('/api/second-key/app/confirm', { code });
    },
  ],
  [
    'a passkey',
    async (ana) => {
      const asked = await ana.post('/api/second-key/passkeys/begin', { proof: { password } });
      const credential = ana.passkey.make(asked.json<PasskeyQuestion>().challenge);
      return () => ana.post('/api/second-key/passkeys', { name: 'Celular', credential });
    },
  ],
];

test.each(ways)('[L6] a session that its owner ends meanwhile adds no second factor (%s)', async (_way, begin) => {
  const ana = await world.owner();
  const finish = await begin(ana);
  const { finishing } = await transaction(world.db, async (tx) => {
    // As the owner does, who ends this session from another.
    await tx.query('SELECT FROM customers WHERE id = $1 FOR NO KEY UPDATE', [ana.id]);
    const finishing = finish();
    finishing.catch(() => {});
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const count = async (): Promise<number> => (await askAsOwner(world.db.adminUrl, waiting)).length;
    await expect.poll(count, { interval: 20, timeout: 20_000 }).toBeGreaterThan(0);
    await tx.query('DELETE FROM sessions WHERE customer_id = $1 AND cell = cell_of($1)', [ana.id]);
    // Wrapped so as not to be awaited: it waits for this to end.
    return { finishing };
  });
  expect((await finishing).statusCode).toBe(401);
  expect((await world.logIn(ana)).statusCode).toBe(200);
});
