import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { requireSealSecret } from './require-seal-secret.ts';
import { type KeyWorld, openKeyWorld } from './testing/key-world.ts';

const secret = 'a-secret-for-tests-that-is-long-enough';
const another = 'another-secret-that-is-long-enough';

let world: KeyWorld;
beforeEach(async () => {
  world = await openKeyWorld();
});
afterEach(() => world.close());

test('[A6] the first secret is recorded, and from then on no other is served with', async () => {
  await Promise.all(Array.from({ length: 5 }, () => requireSealSecret(world.db, secret)));
  await requireSealSecret(world.db, secret);
  const refused = requireSealSecret(world.db, another);
  await expect(refused).rejects.toThrow(PlainFailure);
  await expect(refused).rejects.toThrow(/^SECOND_KEY_SECRET, .* is not the secret with which this database was begun/);
  await expect(refused).rejects.not.toThrow(another);
  const rows = await world.db.query<{ mark: Buffer }>('SELECT mark FROM secret_mark');
  expect([rows.length, rows[0]?.mark.includes(secret)]).toEqual([1, false]);
});

test('[A6] of two first servers with different secrets one starts', async () => {
  const ended = await Promise.allSettled([secret, another].map((each) => requireSealSecret(world.db, each)));
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('[A6] a database from before marks takes no secret that opens none of its apps', async () => {
  await world.withApp();
  await expect(requireSealSecret(world.db, another)).rejects.toThrow(PlainFailure);
  await requireSealSecret(world.db, secret);
});

test('[A6] after the secret was lost the owner lets another begin; apps of the former are void, in words', async () => {
  const ana = await world.withApp();
  await requireSealSecret(world.db, secret);
  await askAsOwner(world.db.adminUrl, 'UPDATE secret_mark SET mark = NULL');
  await requireSealSecret(world.db, another);
  await expect(requireSealSecret(world.db, secret)).rejects.toThrow(PlainFailure);
  // As the server with another secret sees it: a sealed secret that does not open is like a lost app.
  await world.db.query(
    'UPDATE authenticator_apps SET sealed_secret = sealed_secret || sealed_secret WHERE customer_id = $1',
    [ana.id],
  );
  const first = await world.logIn(ana);
  const { ticket } = first.json<{ details: { ticket: string } }>().details;
  const shown = await world.ask({ method: 'POST', url: '/auth/second-key', body: { ticket, code: ana.nextCode() } });
  expect([shown.statusCode, shown.json().code]).toEqual([422, 'second_key_wrong']);
});
