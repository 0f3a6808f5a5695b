import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { customersNamedBy } from './named-customers.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await cloneDatabase()));
afterAll(() => db.close());

const culprit = randomUUID();
const other = randomUUID();

async function namedBy(statement: string, values: unknown[] = []): Promise<string[]> {
  const error = await db.query(statement, values).then(
    () => expect.unreachable(),
    (thrown: unknown) => thrown,
  );
  return [...customersNamedBy(error)];
}

test('the ids that the ledger gives are those of the customers', async () => {
  const raised = (detail: string) => `DO $$ BEGIN RAISE 'no' USING ERRCODE = 'LB032', DETAIL = '${detail}'; END $$`;
  expect(await namedBy(raised(`${culprit} ${other}`))).toEqual([culprit, other]);
  expect(await namedBy(raised(''))).toEqual([]);
});

test('a key that is there names its customer, and not those that the customer writes in it', async () => {
  const insert = `INSERT INTO idempotency_keys (customer_id, cell, key, request_hash, status, answer)
    VALUES ($1, cell_of($1), $2, '', 201, '')`;
  for (const key of [other, `)=(${other}, `, ` ${other} `]) {
    await db.query(insert, [culprit, key]);
    expect(await namedBy(insert, [culprit, key])).toEqual([culprit]);
  }
});

test('no other error names anybody, wherever an id is in it', async () => {
  await askAsOwner(
    db.adminUrl,
    `CREATE TABLE notes (customer uuid PRIMARY KEY, note text CHECK (note <> 'no')); GRANT ALL ON notes TO PUBLIC`,
  );
  await db.query('INSERT INTO notes VALUES ($1)', [other]);
  expect(await namedBy('INSERT INTO notes VALUES ($1)', [other])).toEqual([]);
  expect(await namedBy('INSERT INTO notes VALUES ($1, $2)', [culprit, 'no'])).toEqual([]);
  expect(customersNamedBy(new Error(other))).toEqual(new Set());
  expect(customersNamedBy(null)).toEqual(new Set());
});
