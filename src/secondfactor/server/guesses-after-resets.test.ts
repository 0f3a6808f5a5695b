import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintResetToken } from '#auth/server/mailed-token-store.ts';
import { strangeToken } from '#testing/server/strange-token.ts';
import { keysByDevice, keysByDeviceDaily, keysByDevicesDaily } from './count-attempts.ts';
import { type KeyOwner, type KeyWorld, openKeyWorld, ticketsOf } from './testing/key-world.ts';
import { ticketAttempts } from '../use-contract.ts';

let world: KeyWorld;
beforeAll(async () => void (world = await openKeyWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Sets a new password with a mailed link, as somebody who reads the mailbox does, which makes this device known. */
async function resetFrom(owner: KeyOwner, device: string): Promise<void> {
  const token = await mintResetToken(world.db, owner, 30, new Date(Date.now() + 60_000));
  const body = { token, password: `senha muito boa ${strangeToken().slice(0, 12)}` };
  const answer = await world.ask({ method: 'POST', url: '/auth/reset', headers: { 'device-token': device }, body });
  expect(answer.statusCode).toBe(204);
}

async function guess(owner: KeyOwner, device: string, tries: number): Promise<number[]> {
  const statuses: number[] = [];
  for (const ticket of await ticketsOf(world, owner, Math.ceil(tries / ticketAttempts))) {
    for (let n = 0; n < Math.min(ticketAttempts, tries); n += 1) {
      const body = { ticket, code: '000000' };
      const headers = { 'device-token': device };
      statuses.push((await world.ask({ method: 'POST', url: '/auth/second-key', headers, body })).statusCode);
    }
  }
  return statuses;
}

test('[L6] a reset by email brings no new guesses at the second factor: those of all known devices add up', async () => {
  const ana = await world.withApp();
  const { most } = keysByDevice;
  for (let device = strangeToken(), at = 0; at < 2; at += 1, device = strangeToken()) {
    await resetFrom(ana, device);
    expect(new Set(await guess(ana, device, most))).toEqual(new Set([422]));
    expect(await guess(ana, device, 1)).toEqual([429]);
    const [counted] = await world.db.query<{ points: number }>(
      `UPDATE attempts SET points = $1 WHERE key LIKE '${keysByDevicesDaily.name}:%' RETURNING points`,
      [keysByDevicesDaily.most - most],
    );
    expect(counted).toBeDefined();
  }
  const device = strangeToken();
  await resetFrom(ana, device);
  expect(new Set(await guess(ana, device, most))).toEqual(new Set([422]));
  const another = strangeToken();
  await resetFrom(ana, another);
  expect(await guess(ana, another, 1)).toEqual([429]);
});

test('[L6] a device that has used up its own guesses leaves the others theirs', async () => {
  expect(keysByDevicesDaily.most).toBeGreaterThanOrEqual(2 * keysByDeviceDaily.most);
});
