import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '#database/server/database.ts';
import { auditBooks, ledgerInvariants, rulesOf } from './audit-books.ts';
import { everybody, ledgerPass, type Scope } from './ledger-pass.ts';
import { isProven } from './ledger-proof.ts';
import { changeAmount } from './testing/change-amount.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
let owner: pg.Client;
let ana: string;
let bia: string;

/** An audit has sealed everything up to here; a little happens afterwards. */
beforeAll(async () => {
  ledger = await openLedger();
  ana = await ledger.customer('100');
  bia = await ledger.customer('20');
  await ledger.move(ana, [entry('funding', 'treasury', '50')]);
  await ledger.move(ana, [entry('balance', 'invested', '30'), entry('treasury', 'promised', '3')], 'audit:opened');
  await ledger.move(ana, [entry('invested', 'fees', '12'), entry('invested', 'balance', '18')], 'audit:ended');
  await ledger.move(bia, [entry('balance', 'held', '5'), entry('held', 'brokerage', '4.9')], 'audit:held');
  owner = new pg.Client({ connectionString: ledger.db.adminUrl });
  await owner.connect();
  await owner.query(
    `BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT ledger.seal('${everybody[0]}', '${everybody[1]}'); COMMIT`,
  );
  await ledger.move(ana, [entry('balance', 'zord', '10'), entry('zord', 'trading', '1')], 'audit:new');
  await ledger.move(ana, [entry('trading', 'balance', '2'), entry('fees', 'balance', '0.5')], 'audit:newest');
  await owner.query('SET session_replication_role = replica');
});
afterAll(async () => {
  await owner.end();
  await ledger.db.close();
});

const since = (from: Scope['since']): Scope => ({ owners: everybody, since: from });

/** The audit's findings after somebody with the database's own password has tampered with the books. The tampering is rolled back. */
async function findingsAfter(
  tampering: string,
  scope = since('beginning'),
): Promise<{ rule: string; where: string }[]> {
  const sql: Sql = { query: async (text, values = []) => (await owner.query(text, [...values])).rows };
  await owner.query('BEGIN');
  try {
    await owner.query(tampering);
    const findings = await auditBooks(sql, [ledgerPass(scope)]);
    expect(await isProven(sql, scope)).toBe(findings.length === 0);
    return findings;
  } finally {
    await owner.query('ROLLBACK');
  }
}

async function rulesAfter(tampering: string, scope?: Scope): Promise<string[]> {
  const found = await findingsAfter(tampering, scope);
  for (const { where } of found)
    expect(where).toMatch(/^(accounts of|journal|owner|it holds|the accounts from \S+ on are off by) \S/);
  return [...new Set(found.map(({ rule }) => rule))].toSorted();
}

const stored = 'every stored balance, and what was booked of the treasury, equals the sum of its entries';
const treasury = 'the treasury holds what all owners have booked';
const kept = 'each journal keeps the balances after it';
const numbered = 'the journals of an owner are numbered from one without a gap, and their moments never go back';
const hashed = 'the hash of each journal covers what it moved and the hash of the one before';
const last = 'accounts stand where their last journal left them';
const torn = 'every event has an amount for each leg of its kind';
const strange = 'a customer account moves only in that customer’s events, and the house’s move no customer account';
const money = 'money in = money out + money held';
const sealed = 'what an earlier audit sealed is still so';

const keyed = (key: string): string => `key = '${key}'`;

test('[R1] untampered books balance, read whole and behind their seals', async () => {
  expect(await findingsAfter('SELECT')).toEqual([]);
  expect(await findingsAfter('SELECT', since('seals'))).toEqual([]);
  expect(new Set(rulesOf(ledgerInvariants)).size).toBe(11);
});

interface Tampering {
  what: string;
  sql: () => string;
  whole: string[];
  /** Rules found broken without rereading what was sealed. */
  behindSeals: string[];
}

