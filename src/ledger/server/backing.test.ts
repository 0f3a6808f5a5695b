import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { auditBooks, type Finding } from './audit-books.ts';
import { backingInvariants, eventOf, kindInvariants } from './backing.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
let ana: string;
beforeAll(async () => {
  ledger = await openLedger();
  ana = await ledger.customer('10');
  const key = `thing:${randomUUID()}`;
  await ledger.move(ana, [entry('balance', 'held', '4'), entry('held', 'fees', '1')], 'thing:1');
  await ledger.move(ana, [entry('balance', 'held', '2')], key);
  await ledger.asOwner(
    `CREATE TABLE things (key text, owner uuid, reference uuid, held bigint, fee bigint);
     INSERT INTO things VALUES ('thing:1', '${ana}', NULL, ${usd('4')}, ${usd('1')}), ('${key}', '${ana}', NULL, ${usd('2')}, 0);
     GRANT SELECT ON things TO PUBLIC`,
  );
});
afterAll(() => ledger.db.close());

/** The events that the product expects: the things, and the journal that gave Ana her money. */
const backing = (where?: string): string =>
  `${eventOf({
    from: 'things t',
    ...(where ? { where } : {}),
    key: 't.key',
    owner: 't.owner',
    reference: 't.reference',
    legs: { 'balance>held': 't.held', 'held>fees': 't.fee' },
  })} UNION ALL SELECT key, owner, reference, from_account, to_account, amount FROM ledger.entries
    WHERE kind = 'test' AND key NOT LIKE 'thing%' AND owner = '${ana}'`;
const found = async (sql: string): Promise<Finding[]> =>
  auditBooks(ledger.db, backingInvariants({ test: sql } as never));

/** The findings after the things have been changed. The change is undone afterwards. */
async function foundAfter(change: string): Promise<string[]> {
  await ledger.asOwner(`CREATE TABLE kept AS SELECT * FROM things; ${change}`);
  const findings = await found(backing());
  await ledger.asOwner('DELETE FROM things; INSERT INTO things SELECT * FROM kept; DROP TABLE kept');
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(
    new Set(['what stands behind test is exactly what it moved']),
  );
  return findings.map(({ where }) => where);
}

test('[L5] product and postings agree, and a leg of zero does not count', async () => {
  expect(await found(backing())).toEqual([]);
  expect(await found(backing('true'))).toEqual([]);
  expect(backingInvariants({ test: '' } as never).map(({ of }) => of)).toEqual(['customer']);
  expect(backingInvariants({ test: '' } as never, 'house').map(({ of }) => of)).toEqual(['house']);
});

test('[L5] an event without backing is found, with what it moved', async () => {
  expect(await foundAfter(`DELETE FROM things WHERE key = 'thing:1'`)).toEqual(
    expect.arrayContaining([
      'journal thing:1, balance to held, moved 4000000, behind it 0',
      'journal thing:1, held to fees, moved 1000000, behind it 0',
    ]),
  );
});

test('[L5] an event never posted, or posted with another amount, owner or reference, is found', async () => {
  const insert = `INSERT INTO things VALUES ('thing:9', '${ana}', NULL, 5, 0)`;
  expect(await foundAfter(insert)).toEqual(['journal thing:9, balance to held, moved 0, behind it 5']);
  expect(await foundAfter(`UPDATE things SET fee = fee + 1 WHERE key = 'thing:1'`)).toEqual([
    'journal thing:1, held to fees, moved 1000000, behind it 1000001',
  ]);
  for (const column of ['owner', 'reference'])
    expect(await foundAfter(`UPDATE things SET ${column} = '${randomUUID()}' WHERE key = 'thing:1'`)).toHaveLength(2);
});

test('[L5] an event of the house in a customer’s name is found', async () => {
  expect(await auditBooks(ledger.db, kindInvariants)).toEqual([]);
  await ledger.asOwner(
    `SET session_replication_role = replica; UPDATE ledger.journals SET kind = 'test_house' WHERE key = 'thing:1'`,
  );
  expect(await auditBooks(ledger.db, kindInvariants)).toEqual([
    { rule: 'an event of the house is the house’s, and one of customers a customer’s', where: 'journal thing:1' },
  ]);
});
