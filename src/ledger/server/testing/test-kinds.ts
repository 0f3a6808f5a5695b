import type { Journal } from '../../journal.ts';
import { customerAccounts, houseAccounts } from '../../journal.ts';

/** Kinds of events that only tests post: a customer's, the house's, and money that reaches a customer from nowhere. */
export const testKinds = ['test', 'test_house', 'test_money'] as const;

/** The kind of a journal that no product posts. */
export function madeUp(kind: (typeof testKinds)[number]): Journal['kind'] {
  return kind as string as Journal['kind'];
}

const accounts = [...customerAccounts, ...houseAccounts];

function everyLeg(from: readonly string[], to: readonly string[]): string[] {
  return from.flatMap((giver) => to.filter((taker) => taker !== giver).map((taker) => `${giver}>${taker}?`));
}

/**
 * Adds the test kinds to the catalogue of a disposable database. Only its owner can, and the audit reports their events in any database
 * that would survive a power loss.
 *
 * @param asOwner runs a statement as the owner of the database
 */
export async function addTestKinds(asOwner: (statement: string) => Promise<unknown>): Promise<void> {
  const add = (kind: string, legs: string[], isOwned: boolean): Promise<unknown> =>
    asOwner(`SELECT ledger.add_kind('${kind}', ARRAY['${legs.join(`', '`)}'], ${isOwned}, false)`);
  await add('test', everyLeg(accounts, accounts), true);
  await add('test_house', everyLeg(houseAccounts, houseAccounts), false);
  await add('test_money', ['funding>balance?', 'treasury>balance?'], true);
}
