import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '#database/server/database.ts';
import { auditBooks, ledgerInvariants, rulesOf } from './audit-books.ts';
import { cellOf } from '#platform/server/cell.ts';
import { ledgerPass, type Scope } from './ledger-pass.ts';
import { isProven } from './ledger-proof.ts';
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
  for (const cell of [cellOf(ana), cellOf(bia)]) await seal(cell);
  await ledger.move(ana, [entry('balance', 'zord', '10'), entry('zord', 'trading', '1')], 'audit:new');
  await ledger.move(ana, [entry('trading', 'balance', '2'), entry('fees', 'balance', '0.5')], 'audit:newest');
  await owner.query('SET session_replication_role = replica');
});
afterAll(async () => {
  await owner.end();
  await ledger.db.close();
});

async function seal(cell: number): Promise<void> {
  await owner.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT ledger.seal(${cell}::smallint); COMMIT`);
}

const since = (from: Scope['since']): Scope => ({ cells: [0, 255], since: from });

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
    expect(where).toMatch(/^(accounts of|treasury of cell|journal|owner|transit|cell \d+ is off by) \S/);
  return [...new Set(found.map(({ rule }) => rule))].toSorted();
}

const stored = 'every stored balance equals the sum of its entries';
const treasury = 'what a cell has left to promise equals the sum of its entries';
const legs = 'the balances after each entry follow from the ones before';
const kept = 'each journal keeps the balances after it';
const numbered = 'the journals of an owner are numbered from one without a gap, and their moments never go back';
const hashed = 'the hash of each journal covers what it moved and the hash of the one before';
const last = 'accounts and treasury stand where their last journal left them';
const torn = 'every event moved something, and every entry belongs to an event';
const strange = 'a customer account moves only in that customer’s events, and the house’s move no customer account';
const money = 'money in = money out + money held';
const sealed = 'what an earlier audit sealed is still so';

const entryOf = (key: string, leg = 1): string =>
  `leg = ${leg} AND (owner, number) = (SELECT owner, number FROM ledger.journals WHERE key = '${key}')`;
const keyed = (key: string): string => `key = '${key}'`;

test('[R1] untampered books balance, read whole and behind their seals', async () => {
  expect(await findingsAfter('SELECT')).toEqual([]);
  expect(await findingsAfter('SELECT', since('seals'))).toEqual([]);
  expect(new Set(rulesOf(ledgerInvariants)).size).toBe(14);
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
    sql: () => `UPDATE ledger.entries SET amount = amount + 1 WHERE ${entryOf('audit:opened')}`,
    whole: [stored, kept, hashed],
    behindSeals: [],
  },
  {
    what: 'a balance after an entry',
    sql: () => `UPDATE ledger.entries SET to_balance = to_balance + 1 WHERE ${entryOf('audit:opened')}`,
    whole: [legs],
    behindSeals: [],
  },
  {
    what: 'no balance after an entry',
    sql: () => `UPDATE ledger.entries SET from_balance = NULL WHERE ${entryOf('audit:held', 2)}`,
    whole: [legs],
    behindSeals: [],
  },
  ...Object.entries({ more: 'to_balance + 1', less: 'to_balance - 1', 'no balance': 'NULL' }).map(
    ([what, balance]) => ({
      what: `${what} after the first of two entries of an account`,
      sql: () => `UPDATE ledger.entries SET to_balance = ${balance} WHERE ${entryOf('audit:held')}`,
      whole: [legs],
      behindSeals: [],
    }),
  ),
  {
    what: 'the balance after a journal',
    sql: () => `UPDATE ledger.journals SET balance = balance + 1 WHERE ${keyed('audit:opened')}`,
    whole: [legs, kept],
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
    what: 'the moment of a journal and its entries',
    sql: () => `UPDATE ledger.journals SET happened_at = '2020-01-01' WHERE ${keyed('audit:ended')};
      UPDATE ledger.entries SET happened_at = '2020-01-01' WHERE ${entryOf('audit:ended').replace('leg = 1 AND', '')}`,
    whole: [numbered, hashed],
    behindSeals: [],
  },
  {
    what: 'a journal that is missing',
    sql: () => `DELETE FROM ledger.journals WHERE ${keyed('audit:opened')}`,
    whole: [legs, kept, hashed, torn],
    behindSeals: [],
  },
  {
    what: 'a journal that is missing with its entries',
    sql: () => `DELETE FROM ledger.entries WHERE ${entryOf('audit:opened').replace('leg = 1 AND', '')};
      DELETE FROM ledger.journals WHERE ${keyed('audit:opened')}`,
    whole: [stored, treasury, kept, numbered, hashed],
    behindSeals: [],
  },
  {
    what: 'two journals that have changed places',
    sql: () => `UPDATE ledger.journals SET number = -number WHERE owner = '${ana}' AND number IN (3, 4);
      UPDATE ledger.journals SET number = 7 + number WHERE number < 0;
      UPDATE ledger.entries SET number = -number WHERE owner = '${ana}' AND number IN (3, 4);
      UPDATE ledger.entries SET number = 7 + number WHERE number < 0`,
    whole: [kept, hashed, sealed],
    behindSeals: [],
  },
  {
    what: 'a whole history written anew, hashes and all',
    sql: () => `UPDATE ledger.entries SET amount = amount - 1000000 WHERE ${entryOf('audit:held', 2)};
      UPDATE ledger.entries SET to_balance = 0, from_balance = 1100000 WHERE ${entryOf('audit:held', 2)};
      ${rechained(() => bia)}`,
    whole: [sealed],
    behindSeals: [stored, money, sealed],
  },
];

/** Tampering by somebody who knows how the chain is built: balances and hashes are recomputed to fit the entries. */
function rechained(of: () => string): string {
  return `DO $$
    DECLARE
      x record;
      before bytea := '';
    BEGIN
      FOR x IN SELECT j.*, (SELECT string_agg(from_account || '>' || to_account || ':' || amount || ',', '' ORDER BY leg)
          FROM ledger.entries e WHERE e.owner = j.owner AND e.number = j.number) AS legs
        FROM ledger.journals j WHERE owner = '${of()}' ORDER BY number LOOP
        before := ledger.chain(before, x.owner, x.number, x.happened_at, x.key, x.kind, x.reference, x.legs);
        UPDATE ledger.journals SET hash = before,
          held = CASE key WHEN 'audit:held' THEN held + 1000000 ELSE held END WHERE owner = x.owner AND number = x.number;
      END LOOP;
      UPDATE ledger.entries SET from_balance = 5000000, to_balance = NULL WHERE ${entryOf('audit:held', 2)};
      UPDATE ledger.entries SET from_balance = 1100000 WHERE ${entryOf('audit:held', 2)};
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
  [
    'a treasury with more',
    () => `UPDATE ledger.treasury SET balance = 1 WHERE balance = 0 AND cell = 7`,
    [treasury, money],
  ],
  [
    'a new entry of another amount',
    () => `UPDATE ledger.entries SET amount = amount + 1 WHERE ${entryOf('audit:newest')}`,
    [stored, kept, hashed, money],
  ],
  [
    'a wrong balance after a new entry',
    () => `UPDATE ledger.entries SET from_balance = from_balance + 1 WHERE ${entryOf('audit:new')}`,
    [legs],
  ],
  [
    'a new journal of another name',
    () => `UPDATE ledger.journals SET key = 'another' WHERE ${keyed('audit:newest')}`,
    [hashed],
  ],
  [
    'a new journal that is missing',
    () => `DELETE FROM ledger.journals WHERE ${keyed('audit:new')}`,
    [legs, kept, hashed, torn],
  ],
  [
    'a last journal that is missing',
    () => `DELETE FROM ledger.journals WHERE ${keyed('audit:newest')};
      DELETE FROM ledger.entries WHERE owner = '${ana}' AND number = 6`,
    [stored, last, money],
  ],
  [
    'a journal more, hash and all, that no account has been through',
    () => `INSERT INTO ledger.journals (owner, number, cell, key, kind, happened_at, hash, balance, held, invested, promised, zord)
      SELECT owner, 7, cell, 'more', kind, happened_at, ledger.chain(hash, owner, 7, happened_at, 'more', kind, NULL, 'fees>balance:1,'),
        balance + 1, held, invested, promised, zord FROM ledger.journals WHERE ${keyed('audit:newest')};
      INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, to_balance, happened_at)
      SELECT owner, 7, 1, cell, kind, 'fees', 'balance', 1, balance, happened_at FROM ledger.journals WHERE key = 'more'`,
    [stored, last, money],
  ],
  [
    'an event that moved nothing',
    () => `DELETE FROM ledger.entries WHERE ${entryOf('audit:newest').replace('leg = 1 AND', '')}`,
    [stored, kept, hashed, torn, money],
  ],
  [
    'an entry of another kind than its event',
    () => `UPDATE ledger.entries SET kind = 'test_money' WHERE owner = '${ana}' AND number = 6 AND leg = 1`,
    [torn, 'every event moved only between the accounts that its kind may touch'],
  ],
  [
    'a customer’s money in an event of the house',
    () => `UPDATE ledger.treasury SET number = 1, head = ledger.chain('', ledger.house_of(cell), 1, last_at, 'h', 'test', NULL, 'fees>held:1,')
        WHERE cell = 9;
      INSERT INTO ledger.journals (owner, number, cell, key, kind, happened_at, hash)
      SELECT ledger.house_of(cell), 1, cell, 'h', 'test', last_at, head FROM ledger.treasury WHERE cell = 9;
      INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, happened_at)
      SELECT ledger.house_of(cell), 1, 1, cell, 'test', 'fees', 'held', 1, last_at FROM ledger.treasury WHERE cell = 9`,
    [strange, money],
  ],
  [
    'accounts that are gone',
    () => `DELETE FROM ledger.accounts WHERE owner = '${bia}'`,
    [stored, money, sealed],
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

test('[R1] one cell can be read on its own', async () => {
  const tampering = `UPDATE ledger.accounts SET balance = balance + 1 WHERE owner = '${ana}'`;
  const cell = cellOf(ana);
  expect(await rulesAfter(tampering, { cells: [cell, cell], since: 'beginning' })).toEqual([stored, money].toSorted());
  const other = (cell + 1) % 256;
  expect(await rulesAfter(tampering, { cells: [other, other], since: 'beginning' })).toEqual([]);
});

test('[R1] a finding says where, and by how much', async () => {
  const found = await findingsAfter(`UPDATE ledger.accounts SET balance = balance + 1 WHERE owner = '${ana}'`);
  expect(found).toEqual([
    { rule: stored, where: `accounts of ${ana}` },
    { rule: money, where: `cell ${cellOf(ana)} is off by -1` },
  ]);
});
