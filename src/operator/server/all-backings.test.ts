import { changeAmount } from '#ledger/server/testing/change-amount.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CopytradeWorld } from '#testing/server/copytrade-world.ts';
import { auditBooks, rulesOf } from '#ledger/server/audit-books.ts';
import { backingInvariants } from '#ledger/server/backing.ts';
import { knownKinds, retiredKinds } from '#ledger/kinds.ts';
import type { Sql } from '#database/server/database.ts';
import { allBackings } from './all-backings.ts';
import { allInvariants } from './all-invariants.ts';
import { openWorldOfEveryKind } from './testing/world-of-every-kind.ts';

let world: CopytradeWorld;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorldOfEveryKind();
  owner = new pg.Client({ connectionString: world.db.adminUrl });
  await owner.connect();
  // Once: setting it forgets every plan.
  await owner.query('SET session_replication_role = replica');
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const backing = backingInvariants(allBackings);
const posting = knownKinds.filter((kind) => !retiredKinds.has(kind));

/** Each rule is planned once, although it is asked hundreds of times. */
const names = new Map<string, string>();
const prepared: Sql = {
  query: async (text, values = []) => {
    const name = names.get(text) ?? `rule ${names.size}`;
    names.set(text, name);
    return (await owner.query({ name, text, values: [...values] })).rows;
  },
};

/** Returns the rules that report findings after tampering with the database; everything is rolled back. */
async function rulesAfter(tampering: string): Promise<string[]> {
  await owner.query('BEGIN');
  try {
    await owner.query(tampering);
    return [...new Set((await auditBooks(prepared, backing)).map(({ rule }) => rule))];
  } finally {
    await owner.query('ROLLBACK');
  }
}

const ruleOf = (kind: string): string => `what stands behind ${kind} is exactly what it moved`;

test('[L5] every event kind that may be posted has a rule, and no other kind has one', () => {
  expect(new Set(Object.keys(allBackings))).toEqual(new Set(knownKinds));
  const rules = new Set(rulesOf(allInvariants));
  for (const kind of Object.keys(allBackings)) expect(rules).toContain(ruleOf(kind));
});

test('[L5] this world has posted an event of every kind, and the books balance', async () => {
  const posted = await world.db.query<{ kind: string }>(
    `SELECT DISTINCT kind FROM ledger.journals WHERE kind !~ '^test'`,
  );
  expect(new Set(posted.map(({ kind }) => kind))).toEqual(new Set(posting));
  expect(await auditBooks(world.db, allInvariants)).toEqual([]);
});

describe.each(posting)('%s', (kind) => {
  const oneOf = `(SELECT max(key) FROM ledger.journals WHERE kind = '${kind}')`;

  test('[L5] finds one with nothing behind it, although the ledger accepted it', async () => {
    const again = `SELECT ledger.post_one('made-up:' || j.key, j.kind, nullif(j.owner, ledger.house()), j.reference, j.happened_at,
        array_agg(from_account), array_agg(to_account), array_agg(1::bigint))
      FROM ledger.entries j WHERE j.key = ${oneOf} GROUP BY j.key, j.kind, j.owner, j.reference, j.happened_at`;
    const richer = `UPDATE ledger.accounts SET erased = false, balance = balance + 9, held = held + 9, invested = invested + 9, promised = promised + 9,
      zord = zord + 9; UPDATE ledger.treasury SET balance = balance + 9`;
    expect(await rulesAfter(`${richer}; ${again}`)).toEqual([ruleOf(kind)]);
  });

  test.each([
    ['for a micro-dollar more', changeAmount(`key = ${oneOf}`)],
    [
      'of somebody else',
      `UPDATE ledger.journals SET owner = overlay(owner::text PLACING 'ffff' FROM 1)::uuid WHERE key = ${oneOf}`,
    ],
    ['about something else', `UPDATE ledger.journals SET reference = gen_random_uuid() WHERE key = ${oneOf}`],
    ['of another name', `UPDATE ledger.journals SET key = 'another' WHERE key = ${oneOf}`],
    ['that was never posted', `DELETE FROM ledger.journals WHERE key = ${oneOf}`],
  ])('[L5] finds one %s', async (_what, tampering) => {
    expect(await rulesAfter(tampering)).toEqual([ruleOf(kind)]);
  });
});
