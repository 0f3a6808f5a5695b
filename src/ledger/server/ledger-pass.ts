import { type CustomerAccount, customerAccounts } from '../journal.ts';
import { knownKinds } from '../kinds.ts';
import { cells } from '#platform/server/cell.ts';
import type { Pass } from './audit-books.ts';

/** The part of the books to read: which cells, and either everything or what was posted after the seals of earlier audits. */
export interface Scope {
  cells: readonly [first: number, last: number];
  since: 'beginning' | 'seals';
}

const all: Scope = { cells: [0, cells - 1], since: 'beginning' };

/** Passed as parameters, so that a connection plans the statement once rather than for each cell. */
export const ofCells = 'cell BETWEEN $1::smallint AND $2::smallint';

export const names = customerAccounts.map((account) => `'${account}'`).join(', ');
export const each = (of: (account: CustomerAccount) => string, between = ', '): string =>
  customerAccounts.map(of).join(between);
export const derived = `('brokerage', 'funding', 'fees', 'trading', 'transit', 'taxes', 'authority')`;

/** The change of an account by an entry. */
export const changeOf = (account: string): string =>
  `CASE WHEN to_account = '${account}' THEN amount WHEN from_account = '${account}' THEN -amount ELSE 0 END`;

/** The balance its journal left in an account, according to a leg: the balance after the leg plus the changes by later legs. */
const saidOf = (account: string): string =>
  `CASE '${account}' WHEN from_account THEN from_balance WHEN to_account THEN to_balance END + coalesce(later_${account}, 0)`;

/**
 * The ledger's own rules in one reading of some cells: every chain is recomputed from its beginning or from its seal. At most the journals
 * of these cells are sorted or held in memory at a time.
 */
export function ledgerPass(scope: Scope = all): Pass {
  const rules = rulesFor(scope);
  const found = rules.map(([rule, places]) => `SELECT '${rule}' AS rule, place FROM (${places}) AS places (place)`);
  return {
    rules: rules.map(([rule]) => rule),
    sql: `WITH ${partsFor(scope)} ${found.join('\nUNION ALL\n')}`,
    values: scope.cells,
  };
}

/** Reads each owner's rows after their seal, never scanning what is sealed. */
export const readOf = (table: 'journals' | 'entries', since: Scope['since'], beside = ''): string =>
  since === 'beginning'
    ? `SELECT * FROM ledger.${table} WHERE ${ofCells}`
    : `SELECT x.*${beside} FROM chains c CROSS JOIN LATERAL (
         SELECT * FROM ledger.${table} y WHERE y.cell = c.cell AND y.owner = c.owner AND y.number > c.sealed OFFSET 0
       ) x`;

/** Each owner's current state, and where the reading of their chain begins. */
export const chainsOf = (since: Scope['since']): string => `
    chains AS MATERIALIZED (
      SELECT o.*, coalesce(s.number, 0) AS sealed, coalesce(s.head, '') AS sealed_head,
        coalesce(s.last_at, '-infinity') AS sealed_at, ${each((account) => `coalesce(s.${account}, 0) AS sealed_${account}`)}
      FROM (
        SELECT cell, owner, false AS is_house, number, head, last_at, ${customerAccounts.join(', ')} FROM ledger.accounts WHERE ${ofCells}
        UNION ALL
        SELECT cell, ledger.house_of(cell), true, number, head, last_at, balance, 0, 0, 0, 0 FROM ledger.treasury WHERE ${ofCells}
      ) o LEFT JOIN ledger.seals s ON s.cell = o.cell AND s.owner = o.owner AND ${since === 'seals'}
    )`;