const ofTheSealedPart: Tampering[] = [
  {
    what: 'an amount',
    sql: () => changeAmount(keyed('audit:opened')),
    whole: [stored, kept, hashed],
    behindSeals: [],
  },
  {
    what: 'another leg',
    sql: () => `UPDATE ledger.journals SET amounts = amounts[2:] || amounts[1] WHERE ${keyed('audit:opened')}`,
    whole: [stored, kept, hashed],
    behindSeals: [],
  },
  {
    what: 'an amount for a leg that its kind does not have',
    sql: () => `UPDATE ledger.journals SET amounts = amounts || 1::bigint WHERE ${keyed('audit:opened')}`,
    whole: [torn, hashed],
    behindSeals: [],
  },
  {
    what: 'the balance after a journal',
    sql: () => `UPDATE ledger.journals SET balance = balance + 1 WHERE ${keyed('audit:opened')}`,
    whole: [kept],
    behindSeals: [],
  },
  {
    what: 'a hash',
    sql: () => `UPDATE ledger.journals SET hash = sha256('') WHERE ${keyed('audit:opened')}`,
    whole: [hashed],
    behindSeals: [],
  },
  {
    what: 'what a journal is about',
    sql: () => `UPDATE ledger.journals SET reference = gen_random_uuid() WHERE ${keyed('audit:opened')}`,
    whole: [hashed],
    behindSeals: [],
  },
  {
    what: 'the moment of a journal',
    sql: () => `UPDATE ledger.journals SET happened_at = '2020-01-01' WHERE ${keyed('audit:ended')}`,
    whole: [numbered, hashed, sealed],
    behindSeals: [],
  },
  {
    what: 'a journal that is missing',
    sql: () => `DELETE FROM ledger.journals WHERE ${keyed('audit:opened')}`,
    whole: [stored, kept, numbered, hashed],
    behindSeals: [],
  },
  {
    what: 'two journals that have changed places',
    sql: () => `UPDATE ledger.journals SET number = -number WHERE owner = '${ana}' AND number IN (3, 4);
      UPDATE ledger.journals SET number = 7 + number WHERE number < 0`,
    whole: [kept, hashed, sealed],
    behindSeals: [],
  },
  {
    what: 'a whole history written anew, hashes and all',
    sql: () => `${changeAmount(keyed('audit:held'), '- 1000000', 2)}; ${rechained(() => bia)}`,
    whole: [sealed],
    behindSeals: [stored, money, sealed],
  },
];

/** Tampering by somebody who knows how the chain is built: balances and hashes are recomputed to fit the amounts. */
function rechained(of: () => string): string {
  return `DO $$
    DECLARE
      x record;
      before bytea := '';
    BEGIN
      FOR x IN SELECT * FROM ledger.journals WHERE owner = '${of()}' ORDER BY number LOOP
        before := ledger.chain(before, x.owner, x.number, x.happened_at, x.key, x.kind, x.reference, x.amounts);
        UPDATE ledger.journals SET hash = before,
          held = CASE key WHEN 'audit:held' THEN held + 1000000 ELSE held END WHERE owner = x.owner AND number = x.number;
      END LOOP;
      UPDATE ledger.accounts SET head = before, held = held + 1000000 WHERE owner = '${of()}';
    END $$`;
}

describe('the sealed part', () => {
  test.each(ofTheSealedPart)('[R1] $what is found by reading the whole', async ({ sql, whole }) => {
    expect(await rulesAfter(sql())).toEqual(whole.toSorted());
  });

  test.each(ofTheSealedPart)('[R1] $what behind the seals', async ({ sql, behindSeals }) => {
    expect(await rulesAfter(sql(), since('seals'))).toEqual(behindSeals.toSorted());
  });
});

