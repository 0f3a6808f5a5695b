import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { makeCode, opened, vaultInvestor } from './testing/vault-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await makeCode(world, 'VERAO');
  const ana = await vaultInvestor(world, '1000');
  await opened(ana, 100);
  world.forward(180);
  await world.settle();
  await makeCode(world, 'INVERNO');
  await opened(ana, 250, 'INVERNO');
});
afterAll(() => world.close());

const running = `state = 'running'`;

/** Each case is a plausible bug: the audit must report it, and report nothing once it is undone. */
test.each([
  [
    'an ending that paid nothing',
    `UPDATE positions SET state = 'ended', closed_at = ends_at WHERE ${running}`,
    `UPDATE positions SET state = 'running', closed_at = NULL WHERE terms ? 'promocode'`,
    'a position has exactly the journals that its state demands',
  ],
  [
    'an amount that is not what was paid',
    `UPDATE positions SET amount = amount + 1 WHERE ${running}`,
    `UPDATE positions SET amount = amount - 1 WHERE ${running}`,
    'what stands behind primevault_opened is exactly what it moved',
  ],
  [
    'a promise that was not set aside',
    `UPDATE positions SET promised = promised + 1 WHERE ${running}`,
    `UPDATE positions SET promised = promised - 1 WHERE ${running}`,
    'what a customer has invested is the sum of their running positions, and what they are promised what these promise',
  ],
  [
    'a rate that was changed afterwards',
    `UPDATE positions SET rate = rate + 1000000`,
    `UPDATE positions SET rate = rate - 1000000`,
    'a promised profit is the agreed rate of the amount, rounded down to the micro-dollar',
  ],
  [
    'a use that was not counted',
    `UPDATE promocodes SET uses = 0 WHERE code = 'INVERNO'`,
    `UPDATE promocodes SET uses = 1 WHERE code = 'INVERNO'`,
    'a promotional code counts the uses that are claimed of it, and no more than it allows',
  ],
  [
    'a use that nobody made',
    `UPDATE promocodes SET uses = 1 WHERE code = 'VERAO'`,
    `UPDATE promocodes SET uses = 0 WHERE code = 'VERAO'`,
    'a promotional code counts the uses that are claimed of it, and no more than it allows',
  ],
  [
    'a promise that no claim has made',
    `UPDATE promocodes SET promised = promised + 1 WHERE code = 'INVERNO'`,
    `UPDATE promocodes SET promised = promised - 1 WHERE code = 'INVERNO'`,
    'a promotional code counts what its claims promise, and no more than its bound',
  ],
  [
    'a claim that promises less than its points add',
    `UPDATE promocode_claims SET promised = promised - 1`,
    `UPDATE promocode_claims SET promised = promised + 1`,
    'what a use of a promotional code was counted with is what its points add to the investment',
  ],
  [
    'a use by a customer beyond what each may',
    `INSERT INTO promocode_claims (id, customer_id, key, code, promised) SELECT gen_random_uuid(), customer_id, 'again', code, promised FROM promocode_claims`,
    `DELETE FROM promocode_claims WHERE key = 'again'`,
    'a customer uses a promotional code no more often than each may',
  ],
  [
    'a use that another took',
    `UPDATE promocode_claims SET code = 'VERAO'`,
    `UPDATE promocode_claims SET code = 'INVERNO'`,
    'every investment with a promotional code has taken one use of it, and nothing else has',
  ],
  [
    'a use that nobody took',
    `UPDATE promocode_claims SET position_id = NULL`,
    `UPDATE promocode_claims SET position_id = (SELECT id FROM positions WHERE terms ? 'promocode')`,
    'every investment with a promotional code has taken one use of it, and nothing else has',
  ],
  [
    'a code that never was',
    `UPDATE positions SET terms = '{"promocode": "NADA"}' WHERE ${running}`,
    `UPDATE positions SET terms = '{"promocode": "INVERNO"}' WHERE ${running}`,
    'every investment with a promotional code has taken one use of it, and nothing else has',
  ],
  [
    'a use below the least amount',
    `UPDATE promocodes SET min_amount = 250000001 WHERE code = 'INVERNO'`,
    `UPDATE promocodes SET min_amount = 0 WHERE code = 'INVERNO'`,
    'an investment with a promotional code has at least its least amount and began while it was valid',
  ],
  [
    'a use before the first day',
    `UPDATE promocodes SET valid_from = valid_from + interval '1 second' WHERE code = 'INVERNO'`,
    `UPDATE promocodes SET valid_from = valid_from - interval '1 second' WHERE code = 'INVERNO'`,
    'an investment with a promotional code has at least its least amount and began while it was valid',
  ],
  [
    'a use after the last day',
    `UPDATE promocodes SET valid_from = valid_from - interval '9 days', valid_until = valid_until - interval '30 days' WHERE code = 'INVERNO'`,
    `UPDATE promocodes SET valid_from = valid_from + interval '9 days', valid_until = valid_until + interval '30 days' WHERE code = 'INVERNO'`,
    'an investment with a promotional code has at least its least amount and began while it was valid',
  ],
  [
    'a use long after the code was ended',
    `UPDATE promocodes SET ended_at = valid_from - interval '2 minutes' WHERE code = 'INVERNO'`,
    `UPDATE promocodes SET ended_at = NULL WHERE code = 'INVERNO'`,
    'an investment with a promotional code has at least its least amount and began while it was valid',
  ],
  [
    'a deposit before the terms',
    `UPDATE vault_acceptances SET accepted_at = accepted_at + interval '1 day'`,
    `UPDATE vault_acceptances SET accepted_at = accepted_at - interval '1 day'`,
    'nobody is in the vault without having accepted its terms before',
  ],
])('[V3] the audit finds %s', async (_bug, seed, undo, rule) => {
  expect(await world.audit()).toEqual([]);
  await spoil(seed);
  expect((await world.audit()).map((finding) => finding.rule)).toContain(rule);
  await spoil(undo);
  expect(await world.audit()).toEqual([]);
});

/** Bypasses the triggers that protect what has ended. */
async function spoil(statement: string): Promise<void> {
  await askAsOwner(world.db.adminUrl, `SET session_replication_role = replica; ${statement}`);
}