function partsFor({ since }: Pick<Scope, 'since'>): string {
  return `${chainsOf(since)},
    j AS MATERIALIZED (${readOf('journals', since)}),
    e AS (${readOf('entries', since)}),
    legs AS (
      SELECT e.*, ${each((account) => `sum(${changeOf(account)}) OVER later AS later_${account}`)}
      FROM e WINDOW later AS (PARTITION BY cell, owner, number ORDER BY leg ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
    ),
    moves AS (
      SELECT l.cell, l.owner, l.number, string_agg(from_account || '>' || to_account || ':' || amount || ',', '' ORDER BY leg) AS legs,
        min(l.kind) AS first_kind, max(l.kind) AS last_kind, min(l.happened_at) AS first_at, max(l.happened_at) AS last_at,
        bool_or(from_account IN (${names}) AND from_balance IS NULL OR to_account IN (${names}) AND to_balance IS NULL) AS leg_says_nothing,
        ${each((account) => `min(${saidOf(account)}) AS least_${account}, max(${saidOf(account)}) AS most_${account}`)},
        bool_or(from_account IN (${names}) OR to_account IN (${names})) AS moves_customer,
        min(CASE WHEN (from_account || '>' || to_account = ANY (k.legs)) IS NOT TRUE THEN from_account || ' to ' || to_account END) AS wrong_leg,
        ${each((account) => `sum(${changeOf(account)}) AS ${account}`)}, sum(${changeOf('treasury')}) AS treasury,
        sum(CASE WHEN from_account IN ${derived} THEN amount ELSE 0 END - CASE WHEN to_account IN ${derived} THEN amount ELSE 0 END) AS came
      FROM legs l LEFT JOIN ledger.kinds k ON k.kind = l.kind
      GROUP BY l.cell, l.owner, l.number
    ),
    events AS MATERIALIZED (
      SELECT cell, owner, number, j.key, coalesce(j.kind, m.first_kind) AS kind, m.wrong_leg, ${each((account) => `m.${account}`)}, m.treasury, m.came,
        coalesce(m.leg_says_nothing, false) AND j.balance IS NOT NULL OR ${each(
          (account) =>
            `(m.least_${account} IS NOT NULL AND (m.least_${account}, m.most_${account}) IS DISTINCT FROM (j.${account}, j.${account}))`,
          ' OR ',
        )} AS leg_is_off,
        NOT c.is_house AND (${each((account) => `j.${account}`)})
          IS DISTINCT FROM (${each((account) => `lag(j.${account}, 1, c.sealed_${account}) OVER w + m.${account}`)}) AS balance_is_off,
        number <> lag(number, 1, coalesce(c.sealed, 0)) OVER w + 1 OR j.happened_at < lag(j.happened_at, 1, c.sealed_at) OVER w AS place_is_off,
        j.hash IS DISTINCT FROM ledger.chain(lag(j.hash, 1, coalesce(c.sealed_head, '')) OVER w, owner, number, j.happened_at, j.key, j.kind, j.reference,
          coalesce(m.legs, '')) AS hash_is_off,
        (j.kind, j.kind, j.happened_at, j.happened_at) IS DISTINCT FROM (m.first_kind, m.last_kind, m.first_at, m.last_at) AS is_torn,
        c.is_house AND m.moves_customer AS is_strange
      FROM j FULL JOIN moves m USING (cell, owner, number)
      LEFT JOIN (SELECT cell, owner, is_house, sealed, sealed_head, sealed_at, ${each((account) => `sealed_${account}`)} FROM chains) c USING (cell, owner)
      WINDOW w AS (PARTITION BY cell, owner ORDER BY number)
    ),
    broken AS (
      SELECT *, 'journal ' || coalesce(key, owner || ' ' || number) AS place FROM events
      WHERE leg_is_off OR balance_is_off OR place_is_off OR hash_is_off OR is_torn OR is_strange OR wrong_leg IS NOT NULL
        OR kind <> ALL ('{${knownKinds.join()}}')
    ),
    sums AS MATERIALIZED (
      SELECT cell, owner, ${each((account) => `sum(${account}) AS ${account}`)}, sum(treasury) AS treasury, sum(came) AS came
      FROM events GROUP BY cell, owner
    )`;
}

