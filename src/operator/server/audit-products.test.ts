import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Broken, findBroken, type Finding, findingsOf, type Invariant } from '#ledger/server/audit-books.ts';
import { auditLedger } from '#ledger/server/audit-ledger.ts';
import { type Database, openDatabase, type Sql } from '#database/server/database.ts';
import { codeOf } from '#database/server/is-lost.ts';
import { transaction } from '#database/server/transaction.ts';
import { makeCode, opened, vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import type { CopytradeWorld } from '#testing/server/copytrade-world.ts';
import { productInvariants } from './all-invariants.ts';
import { askedOf, auditProducts, changedOf, changedSince, passOf } from './audit-products.ts';
import { auditedRows, readWhole, sealedWith } from './audited-rows.ts';
import { changedValue } from './testing/changed-value.ts';
import { lastroOf } from './testing/type-command.ts';
import { openWorldOfEveryKind } from './testing/world-of-every-kind.ts';

/** A world in which every kind of event has happened, sealed by an audit. */
let world: CopytradeWorld;
let admin: Database;
beforeAll(async () => {
  world = await openWorldOfEveryKind();
  admin = openDatabase({ url: world.db.adminUrl, connections: 1 });
  await liveOn();
  expect(await audit()).toEqual([]);
});
afterAll(async () => {
  await admin.close();
  await world.close();
});

/** Adds what no ledger event produces: a used code, a freeze, and second-factor rows. */
async function liveOn(): Promise<void> {
  await makeCode(world, 'INVERNO');
  const zoe = await vaultInvestor(world, '1000');
  await opened(zoe, 250, 'INVERNO');
  for (const command of ['freeze', 'unfreeze']) {
    const { exit, err } = await lastroOf(world)(`customer ${command} ${zoe.email} --reason`, 'a test');
    expect([exit, err]).toEqual([0, '']);
  }
  await askAsOwner(
    world.db.adminUrl,
    `
    INSERT INTO second_factors (customer_id, since) SELECT id, now() FROM customers WHERE id = '${zoe.id}';
    INSERT INTO authenticator_apps (customer_id, sealed_secret, last_step, added_at)
      SELECT id, 'x', 0, now() FROM customers WHERE id = '${zoe.id}';
    INSERT INTO passkeys (id, customer_id, credential_id, public_key, transports, name, is_synced, counter, added_at)
      SELECT gen_random_uuid(), id, 'x', 'x', '{}', 'x', false, 0, now() FROM customers WHERE id = '${zoe.id}';
    INSERT INTO withdrawal_approvals (token_hash, customer_id, session_hash, purpose, expires_at)
      SELECT 'x', id, 'x', 'withdrawal:1:usdt', now() FROM customers WHERE id = '${zoe.id}'`,
  );
}

const audit = async (since: 'seals' | 'beginning' = 'seals', invariants = productInvariants) => [
  ...(await auditLedger(world.db, { since })).broken,
  ...(await auditProducts(world.db, invariants, { since })),
];

const fullPasses = auditedRows.map((audited) => ({ audited, pass: passOf(audited, productInvariants) }));

/** Returns the findings for customers whose rows do not match their seals, as an audit checks them. */
async function findChanged(
  sql: Sql,
  invariants: readonly Invariant[],
): Promise<{ changed: string[]; found: Finding[] }> {
  const changed = new Set<string>();
  const found: Finding[] = [];
  for (const { audited, pass } of fullPasses) {
    const asked = passOf(audited, invariants);
    for await (const some of changedSince(sql, audited, pass)) {
      for (const { id } of some) changed.add(id);
      if (asked.rules.length > 0) found.push(...findingsOf(await findBroken(sql, [askedOf(asked, some)])));
    }
  }
  return { changed: [...changed], found };
}

/** For an award without a position, a rule over everybody's rows reports what this rule would. */
const ofAwards = 'an award is calculated from new capital';
const ofStrayAwards = productInvariants.filter(({ rule }) => rule === 'every award has the cause that it says');

interface Compared {
  changed: string[];
  found: string[];
  whole: string[];
}

class Undo extends Error {}

const inOrder = (found: readonly Finding[]): string[] => found.map(({ rule, where }) => `${rule}: ${where}`).toSorted();
const refusedByTheTable = new Set(['23514', '23505', '23502', '22P02']);

const tables = [...new Set(auditedRows.flatMap(({ rows }) => rows.map(({ table }) => table)))];

describe.each(tables)('%s', (table) => {
  const name = table === 'accounts' ? 'ledger.accounts' : table;
  const mentioning = productInvariants.filter(
    ({ of, sql: rule }) => (of === 'customer' || of === 'position') && new RegExp(`\\b${name}\\b`).test(rule),
  );

  /** Everything is rolled back. */
  async function compare(tampering: string): Promise<Compared | undefined> {
    let compared: Compared | undefined;
    await transaction(admin, async (tx) => {
      tx.send('SET LOCAL session_replication_role = replica');
      tx.send('SET LOCAL enable_nestloop = off');
      await tx.query(tampering);
      const { changed, found } = await findChanged(tx, mentioning);
      const whole = findingsOf(await findBroken(tx, mentioning));
      const isElsewhere = (await findBroken(tx, ofStrayAwards)).length > 0;
      const here = ({ rule }: Finding): boolean => !(isElsewhere && rule.startsWith(ofAwards));
      compared = { changed, found: inOrder(found.filter(here)), whole: inOrder(whole.filter(here)) };
      throw new Undo();
    }).catch((error: unknown) => {
      if (!(error instanceof Undo) && !refusedByTheTable.has(codeOf(error) ?? '')) throw error;
    });
    return compared;
  }

  test('[R1] [O3] a change to any column of a sealed row is found without rereading what was sealed', async () => {
    const columns = await admin.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), NULL) AS type
       FROM pg_attribute JOIN pg_type t ON t.oid = atttypid WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [name],
    );
    let tried = 0;
    for (const [at, { name: column, type }] of columns.entries()) {
      const compared = await compare(`UPDATE ${name} t SET ${column} = ${changedValue(name, column, type)}
        WHERE ctid = (SELECT ctid FROM ${name} x ORDER BY md5(x::text) LIMIT 1 OFFSET ${at} % (SELECT count(*) FROM ${name}))`);
      if (!compared) continue;
      tried += 1;
      // The rules are given only some columns of `customers`.
      if (table !== 'customers') expect([column, compared.changed.length > 0]).toEqual([column, true]);
      expect([column, compared.found]).toEqual([column, compared.whole]);
    }
    expect(tried).toBeGreaterThan(1);
  });

  test('[R1] [O3] a deleted row', async () => {
    for (const row of [0, 1, 2, 3, 4, 5]) {
      const compared = await compare(
        `DELETE FROM ${name} WHERE ctid = (SELECT ctid FROM ${name} x ORDER BY md5(x::text) LIMIT 1 OFFSET ${row})`,
      );
      if (row === 0) expect(compared?.changed.length).toBeGreaterThan(0);
      expect(compared?.found).toEqual(compared?.whole);
    }
  });

  test('[R1] [O3] an added row', async () => {
    const owners = `('owner', 'customer_id', 'beneficiary_id')`;
    let tried = 0;
    for (const others of [`e.key NOT IN ${owners}`, 'true']) {
      const compared = await compare(`INSERT INTO ${name} SELECT (jsonb_populate_record(NULL::${name}, to_jsonb(t) || (
          SELECT jsonb_object_agg(e.key, CASE e.key WHEN 'token_hash' THEN e.value || 'ff' ELSE overlay(e.value PLACING 'ffff' FROM 1) END)
          FROM jsonb_each_text(to_jsonb(t)) e
          WHERE (e.value ~ '^[0-9a-f]{8}-' OR e.key IN ('key', 'credential_id', 'email', 'code', 'journal', 'token_hash')) AND ${others}
        ))).* FROM (SELECT * FROM ${name} ORDER BY 1 LIMIT 1) t`);
      if (!compared) continue;
      tried += 1;
      // A step without a transfer belongs to nobody, and no rule reads it.
      if (table !== 'transfer_steps') expect(compared.changed.length).toBeGreaterThan(0);
      expect(compared.found).toEqual(compared.whole);
    }
    expect(tried).toBeGreaterThan(0);
  });
});

