import type { Invariant } from '#ledger/server/audit-books.ts';

const journalsOf = `(SELECT coalesce(array_agg(j.kind ORDER BY j.id), '{}') FROM ledger.journals j WHERE j.reference = l.id)`;

/** What each licence's state demands of the ledger. That its result is right, the payouts' own invariants prove. */
export const licenceInvariants: Invariant[] = [
  {
    rule: 'a licence has exactly the journals its status demands',
    sql: `SELECT 'licence ' || l.id || ' is ' || l.status || ' with ' || array_to_string(${journalsOf}, ', ') AS place
      FROM copytrade_licences l WHERE ${journalsOf} <> CASE l.status
        WHEN 'active' THEN ARRAY['copytrade_opened'] ELSE ARRAY['copytrade_opened', 'copytrade_expired'] END`,
  },
  {
    rule: 'every licence in the ledger is a licence',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE j.kind IN ('copytrade_opened', 'copytrade_expired')
        AND NOT EXISTS (SELECT FROM copytrade_licences l WHERE l.id = j.reference AND l.customer_id = j.owner)`,
  },
  {
    rule: 'what a customer has in copytrade is the sum of their active licences',
    sql: `SELECT 'copytrade of customer ' || a.owner AS place
      FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      LEFT JOIN copytrade_licences l ON l.customer_id = a.owner AND l.status = 'active'
      WHERE a.kind = 'copytrade'
      GROUP BY a.id, a.owner, b.balance HAVING b.balance <> coalesce(sum(l.amount), 0)`,
  },
  {
    rule: 'an expired licence gave back its amount and its result, which trading paid or got, to the micro-dollar',
    sql: `SELECT 'licence ' || l.id AS place FROM copytrade_licences l
      LEFT JOIN ledger.journals j ON j.key = 'copytrade:' || l.id || ':expired'
      LEFT JOIN ledger.transfers t ON t.journal_id = j.id
      LEFT JOIN ledger.accounts f ON f.id = t.from_account LEFT JOIN ledger.accounts g ON g.id = t.to_account
      WHERE l.status = 'expired' GROUP BY l.id, l.amount, l.result
      HAVING coalesce(sum(t.amount) FILTER (WHERE g.kind = 'balance'), 0) <> l.amount + l.result
        OR coalesce(sum(t.amount) FILTER (WHERE f.kind = 'trading'), 0) <> greatest(l.result, 0)
        OR coalesce(sum(t.amount) FILTER (WHERE g.kind = 'trading'), 0) <> greatest(-l.result, 0)`,
  },
];