/** Found by both kinds of audit, by the same rules unless stated otherwise. */
const everywhere: [what: string, sql: () => string, rules: string[], behindSeals?: string[]][] = [
  [
    'a balance with a micro-dollar more',
    () => `UPDATE ledger.accounts SET balance = balance + 1 WHERE owner = '${ana}'`,
    [stored, money],
  ],
  [
    'a balance of an account that nothing ever came to',
    () => `UPDATE ledger.accounts SET promised = 1 WHERE owner = '${bia}'`,
    [stored, money],
  ],
  ['a treasury with more', () => `UPDATE ledger.treasury SET balance = balance + 1 WHERE part = 7`, [treasury]],
  [
    'a treasury with more, booked and all',
    () =>
      `UPDATE ledger.treasury SET balance = balance + 1 WHERE part = 7; UPDATE ledger.accounts SET booked = booked + 1 WHERE owner = '${ana}'`,
    [stored, money],
  ],
  ['a new entry of another amount', () => changeAmount(keyed('audit:newest')), [stored, kept, hashed, money]],
  [
    'a new journal of another name',
    () => `UPDATE ledger.journals SET key = 'another' WHERE ${keyed('audit:newest')}`,
    [hashed],
  ],
  [
    'a new journal that is missing',
    () => `DELETE FROM ledger.journals WHERE ${keyed('audit:new')}`,
    [stored, kept, numbered, hashed, money],
  ],
  [
    'a last journal that is missing',
    () => `DELETE FROM ledger.journals WHERE ${keyed('audit:newest')}`,
    [stored, last, money],
  ],
  [
    'a journal more, hash and all, that no account has been through',
    () => `INSERT INTO ledger.journals (owner, number, key, kind, amounts, happened_at, hash, balance, held, invested, promised, zord)
      SELECT owner, 7, 'more', kind, amounts, happened_at, ledger.chain(hash, owner, 7, happened_at, 'more', kind, NULL, amounts),
        2 * balance - old, held, invested, promised, zord
      FROM (SELECT *, (SELECT balance FROM ledger.journals WHERE ${keyed('audit:new')}) AS old FROM ledger.journals) j
      WHERE ${keyed('audit:newest')}`,
    [stored, last, money],
  ],
  [
    'a customer’s money in an event of the house',
    () => `CREATE TEMP TABLE made ON COMMIT DROP AS SELECT 'h' AS key, kind,
        ARRAY(SELECT (l = 'fees>held')::int::bigint FROM unnest(legs) WITH ORDINALITY AS u (l, n) ORDER BY n) AS amounts
        FROM ledger.kinds WHERE kind = 'test';
      UPDATE ledger.accounts a SET number = 1, last_at = '2026-03-02', held = 1,
        head = ledger.chain('', a.owner, 1, '2026-03-02', 'h', m.kind, NULL, m.amounts) FROM made m WHERE a.owner = ledger.house();
      INSERT INTO ledger.journals (owner, number, key, kind, amounts, happened_at, hash, balance, held, invested, promised, zord)
      SELECT a.owner, 1, m.key, m.kind, m.amounts, a.last_at, a.head, 0, 1, 0, 0, 0 FROM made m, ledger.accounts a WHERE a.owner = ledger.house()`,
    [strange],
  ],
  [
    'accounts that are gone',
    () => `DELETE FROM ledger.accounts WHERE owner = '${bia}'`,
    [stored, kept, money, sealed],
    [sealed],
  ],
  [
    'accounts that were set back to before their seal',
    () => `UPDATE ledger.accounts SET number = 1, head = (SELECT hash FROM ledger.journals WHERE owner = '${bia}' AND number = 1)
      WHERE owner = '${bia}'`,
    [last, sealed],
  ],
];

describe.each(['beginning', 'seals'] as const)('read since the %s', (from) => {
  test.each(everywhere)('[R1] the audit finds %s', async (_what, sql, rules, behindSeals = rules) => {
    const expected = from === 'seals' ? behindSeals : rules;
    expect(await rulesAfter(sql(), since(from))).toEqual(expected.toSorted());
  });
});

test('[R1] some owners can be read on their own', async () => {
  const tampering = `UPDATE ledger.accounts SET balance = balance + 1 WHERE owner = '${ana}'`;
  expect(await rulesAfter(tampering, { owners: [ana, everybody[1]], since: 'beginning' })).toEqual(
    [stored, money].toSorted(),
  );
  expect(await rulesAfter(tampering, { owners: [everybody[0], ana], since: 'beginning' })).toEqual([]);
});

test('[R1] a finding says where, and by how much', async () => {
  const found = await findingsAfter(`UPDATE ledger.accounts SET balance = balance + 1 WHERE owner = '${ana}'`);
  expect(found).toEqual([
    { rule: stored, where: `accounts of ${ana}` },
    { rule: money, where: `the accounts from ${everybody[0]} on are off by -1` },
  ]);
});