describe('tables the rules read', () => {
  /** Returns the tables a statement reads, according to PostgreSQL's plan. */
  async function tablesOf(statement: string): Promise<string[]> {
    const rows = await admin.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (VERBOSE, FORMAT JSON) ${statement}`);
    const read = new Set<string>();
    const look = (node: unknown): void => {
      if (Array.isArray(node)) return node.forEach(look);
      if (typeof node !== 'object' || node === null) return;
      const { 'Relation Name': relation, Schema: schema } = node as Record<string, string>;
      if (relation) read.add(schema === 'public' ? relation : `${schema}.${relation}`);
      Object.values(node).forEach(look);
    };
    look(rows.map((row) => row['QUERY PLAN']));
    return [...read];
  }

  const isOf = (subject: string | undefined) => productInvariants.filter(({ of }) => of === subject);

  test.each(auditedRows)(
    '[R1] [O3] of a $subject are covered by their mark, or change only with a migration',
    async ({ subject, rows }) => {
      const covered = new Set<string>([
        ...rows.map(({ table }) => (table === 'accounts' ? 'ledger.accounts' : table)),
        ...sealedWith,
      ]);
      if (subject === 'customer')
        for (const sealedByTheLedger of ['ledger.journals', 'ledger.kinds']) covered.add(sealedByTheLedger);
      for (const { rule, sql: statement } of isOf(subject)) {
        // The operations a position was paid from are in its mark.
        const read = (await tablesOf(statement)).filter((table) => table !== 'operations');
        expect([rule, read.filter((table) => !covered.has(table))]).toEqual([rule, []]);
        expect(statement).not.toMatch(/\b(now|clock_timestamp|statement_timestamp)\(|\bcurrent_(date|time)/);
      }
    },
  );

  test('[R1] [O3] of everybody and of the house are listed', async () => {
    const read = new Set<string>();
    for (const { sql: statement } of [...isOf(undefined), ...isOf('house')])
      for (const table of await tablesOf(statement)) read.add(table);
    const ofTaxesAndHouse = ['ledger.journals', 'ledger.kinds'];
    expect([...read].toSorted()).toEqual([...readWhole, ...ofTaxesAndHouse].toSorted());
  });
});

/** Returns how many rows of each table a statement reads. */
async function rowsReadBy(statement: string): Promise<Record<string, number>> {
  const rows = await admin.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`);
  const read: Record<string, number> = {};
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== 'object' || node === null) return;
    const { 'Relation Name': table } = node as { 'Relation Name'?: string };
    const { 'Actual Rows': each, 'Actual Loops': loops } = node as Record<string, number | undefined>;
    if (table) read[table] = (read[table] ?? 0) + (each ?? 0) * (loops ?? 0);
    Object.values(node).forEach(look);
  };
  look(rows.map((row) => row['QUERY PLAN']));
  return read;
}

