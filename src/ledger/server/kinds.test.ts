import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { transaction } from '#database/server/transaction.ts';
import { knownKinds, retiredKinds } from '../kinds.ts';
import { customerAccounts, houseAccounts, type Journal } from '../journal.ts';
import { auditBooks, ledgerInvariants } from './audit-books.ts';
import { post } from './post.ts';
import { type LedgerWorld, openLedger, entry } from './testing/ledger-world.ts';
import { testKinds } from './testing/test-kinds.ts';

let ledger: LedgerWorld;
let ana: string;
beforeAll(async () => {
  ledger = await openLedger();
  ana = await ledger.customer('100');
  await ledger.move(ana, [entry('funding', 'treasury', '100')]);
});
afterEach(async () => expect(await ledger.audit()).toEqual([]));
afterAll(() => ledger.db.close());

const at = new Date('2026-03-02T12:00:00Z');
/** A kind that another program could send. */
const gift = 'gift' as string as Journal['kind'];

function posting(journal: Partial<Journal> & Pick<Journal, 'kind'>): Promise<unknown> {
  const whole = { key: `kinds:${randomUUID()}`, owner: ana, reference: randomUUID(), entries: [], ...journal };
  return transaction(ledger.db, (tx) => post(tx, whole, at));
}

test('[L5] the database knows exactly the kinds that the product and the tests post', async () => {
  const rows = await ledger.db.query<{ kind: string; retired: boolean }>('SELECT kind, retired FROM ledger.kinds');
  const kinds = (retired: boolean): string[] => rows.filter((row) => row.retired === retired).map(({ kind }) => kind);
  const told = (isRetired: boolean): string[] => knownKinds.filter((kind) => retiredKinds.has(kind) === isRetired);
  expect(new Set(kinds(false))).toEqual(new Set([...told(false), ...testKinds]));
  expect(new Set(kinds(true))).toEqual(new Set(told(true)));
});

test('[L5] every kind moves money only between accounts that exist', async () => {
  const kinds = await ledger.db.query<{ kind: string; legs: string[]; required: string[] }>(
    'SELECT kind, legs, required FROM ledger.kinds',
  );
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set([...knownKinds, ...testKinds]));
  const accounts: readonly string[] = [...customerAccounts, ...houseAccounts];
  for (const { legs, required } of kinds) {
    expect(legs).toEqual(expect.arrayContaining(required));
    for (const leg of legs) expect(accounts).toEqual(expect.arrayContaining(leg.split('>')));
  }
});

test('[S7] the order of an event’s legs changes neither accounts nor entries', async () => {
  const legs = [entry('balance', 'invested', '7'), entry('treasury', 'promised', '2')];
  const read = `SELECT (SELECT jsonb_agg(to_jsonb(e) - '{owner,key,reference,number}'::text[] ORDER BY e.from_account) FROM ledger.entries e
      WHERE e.owner = $1 AND e.kind = 'stake_opened') AS entries,
    (SELECT jsonb_build_array(balance, held, invested, promised, zord) FROM ledger.accounts WHERE owner = $1) AS accounts`;
  const [inOrder, turned] = [await ledger.customer('10'), await ledger.customer('10')];
  await posting({ kind: 'stake_opened', owner: inOrder, entries: legs });
  await posting({ kind: 'stake_opened', owner: turned, entries: legs.toReversed() });
  const [left] = await ledger.db.query<{ accounts: number[] }>(read, [inOrder]);
  expect(left?.accounts).toEqual([3_000_000, 0, 7_000_000, 2_000_000, 0]);
  expect(await ledger.db.query(read, [turned])).toEqual([left]);
});

describe('the ledger refuses', () => {
  test.each<[what: string, wrong: string, journal: Partial<Journal> & Pick<Journal, 'kind'>]>([
    ['a kind that nobody knows', 'there is no such kind', { kind: gift, entries: [entry('funding', 'balance', '1')] }],
    [
      'what the operator put up, given to a customer',
      'funding>balance',
      { kind: 'deposit_settled', entries: [entry('funding', 'balance', '1')] },
    ],
    [
      'another account on the way',
      'balance>fees',
      { kind: 'deposit_settled', entries: [entry('brokerage', 'balance', '2'), entry('balance', 'fees', '1')] },
    ],
    [
      'the same leg twice',
      'a leg twice',
      {
        kind: 'deposit_settled',
        entries: [entry('brokerage', 'balance', '1'), entry('brokerage', 'balance', '1')],
      },
    ],
    [
      'a stake that promises nothing',
      'treasury>promised',
      { kind: 'stake_opened', entries: [entry('balance', 'invested', '1')] },
    ],
    ['the wrong way', 'balance>brokerage', { kind: 'deposit_settled', entries: [entry('balance', 'brokerage', '1')] }],
    ['an event that moves nothing', 'it moves nothing', { kind: 'deposit_settled' }],
    [
      'a customer’s event without a customer',
      'owner',
      { kind: 'deposit_settled', owner: null, entries: [entry('brokerage', 'balance', '1')] },
    ],
    [
      'the house’s event of a customer',
      'owner',
      { kind: 'treasury_funded', reference: null, entries: [entry('funding', 'treasury', '1')] },
    ],
    [
      'an event about nothing',
      'reference',
      { kind: 'deposit_settled', reference: null, entries: [entry('brokerage', 'balance', '1')] },
    ],
  ])('[L5] %s (%s)', async (_what, wrong, journal) => {
    await expect(posting(journal)).rejects.toMatchObject({ code: 'LB006', detail: wrong });
  });

  test('[L5] lists of different lengths', async () => {
    const call = (from: string, to: string, amount: string): Promise<unknown> =>
      ledger.db.query(
        `SELECT ledger.post_one('kinds:lists', 'deposit_settled', $1, $1, now(), '{${from}}', '{${to}}', '{${amount}}')`,
        [ana],
      );
    await expect(call('brokerage', 'balance', '1,2')).rejects.toMatchObject({ code: 'LB006' });
    await expect(call('brokerage,brokerage', 'balance', '1')).rejects.toMatchObject({ code: 'LB006' });
    await expect(call('brokerage', 'NULL', '1')).rejects.toMatchObject({ code: 'LB006' });
  });

  test('[L5] a retired kind, whose past events stay valid', async () => {
    const fresh = await openLedger();
    const bia = await fresh.customer('5');
    await fresh.asOwner(`SELECT ledger.retire_kind('test')`);
    await expect(fresh.move(bia, [entry('balance', 'fees', '1')])).rejects.toMatchObject({ code: 'LB006' });
    expect(await fresh.audit()).toEqual([]);
    await fresh.db.close();
  });
});

