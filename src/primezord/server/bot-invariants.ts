import type { Invariant } from '#ledger/server/audit-books.ts';

const journalsOf = `(SELECT coalesce(array_agg(j.kind ORDER BY j.id), '{}') FROM ledger.journals j WHERE j.reference = i.id)`;

/** What subscriptions and investments demand of the ledger. That a result is right, the payouts' own invariants prove. */
export const botInvariants: Invariant[] = [
  {
    rule: 'whoever has the bot paid its fee exactly once, and nobody else did',
    sql: `SELECT 'customer ' || c.id AS place FROM customers c
      LEFT JOIN bot_subscriptions s ON s.customer_id = c.id
      LEFT JOIN ledger.journals j ON j.kind = 'bot_subscribed' AND j.owner = c.id
      LEFT JOIN ledger.transfers t ON t.journal_id = j.id LEFT JOIN ledger.accounts g ON g.id = t.to_account AND g.kind = 'fees'
      GROUP BY c.id, c.has_bot, s.fee
      HAVING c.has_bot <> (s.fee IS NOT NULL) OR coalesce(sum(t.amount) FILTER (WHERE g.id IS NOT NULL), 0) <> coalesce(s.fee, 0)
        OR count(t.id) <> c.has_bot::integer`,
  },
  {
    rule: 'an investment has exactly the journals its status demands',
    sql: `SELECT 'investment ' || i.id || ' is ' || i.status || ' with ' || array_to_string(${journalsOf}, ', ') AS place
      FROM bot_investments i WHERE ${journalsOf} <> CASE i.status
        WHEN 'in_progress' THEN ARRAY['bot_invested'] ELSE ARRAY['bot_invested', 'bot_finished'] END`,
  },
  {
    rule: 'every investment in the ledger is an investment',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE j.kind IN ('bot_invested', 'bot_finished')
        AND NOT EXISTS (SELECT FROM bot_investments i WHERE i.id = j.reference AND i.customer_id = j.owner)`,
  },
  {
    rule: 'what is blocked of a bot’s wallet is the sum of the running investments',
    sql: `SELECT 'zord_blocked of customer ' || a.owner AS place
      FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      LEFT JOIN bot_investments i ON i.customer_id = a.owner AND i.status = 'in_progress'
      WHERE a.kind = 'zord_blocked'
      GROUP BY a.id, a.owner, b.balance HAVING b.balance <> coalesce(sum(i.amount), 0)`,
  },
  {
    rule: 'a finished investment gave back its amount and its result, which trading paid or got, to the micro-dollar',
    sql: `SELECT 'investment ' || i.id AS place FROM bot_investments i
      LEFT JOIN ledger.journals j ON j.key = 'bot:' || i.id || ':finished'
      LEFT JOIN ledger.transfers t ON t.journal_id = j.id
      LEFT JOIN ledger.accounts f ON f.id = t.from_account LEFT JOIN ledger.accounts g ON g.id = t.to_account
      WHERE i.status = 'finished' GROUP BY i.id, i.amount, i.result
      HAVING coalesce(sum(t.amount) FILTER (WHERE g.kind = 'zord'), 0) <> i.amount + i.result
        OR coalesce(sum(t.amount) FILTER (WHERE f.kind = 'trading'), 0) <> greatest(i.result, 0)
        OR coalesce(sum(t.amount) FILTER (WHERE g.kind = 'trading'), 0) <> greatest(-i.result, 0)`,
  },
];