/** Counts the statements containing this text sent during `run`. */
async function countSent(words: string, run: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await run();
  const texts = sent.mock.calls.map(([first]) => (first as unknown as { text?: string }).text ?? first);
  sent.mockRestore();
  return texts.filter((text) => text.includes(words)).length;
}

/** Counts how often customers' rules are queried, once per subject. */
const countAsked = (run: () => Promise<unknown>): Promise<number> => countSent('positions AS MATERIALIZED', run);

const asOwner = (statement: string): Promise<unknown> =>
  askAsOwner(world.db.adminUrl, `SET session_replication_role = replica; ${statement}`);

describe('an audit', () => {
  test('[O3] [R1] with nothing new runs no rule for any customer, and reads each position once', async () => {
    expect(await countAsked(audit)).toBe(0);
    for (const audited of auditedRows) {
      const read = await rowsReadBy(changedOf(audited, 0n));
      const [all] = await admin.query<{ positions: bigint }>('SELECT count(*) AS positions FROM positions');
      expect(read).toMatchObject({ positions: Number(all?.positions) });
      expect(Object.keys(read)).not.toContain('journals');
      expect(Object.keys(read)).not.toContain('entries');
    }
  });

  test('[O3] [R1] checks the customers with changes, and seals them', async () => {
    const eva = await world.investor({ balance: '100' });
    await eva.post('/api/stake', { amount: 50, time_stake: 30 });
    expect(await countAsked(audit)).toBe(2);
    expect(await countAsked(audit)).toBe(0);
  });

  test('[O3] [R1] from the beginning seals as well', async () => {
    await world.investor({ balance: '100' });
    expect(await audit('beginning')).toEqual([]);
    expect(await countAsked(audit)).toBe(0);
  });

  test('[R1] [O3] does not seal what is broken: the next one finds it again, until it is repaired', async () => {
    const change = (by: string): Promise<unknown> =>
      asOwner(`UPDATE positions SET amount = amount ${by} WHERE id = (SELECT min(id::text)::uuid FROM positions)`);
    await change('+ 1');
    const found = await audit();
    expect(found.map(({ rule }) => rule)).toContain('what stands behind primevault_opened is exactly what it moved');
    expect(await audit()).toEqual(found);
    expect((await audit('beginning')).map(({ rule }) => rule).toSorted()).toEqual(
      found.map(({ rule }) => rule).toSorted(),
    );
    await change('- 1');
    expect(await audit()).toEqual([]);
  });

  test('[R1] [O3] finds operations other than those a position was paid from', async () => {
    const rulesAfter = async (change: string, undo: string): Promise<string[]> => {
      await asOwner(change);
      const found = (await audit()).map(({ rule }) => rule);
      await asOwner(undo);
      return found;
    };
    const by = (
      sign: string,
    ): string => `UPDATE operations SET payout = payout ${sign} 1 WHERE number = 1 AND product = 'copytrade';
      UPDATE payout_index SET total = total ${sign} 1 WHERE product = 'copytrade'`;
    expect(await rulesAfter(by('+'), by('-'))).toEqual([
      'a position was paid from exactly the operations that opened and closed while it ran and were known',
    ]);
    expect(await audit()).toEqual([]);
  });

  test('[R1] [O3] rechecks the positions of customers whose referrer has been erased since', async () => {
    const [, { audited, pass }] = fullPasses as [(typeof fullPasses)[number], (typeof fullPasses)[number]];
    const [member] = await admin.query<{ id: string; referrer_id: string }>(
      'SELECT id, referrer_id FROM customers WHERE referrer_id IS NOT NULL',
    );
    const erased = transaction(admin, async (tx) => {
      await tx.query('UPDATE customers SET erased_at = now() WHERE id = $1', [member?.referrer_id]);
      for await (const changed of changedSince(tx, audited, pass))
        expect(new Set(changed.map(({ id }) => id))).toEqual(new Set([member?.id, member?.referrer_id]));
      throw new Undo();
    });
    await expect(erased).rejects.toThrow(Undo);
  });

  test('[R1] finds a house event owned by a customer', async () => {
    const rule = 'an event of the house is the house’s, and one of customers a customer’s';
    const broken: Broken[] = [];
    const made = transaction(admin, async (tx) => {
      tx.send('SET LOCAL session_replication_role = replica');
      tx.send(`UPDATE ledger.journals SET kind = 'treasury_funded' WHERE kind = 'deposit_settled'`);
      const rules = productInvariants.filter((each) => each.rule === rule);
      broken.push(...(await findBroken(tx, rules)));
      throw new Undo();
    });
    await expect(made).rejects.toThrow(Undo);
    expect(broken).toMatchObject([{ rule }]);
  });

  test('[R1] [O3] seals no customer whose ledger is not sealed as far', async () => {
    const ida = await world.investor({ balance: '100' });
    const seals = () => world.db.query('SELECT subject FROM ledger.product_seals WHERE customer_id = $1', [ida.id]);
    expect(await auditProducts(world.db, productInvariants, { since: 'seals' })).toEqual([]);
    expect(await seals()).toEqual([]);
    expect(await audit()).toEqual([]);
    expect(await seals()).toHaveLength(2);
  });

  test('[R1] [O3] of a read-only copy runs the same checks, and seals nothing', async () => {
    const una = await world.investor({ balance: '100' });
    expect(await auditProducts(world.db, productInvariants, { since: 'seals', seals: false })).toEqual([]);
    expect(await world.db.query('SELECT FROM ledger.product_seals WHERE customer_id = $1', [una.id])).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  test('[R1] [O3] run concurrently completes every time, and seals what was good', async () => {
    await Promise.all([1, 2, 3].map(() => world.investor({ balance: '100' })));
    expect(await Promise.all([audit(), audit(), audit('beginning')])).toEqual([[], [], []]);
    expect(await audit()).toEqual([]);
    expect(await countAsked(audit)).toBe(0);
  });

  test('[R1] [O3] runs a new rule over everybody, once', async () => {
    const places = 'SELECT id::text AS place FROM customers WHERE false';
    const more: Invariant[] = [
      ...productInvariants,
      { rule: 'a rule of a later version', of: 'customer', sql: places },
    ];
    const countNew = () => countSent('a rule of a later version', () => audit('seals', more));
    expect(await countNew()).toBe(1);
    expect(await countNew()).toBe(0);
    const broken: Invariant[] = [
      ...productInvariants,
      { rule: 'nobody is a customer', of: 'customer', sql: `SELECT 'customer ' || id AS place FROM customers` },
    ];
    const [all] = await world.db.query<{ count: bigint }>('SELECT count(*) FROM customers');
    for (const _again of [1, 2])
      expect(await audit('seals', broken)).toMatchObject([{ rule: 'nobody is a customer', count: Number(all?.count) }]);
    expect(await audit()).toEqual([]);
  });

  test('[O3] takes customers in batches limited by customers or by journals', async () => {
    const [{ audited, pass }] = fullPasses as [(typeof fullPasses)[number]];
    const portions = (most: { customers: number; journals: bigint }): Promise<string[][]> =>
      transaction(admin, async (tx) => {
        const other = { ...pass, sql: `${pass.sql} -- other rules` };
        const taken: string[][] = [];
        for await (const some of changedSince(tx, audited, other, most)) taken.push(some.map(({ id }) => id));
        return taken;
      });
    const [all] = await portions({ customers: 1_000, journals: 1_000_000n });
    expect(await portions({ customers: 1_000, journals: 1n })).toEqual(all?.map((id) => [id]));
    expect((await portions({ customers: 2, journals: 1_000_000n })).map(({ length }) => length).slice(0, 2)).toEqual([
      2, 2,
    ]);
    expect((await portions({ customers: 2, journals: 1_000_000n })).flat()).toEqual(all);
  });
});
