import { type CustomerAccount, customerAccounts } from '../journal.ts';
import { knownKinds } from '../kinds.ts';
import type { Pass } from './audit-books.ts';

/** The part of the books to read: whose, and either everything or what was posted after the seals of earlier audits. */
export interface Scope {
  /** From the first of them to before the next. */
  owners: readonly [first: string, next: string];
  since: 'beginning' | 'seals';
}

/** The owner of the house's own journals, before any customer: `ledger.house()`. */
export const house = '00000000-0000-0000-0000-000000000000';

/** From the house on; nobody has the last id. */
export const everybody = [house, 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

/** Passed as parameters, so that a connection plans the statement once rather than for each reading. */
const ofOwners = 'owner >= $1::uuid AND owner < $2::uuid';

/** What a row of accounts keeps the sum of. */
const stored = [...customerAccounts, 'booked'] as const;

export const each = (of: (account: CustomerAccount) => string, between = ', '): string =>
  customerAccounts.map(of).join(between);

export const eachStored = (of: (account: CustomerAccount | 'booked') => string, between = ', '): string =>
  stored.map(of).join(between);

/**
 * The ledger's own rules in one reading of some owners: every chain is recomputed from its beginning or from its seal. At most the journals
 * of these owners are sorted or held in memory at a time.
 */
export function ledgerPass(scope: Scope = { owners: everybody, since: 'beginning' }): Pass {
  const rules = rulesFor(scope);
  const found = rules.map(([rule, places]) => `SELECT '${rule}' AS rule, place FROM (${places}) AS places (place)`);
  return {
    rules: rules.map(([rule]) => rule),
    sql: `WITH ${partsFor(scope)} ${found.join('\nUNION ALL\n')}`,
    values: scope.owners,
  };
}

/** Reads each owner's journals after their seal, never scanning what is sealed. */
export const readOf = (since: Scope['since']): string =>
  since === 'beginning'
    ? `SELECT * FROM ledger.journals WHERE ${ofOwners}`
    : `SELECT x.* FROM chains c CROSS JOIN LATERAL (
         SELECT * FROM ledger.journals y WHERE y.owner = c.owner AND (y.happened_at, y.number) > (c.sealed_at, c.sealed) OFFSET 0
       ) x`;

/** Each owner's current state, and where the reading of their chain begins. */
export const chainsOf = (since: Scope['since']): string => `
    chains AS MATERIALIZED (
      SELECT o.owner, o.number, o.head, o.last_at, ${eachStored((account) => `o.${account}`)}, coalesce(s.number, 0) AS sealed,
        coalesce(s.head, '') AS sealed_head, coalesce(s.last_at, '-infinity') AS sealed_at,
        ${eachStored((account) => `coalesce(s.${account}, 0) AS sealed_${account}`)}
      FROM (SELECT * FROM ledger.accounts WHERE ${ofOwners}) o LEFT JOIN ledger.seals s ON s.owner = o.owner AND ${since === 'seals'}
    )`;

function partsFor({ since }: Pick<Scope, 'since'>): string {
  return `${chainsOf(since)},
    j AS MATERIALIZED (${readOf(since)}),
    events AS MATERIALIZED (
      SELECT j.owner, j.number, j.key, j.kind, ${each((account) => `m.${account}`)}, m.treasury AS booked,
        (${each((account) => `j.${account}`)})
          IS DISTINCT FROM (${each((account) => `lag(j.${account}, 1, c.sealed_${account}) OVER w + m.${account}::numeric`)}) AS balance_is_off,
        j.number <> lag(j.number, 1, coalesce(c.sealed, 0)) OVER w + 1 OR j.happened_at < lag(j.happened_at, 1, c.sealed_at) OVER w AS place_is_off,
        j.hash IS DISTINCT FROM ledger.chain(lag(j.hash, 1, coalesce(c.sealed_head, '')) OVER w, j.owner, j.number, j.happened_at, j.key, j.kind,
          j.reference, j.amounts) AS hash_is_off,
        cardinality(j.amounts) IS DISTINCT FROM cardinality(k.legs) AS is_torn,
        j.owner = ledger.house() AND (${each((account) => `m.${account} <> 0`, ' OR ')}) AS is_strange
      FROM j LEFT JOIN (SELECT owner, sealed, sealed_head, sealed_at, ${each((account) => `sealed_${account}`)} FROM chains) c USING (owner)
      LEFT JOIN ledger.kinds k ON k.kind = j.kind LEFT JOIN LATERAL ledger.changes_of(j.kind, j.amounts) m ON true
      WINDOW w AS (PARTITION BY j.owner ORDER BY j.number)
    ),
    broken AS (
      SELECT *, 'journal ' || key AS place FROM events
      WHERE balance_is_off OR place_is_off OR hash_is_off OR is_torn OR is_strange OR kind <> ALL ('{${knownKinds.join()}}')
    ),
    sums AS MATERIALIZED (SELECT owner, ${eachStored((account) => `sum(${account}) AS ${account}`)} FROM events GROUP BY owner)`;
}

/** Each rule, with SQL over these parts for the places where it is broken. */
function rulesFor({ since }: Pick<Scope, 'since'>): [rule: string, places: string][] {
  return [
    [
      'every stored balance, and what was booked of the treasury, equals the sum of its entries',
      `SELECT 'accounts of ' || owner FROM (SELECT *, true AS is_there FROM chains) c FULL JOIN sums s USING (owner) WHERE c.is_there IS NULL
         OR (${eachStored((account) => `c.${account}`)}) <> (${eachStored((account) => `sealed_${account} + coalesce(s.${account}, 0)`)})`,
    ],
    ['each journal keeps the balances after it', 'SELECT place FROM broken WHERE balance_is_off'],
    [
      'the journals of an owner are numbered from one without a gap, and their moments never go back',
      'SELECT place FROM broken WHERE place_is_off',
    ],
    [
      'the hash of each journal covers what it moved and the hash of the one before',
      'SELECT place FROM broken WHERE hash_is_off',
    ],
    ['every event has an amount for each leg of its kind', 'SELECT place FROM broken WHERE is_torn'],
    [
      'a customer account moves only in that customer’s events, and the house’s move no customer account',
      'SELECT place FROM broken WHERE is_strange',
    ],
    [
      // Tests add kinds of their own, in databases that would not survive a power loss; no such database is ever in production.
      'every event is of a kind that the product knows',
      `SELECT place || ' is ' || kind FROM broken WHERE kind <> ALL ('{${knownKinds.join()}}') AND NOT (
         current_setting('fsync') = 'off' AND kind LIKE 'test%' AND EXISTS (SELECT FROM ledger.kinds k WHERE k.kind = broken.kind))`,
    ],
    [
      // No event can be unbalanced: what came in and did not go out is what it changed in the accounts.
      'money in = money out + money held',
      `SELECT 'the accounts from ' || $1::uuid || ' on are off by ' || came - held FROM (
         SELECT coalesce(sum(${eachStored((account) => `s.${account}`, ' + ')}), 0) AS came,
           coalesce(sum(${eachStored((account) => `c.${account} - sealed_${account}`, ' + ')}), 0) AS held
         FROM chains c FULL JOIN sums s USING (owner)
       ) books WHERE came <> held`,
    ],
    ...chainRules(since),
  ];
}

/** Rules on whole chains and on the treasury rather than on single journals. */
export function chainRules(since: Scope['since']): [rule: string, places: string][] {
  const isWhole = since === 'beginning';
  return [
    [
      'accounts stand where their last journal left them',
      `SELECT 'owner ' || c.owner FROM chains c LEFT JOIN LATERAL (
         SELECT number, hash, happened_at FROM ledger.journals j WHERE j.owner = c.owner ORDER BY happened_at DESC, number DESC LIMIT 1
       ) j ON true
       WHERE (c.number, c.head, c.last_at) IS DISTINCT FROM (coalesce(j.number, 0), coalesce(j.hash, ''), coalesce(j.happened_at, '-infinity'))`,
    ],
    [
      // Of everybody at once, and said once: with the first owners.
      'the treasury holds what all owners have booked',
      `SELECT 'it holds ' || t.held || ', booked are ' || b.booked
       FROM (SELECT sum(balance) AS held FROM ledger.treasury WHERE $1::uuid = ledger.house()) t,
         (SELECT sum(booked) AS booked FROM ledger.accounts WHERE $1::uuid = ledger.house()) b WHERE t.held <> b.booked`,
    ],
    [
      'what an earlier audit sealed is still so',
      `SELECT 'owner ' || s.owner || ' up to journal ' || s.number FROM (SELECT * FROM ledger.seals WHERE ${ofOwners}) s
       LEFT JOIN chains c ON c.owner = s.owner
       ${isWhole ? 'LEFT JOIN ledger.journals k ON k.owner = s.owner AND k.happened_at = s.last_at AND k.number = s.number' : ''}
       WHERE c.owner IS NULL OR c.number < s.number OR (c.number = s.number AND (c.head, c.last_at) <> (s.head, s.last_at))
         ${isWhole ? `OR (s.number > 0 AND k.hash IS DISTINCT FROM s.head) OR (${each((account) => `coalesce(k.${account}, CASE s.number WHEN 0 THEN 0 END)`)}) IS DISTINCT FROM (${each((account) => `s.${account}`)})` : ''}`,
    ],
  ];
}
