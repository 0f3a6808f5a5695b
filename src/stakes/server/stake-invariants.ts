import type { Invariant } from '#ledger/server/audit-books.ts';

const journalsOf = `(SELECT coalesce(array_agg(j.kind ORDER BY j.id), '{}') FROM ledger.journals j WHERE j.reference = s.id)`;

/** What each stake's state demands of the ledger. */
export const stakeInvariants: Invariant[] = [
  {
    rule: 'a stake has exactly the journals its status demands',
    sql: `SELECT 'stake ' || s.id || ' is ' || s.status || ' with ' || array_to_string(${journalsOf}, ', ') AS place FROM stakes s
      WHERE ${journalsOf} <> CASE s.status
        WHEN 'in_progress' THEN ARRAY['stake_opened']
        WHEN 'finished' THEN ARRAY['stake_opened', 'stake_matured']
        ELSE ARRAY['stake_opened', 'stake_canceled'] END`,
  },
  {
    rule: 'every stake in the ledger is a stake',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE j.kind IN ('stake_opened', 'stake_matured', 'stake_canceled')
        AND NOT EXISTS (SELECT FROM stakes s WHERE s.id = j.reference AND s.customer_id = j.owner)`,
  },
  {
    rule: 'what is locked for a customer is the sum of their running stakes',
    sql: `SELECT 'staked of customer ' || a.owner AS place
      FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      LEFT JOIN stakes s ON s.customer_id = a.owner AND s.status = 'in_progress'
      WHERE a.kind = 'staked' GROUP BY a.id, a.owner, b.balance HAVING b.balance <> coalesce(sum(s.amount), 0)`,
  },
  {
    rule: 'an opened stake moved its amount and its promised profit, to the micro-dollar',
    sql: `SELECT 'stake ' || s.id AS place FROM stakes s JOIN ledger.journals j ON j.key = 'stake:' || s.id || ':opened'
      JOIN ledger.transfers t ON t.journal_id = j.id JOIN ledger.accounts a ON a.id = t.to_account
      GROUP BY s.id, s.amount, s.promised_profit
      HAVING coalesce(sum(t.amount) FILTER (WHERE a.kind = 'staked'), 0) <> s.amount
        OR coalesce(sum(t.amount) FILTER (WHERE a.kind = 'promised'), 0) <> s.promised_profit`,
  },
  {
    rule: 'a finished stake paid amount and profit, a cancelled one gave back 60 %, to the micro-dollar',
    sql: `SELECT 'stake ' || s.id AS place FROM stakes s
      JOIN ledger.journals j ON j.reference = s.id AND j.kind IN ('stake_matured', 'stake_canceled')
      JOIN ledger.transfers t ON t.journal_id = j.id JOIN ledger.accounts a ON a.id = t.to_account
      GROUP BY s.id, s.status, s.amount, s.promised_profit
      HAVING coalesce(sum(t.amount) FILTER (WHERE a.kind = 'balance'), 0) <> CASE s.status
          WHEN 'finished' THEN s.amount + s.promised_profit ELSE s.amount - s.amount * 40 / 100 END
        OR coalesce(sum(t.amount) FILTER (WHERE a.kind = 'fees'), 0) <> CASE s.status
          WHEN 'canceled' THEN s.amount * 40 / 100 ELSE 0 END`,
  },
];
