import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { argon2Cost, createPasswordWork, nobodysHash } from './password-work.ts';

const passwords = createPasswordWork();

test('[A2] a password is hashed with argon2id, 19 MiB and two passes, and verified', async () => {
  const hash = await passwords.hash('três patinhos na lagoa');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'três patinhos na lagoa')).toBe(true);
  expect(await passwords.verify(hash, 'tres patinhos na lagoa')).toBe(false);
});

test('[A2] the same letters in another Unicode composition are the same password', async () => {
  const hash = await passwords.hash('corac\u0327a\u0303o valente');
  expect(await passwords.verify(hash, 'cora\u00e7\u00e3o valente')).toBe(true);
});

test('[A3] an unknown address is compared with a hash of equal cost', () => {
  const { memoryCost, timeCost, parallelism } = parseOptions(nobodysHash);
  expect({ memoryCost, timeCost, parallelism }).toEqual(argon2Cost);
});

test('[A3] without a hash no password verifies', async () => {
  expect(await passwords.verify(null, 'anything at all')).toBe(false);
});

test('beyond the running and the waiting ones, callers are told to retry; the rest are served', async () => {
  const narrow = createPasswordWork({ atOnce: 1, waitingOfOne: 2, waiting: 9 });
  const asked = Array.from({ length: 5 }, () => narrow.verify(null, 'a password'));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(outcomes[4]).toMatchObject({ reason: { code: 'too_many_attempts', status: 429, retryAfterSeconds: 2 } });
  expect(await narrow.verify(null, 'afterwards there is room again')).toBe(false);
});

test('[A3] parties take turns: one with a hundred attempts neither keeps another out nor waiting behind them', async () => {
  const narrow = createPasswordWork({ atOnce: 1, waitingOfOne: 8, waiting: 100 });
  const ended: string[] = [];
  const many = Array.from({ length: 100 }, async () => {
    await narrow.verify(null, 'a password', 'mallory').catch(() => {});
    ended.push('mallory');
  });
  await narrow.verify(null, 'a password', 'ana');
  ended.push('ana');
  await Promise.all(many);
  const served = 1 + 8;
  const refused = many.length - served;
  // Behind those refused at once, the one running, and at most one more of theirs.
  expect(ended.indexOf('ana')).toBeLessThanOrEqual(refused + 2);
});

test('a failed comparison frees its slot', async () => {
  const narrow = createPasswordWork({ atOnce: 1, waitingOfOne: 0, waiting: 0 });
  await expect(narrow.verify('not a hash', 'a password')).rejects.toThrow();
  expect(await narrow.verify(null, 'a password')).toBe(false);
});
