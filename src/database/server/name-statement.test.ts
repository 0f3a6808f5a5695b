import { expect, test } from 'vitest';
import { nameStatement } from './name-statement.ts';

const names: [string, RegExp][] = [
  ['SELECT id FROM sessions WHERE token_hash = $1 FOR UPDATE SKIP LOCKED', /^SELECT sessions [0-9a-f]{4}$/],
  ['SELECT open_stake($1, $2)', /^SELECT open_stake [0-9a-f]{4}$/],
  ['SELECT * FROM ledger.post($1)', /^SELECT ledger\.post /],
  ['SELECT now() - min(queued_at) AS age FROM mails', /^SELECT mails /],
  ['SELECT (SELECT readable($1)) AS is', /^SELECT readable /],
  ['INSERT INTO mails (id) SELECT id FROM customers', /^INSERT mails /],
  ['UPDATE broker_transfers AS t SET state = $1', /^UPDATE broker_transfers /],
  ['WITH old AS (SELECT key FROM attempts LIMIT 1), gone AS (DELETE FROM attempts) SELECT 1', /^DELETE attempts /],
  ['COMMIT', /^COMMIT /],
];

test.each(names)('[O5] %s gets a searchable name', (text, name) => {
  expect(nameStatement(text)).toMatch(name);
});

test('[O5] a name contains no literal of its statement, and different texts get different names', () => {
  const [one, two] = ['ana', 'rui'].map((email) => nameStatement(`SELECT 'FROM ${email}' FROM customers`));
  expect(one).toMatch(/^SELECT customers /);
  expect(one).not.toBe(two);
});
