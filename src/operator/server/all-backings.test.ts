import { changeAmount } from '#ledger/server/testing/change-amount.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CopytradeWorld } from '#testing/server/copytrade-world.ts';
import { auditBooks, findBroken, rulesOf } from '#ledger/server/audit-books.ts';
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
const asOwner: Sql = { query: async (text, values = []) => (await owner.query(text, [...values])).rows };

/** One journal of each kind, all tampered with together. */
const oneOfEach = `(SELECT max(key) FROM ledger.journals WHERE kind IN (${posting.map((kind) => `'${kind}'`).join(', ')}) GROUP BY kind)`;

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

const again = `SELECT ledger.post_one('made-up:' || j.key, j.kind, nullif(j.owner, ledger.house()), j.reference, j.happened_at,
    array_agg(from_account), array_agg(to_account), array_agg(1::bigint))
  FROM ledger.entries j WHERE j.key IN ${oneOfEach} GROUP BY j.key, j.kind, j.owner, j.reference, j.happened_at`;
const richer = `UPDATE ledger.accounts SET erased = false, balance = balance + 99, held = held + 99, invested = invested + 99, promised = promised + 99,
  zord = zord + 99; UPDATE ledger.treasury SET balance = balance + 99`;

test.each([
  ['with nothing behind it, although the ledger accepted it', `${richer}; ${again}`],
  ['for a micro-dollar more', changeAmount(`key IN ${oneOfEach}`)],
  [
    'of somebody else',
    `UPDATE ledger.journals SET owner = overlay(owner::text PLACING 'ffff' FROM 1)::uuid WHERE key IN ${oneOfEach}`,
  ],
  ['about something else', `UPDATE ledger.journals SET reference = gen_random_uuid() WHERE key IN ${oneOfEach}`],
  ['of another name', `UPDATE ledger.journals SET key = 'another:' || key WHERE key IN ${oneOfEach}`],
  ['that was never posted', `DELETE FROM ledger.journals WHERE key IN ${oneOfEach}`],
])('[L5] of each kind the rule finds one %s, and no rule finds that of another kind', async (_what, tampering) => {
  const chosen = await owner.query<{ kind: string; key: string }>(
    `SELECT kind, key FROM ledger.journals WHERE key IN ${oneOfEach}`,
  );
  await owner.query('BEGIN');
  const broken = await owner.query(tampering).then(() => findBroken(asOwner, backing));
  await owner.query('ROLLBACK');
  const found = broken.map(({ rule, places }) => [
    rule,
    [...new Set(places.map((place) => /^journal (?:another:|made-up:)?(.+), \w+ to \w+, moved/.exec(place)?.[1]))],
  ]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(chosen.rows.map(({ kind, key }) => [ruleOf(kind), [key]])),
  );
  expect(chosen.rows).toHaveLength(posting.length);
});