test('[L5] an event posted again is answered, not repeated', async () => {
  const key = `kinds:${randomUUID()}`;
  const entries = [entry('brokerage', 'balance', '1')];
  await posting({ key, kind: 'deposit_settled', entries });
  expect(await posting({ key, kind: 'deposit_settled', entries })).toMatchObject({ posted: false });
  // An unknown kind is refused even then.
  await expect(posting({ key, kind: gift, entries: [] })).rejects.toMatchObject({ code: 'LB006' });
});

describe('the catalogue', () => {
  test('[L5] cannot be written by the product', async () => {
    for (const statement of [
      'INSERT INTO ledger.kinds (kind) SELECT kind FROM ledger.kinds LIMIT 0',
      'UPDATE ledger.kinds SET kind = kind',
      'DELETE FROM ledger.kinds',
    ]) {
      await expect(ledger.db.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('[L5] cannot be written through its functions either', async () => {
    for (const call of [`add_kind('gift', '{funding>balance}')`, `retire_kind('deposit_settled')`]) {
      await expect(ledger.db.query(`SELECT ledger.${call}`)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('[L5] lets not even the owner of the database change or delete a kind', async () => {
    for (const statement of [
      `UPDATE ledger.kinds SET owned = NOT owned`,
      `UPDATE ledger.kinds SET kind = 'gift' WHERE kind = 'deposit_settled'`,
      `UPDATE ledger.kinds SET legs = legs || '{funding>balance}'`,
      'DELETE FROM ledger.kinds',
      'TRUNCATE ledger.kinds CASCADE',
    ]) {
      await expect(ledger.asOwner(statement)).rejects.toMatchObject({ code: 'LB003' });
    }
    const retiring = `SELECT ledger.retire_kind('network_bonus'); UPDATE ledger.kinds SET retired = false`;
    await expect(ledger.asOwner(retiring)).rejects.toMatchObject({ code: 'LB003' });
  });

  test('[L5] rejects a leg that is not written from>to', async () => {
    for (const leg of ['balance', 'balance>', 'balance>fees!', 'balance>fees{1}', 'balance>pocket']) {
      await expect(ledger.asOwner(`SELECT ledger.add_kind('gift', ARRAY['${leg}'])`)).rejects.toThrow(/leg/);
    }
  });
});

describe('the audit', () => {
  const hashed = 'the hash of each journal covers what it moved and the hash of the one before';
  const tampered = async (statement: string): Promise<string[]> => {
    const fresh = await openLedger();
    const bia = await fresh.customer('5');
    await fresh.move(bia, [entry('balance', 'fees', '1')]);
    await fresh.asOwner(`SET session_replication_role = replica; ${statement}`);
    const findings = await auditBooks(
      { query: (text, values) => askAsOwner(fresh.db.adminUrl, text, values) },
      ledgerInvariants,
    );
    await fresh.db.close();
    return [...new Set(findings.map(({ rule }) => rule))].toSorted();
  };

  test('[L5] finds an event of a kind unknown to the product', async () => {
    const added = await tampered(`SELECT ledger.add_kind('gift', '{funding>balance?,balance>fees?,brokerage>balance?}');
      UPDATE ledger.journals SET kind = 'gift'`);
    expect(added).toEqual(expect.arrayContaining(['every event is of a kind that the product knows', hashed]));
    expect(await tampered(`UPDATE ledger.journals SET kind = 'test_gift'`)).toContain(
      'every event is of a kind that the product knows',
    );
  });

  test('[L5] finds events that have not an amount for each leg of their kind', async () => {
    expect(await tampered(`UPDATE ledger.journals SET kind = 'stake_opened'`)).toEqual(
      expect.arrayContaining(['every event has an amount for each leg of its kind', hashed]),
    );
  });
});