/** Each rule, with SQL over these parts for the places where it is broken. */
function rulesFor({ since }: Pick<Scope, 'since'>): [rule: string, places: string][] {
  return [
    [
      'every stored balance equals the sum of its entries',
      `SELECT 'accounts of ' || owner FROM chains c FULL JOIN sums s USING (cell, owner) WHERE c.is_house IS NULL
         OR (NOT c.is_house AND (${each((account) => `c.${account}`)}) <> (${each((account) => `sealed_${account} + coalesce(s.${account}, 0)`)}))`,
    ],
    [
      'what a cell has left to promise equals the sum of its entries',
      `SELECT 'treasury of cell ' || cell || ' holds ' || c.balance || ', its entries say ' || sealed_balance + coalesce(s.treasury, 0)
       FROM chains c LEFT JOIN (SELECT cell, sum(treasury) AS treasury FROM sums GROUP BY cell) s USING (cell)
       WHERE c.is_house AND c.balance <> sealed_balance + coalesce(s.treasury, 0)`,
    ],
    ['the balances after each entry follow from the ones before', 'SELECT place FROM broken WHERE leg_is_off'],
    ['each journal keeps the balances after it', 'SELECT place FROM broken WHERE balance_is_off'],
    [
      'the journals of an owner are numbered from one without a gap, and their moments never go back',
      'SELECT place FROM broken WHERE place_is_off',
    ],
    [
      'the hash of each journal covers what it moved and the hash of the one before',
      'SELECT place FROM broken WHERE hash_is_off',
    ],
    ['every event moved something, and every entry belongs to an event', 'SELECT place FROM broken WHERE is_torn'],
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
      'every event moved only between the accounts that its kind may touch',
      `SELECT place || ', ' || wrong_leg FROM broken WHERE wrong_leg IS NOT NULL`,
    ],
    [
      'money in = money out + money held',
      `SELECT 'cell ' || cell || ' is off by ' || came - held FROM (
         SELECT cell, coalesce(sum(s.came), 0) AS came, coalesce(sum(${each((account) => `c.${account} - sealed_${account}`, ' + ')}), 0) AS held
         FROM chains c FULL JOIN sums s USING (cell, owner) GROUP BY cell
       ) books WHERE came <> held`,
    ],
    ...chainRules(since),
  ];
}

/** Rules on whole chains and on money in transit rather than on single journals. */
export function chainRules(since: Scope['since']): [rule: string, places: string][] {
  const isWhole = since === 'beginning';
  return [
    [
      'accounts and treasury stand where their last journal left them',
      `SELECT 'owner ' || c.owner FROM chains c LEFT JOIN LATERAL (
         SELECT number, hash, happened_at FROM ledger.journals j WHERE j.cell = c.cell AND j.owner = c.owner ORDER BY number DESC LIMIT 1
       ) j ON true
       WHERE (c.number, c.head, c.last_at) IS DISTINCT FROM (coalesce(j.number, 0), coalesce(j.hash, ''), coalesce(j.happened_at, '-infinity'))`,
    ],
    [
      'what is on its way between cells has left one and not yet arrived in the other',
      `SELECT 'transit ' || t.id FROM ledger.transits t
       LEFT JOIN ledger.journals s ON s.key = 'transit:' || t.id || ':sent' AND s.cell = t.cell
       LEFT JOIN ledger.entries se ON se.cell = s.cell AND se.owner = s.owner AND se.number = s.number
       LEFT JOIN ledger.journals r ON r.key = 'transit:' || t.id || ':received' AND r.cell = t.to_cell
       LEFT JOIN ledger.entries re ON re.cell = r.cell AND re.owner = r.owner AND re.number = r.number
       WHERE t.${ofCells} AND (se.amount IS DISTINCT FROM t.amount OR re.amount <> t.amount OR (t.arrived_at IS NOT NULL AND re.amount IS NULL))`,
    ],
    [
      'what an earlier audit sealed is still so',
      `SELECT 'owner ' || s.owner || ' up to journal ' || s.number FROM ledger.seals s LEFT JOIN chains c USING (cell, owner)
       ${isWhole ? 'LEFT JOIN ledger.journals k ON k.cell = s.cell AND k.owner = s.owner AND k.number = s.number' : ''}
       WHERE s.${ofCells} AND (c.owner IS NULL OR c.number < s.number OR (c.number = s.number AND (c.head, c.last_at) <> (s.head, s.last_at))
         ${isWhole ? `OR (s.number > 0 AND k.hash IS DISTINCT FROM s.head) OR (NOT c.is_house AND (${each((account) => `coalesce(k.${account}, CASE s.number WHEN 0 THEN 0 END)`)}) IS DISTINCT FROM (${each((account) => `s.${account}`)}))` : ''})`,
    ],
  ];
}
