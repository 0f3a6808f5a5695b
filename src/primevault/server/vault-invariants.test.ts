import { afterAll, beforeAll, expect, test } from 'vitest';
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

const active = `status = 'active'`;

/** Each is a bug that somebody could write; the books must say so, and say nothing once it is undone. */
test.each([
  [
    'an ending that paid nothing',
    `UPDATE vault_investments SET status = 'expired', closed_at = ends_at WHERE ${active}`,
    `UPDATE vault_investments SET status = 'active', closed_at = NULL WHERE promocode IS NOT NULL`,
    'a vault investment has exactly the journals its status demands',
  ],
  [
    'an amount that is not what was paid',
    `UPDATE vault_investments SET amount = amount + 1 WHERE ${active}`,
    `UPDATE vault_investments SET amount = amount - 1 WHERE ${active}`,
    'what is in a customer’s vault is the sum of their active investments',
  ],
  [
    'a promise that was not set aside',
    `UPDATE vault_investments SET promised_profit = promised_profit + 1 WHERE ${active}`,
    `UPDATE vault_investments SET promised_profit = promised_profit - 1 WHERE ${active}`,
    'what is promised to a customer is the sum of their running stakes and active vault investments',
  ],
  [
    'a rate that was changed afterwards',
    `UPDATE vault_investments SET rate = rate + 1000000`,
    `UPDATE vault_investments SET rate = rate - 1000000`,
    'a vault investment promises its amount at its rate, rounded down',
  ],
  [
    'a use that was not counted',
    `UPDATE promocodes SET uses = 0 WHERE code = 'INVERNO'`,
    `UPDATE promocodes SET uses = 1 WHERE code = 'INVERNO'`,
    'a promotional code was used as often as it counts, and no more than it allows',
  ],
  [
    'a use by a customer that was not counted for them',
    `UPDATE promocode_uses SET uses = 2 WHERE code = 'INVERNO'`,
    `UPDATE promocode_uses SET uses = 1 WHERE code = 'INVERNO'`,
    'a customer used a promotional code as often as it counts for them, and no more than each may',
  ],
  [
    'a use that nobody made',
    `UPDATE promocodes SET uses = 1 WHERE code = 'VERAO'`,
    `UPDATE promocodes SET uses = 0 WHERE code = 'VERAO'`,
    'a promotional code was used as often as it counts, and no more than it allows',
  ],
  [
    'a code that never was',
    `UPDATE vault_investments SET promocode = 'NADA' WHERE ${active}`,
    `UPDATE vault_investments SET promocode = 'INVERNO' WHERE ${active}`,
    'every promotional code of an investment is a code',
  ],
  [
    'a deposit before the terms',
    `UPDATE vault_acceptances SET accepted_at = accepted_at + interval '1 day'`,
    `UPDATE vault_acceptances SET accepted_at = accepted_at - interval '1 day'`,
    'nobody is in the vault without having accepted its terms before',
  ],
])('[V3] the books tell %s', async (_bug, seed, undo, rule) => {
  expect(await world.audit()).toEqual([]);
  await world.db.query(seed);
  expect((await world.audit()).map((finding) => finding.rule)).toContain(rule);
  await world.db.query(undo);
  expect(await world.audit()).toEqual([]);
});
