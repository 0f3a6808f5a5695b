import type { Invariant } from '#ledger/server/audit-books.ts';

const journalsOf = `(SELECT coalesce(array_agg(j.kind ORDER BY j.id), '{}') FROM ledger.journals j WHERE j.reference = v.id)`;

/** What each vault investment's state demands of the ledger, and each promotional code of the investments. */
export const vaultInvariants: Invariant[] = [
  {
    rule: 'a vault investment has exactly the journals its status demands',
    sql: `SELECT 'vault investment ' || v.id || ' is ' || v.status || ' with ' || array_to_string(${journalsOf}, ', ') AS place
      FROM vault_investments v
      WHERE ${journalsOf} <> CASE v.status WHEN 'active' THEN ARRAY['vault_opened'] ELSE ARRAY['vault_opened', 'vault_matured'] END`,
  },
  {
    rule: 'every vault investment in the ledger is a vault investment',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE j.kind IN ('vault_opened', 'vault_matured')
        AND NOT EXISTS (SELECT FROM vault_investments v WHERE v.id = j.reference AND v.customer_id = j.owner)`,
  },
  {
    rule: 'what is in a customer’s vault is the sum of their active investments',
    sql: `SELECT 'vault of customer ' || a.owner AS place
      FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
      LEFT JOIN vault_investments v ON v.customer_id = a.owner AND v.status = 'active'
      WHERE a.kind = 'vault' GROUP BY a.id, a.owner, b.balance HAVING b.balance <> coalesce(sum(v.amount), 0)`,
  },
  {
    rule: 'an opened vault investment moved its amount and its promised profit, to the micro-dollar',
    sql: `SELECT 'vault investment ' || v.id AS place FROM vault_investments v
      JOIN ledger.journals j ON j.key = 'vault:' || v.id || ':opened'
      JOIN ledger.transfers t ON t.journal_id = j.id JOIN ledger.accounts a ON a.id = t.to_account
      GROUP BY v.id, v.amount, v.promised_profit
      HAVING coalesce(sum(t.amount) FILTER (WHERE a.kind = 'vault'), 0) <> v.amount
        OR coalesce(sum(t.amount) FILTER (WHERE a.kind = 'promised'), 0) <> v.promised_profit`,
  },
  {
    rule: 'an expired vault investment paid amount and profit, to the micro-dollar',
    sql: `SELECT 'vault investment ' || v.id AS place FROM vault_investments v
      JOIN ledger.journals j ON j.key = 'vault:' || v.id || ':matured'
      JOIN ledger.transfers t ON t.journal_id = j.id JOIN ledger.accounts a ON a.id = t.to_account
      GROUP BY v.id, v.amount, v.promised_profit
      HAVING coalesce(sum(t.amount) FILTER (WHERE a.kind = 'balance'), 0) <> v.amount + v.promised_profit`,
  },
  {
    rule: 'a vault investment promises its amount at its rate, rounded down',
    sql: `SELECT 'vault investment ' || v.id AS place FROM vault_investments v
      WHERE v.promised_profit <> div(v.amount::numeric * v.rate, 100000000)`,
  },
  {
    rule: 'a promotional code was used as often as it counts, and no more than it allows',
    sql: `SELECT 'promocode ' || p.code || ' counts ' || p.uses || ', investments ' || count(v.id) AS place FROM promocodes p
      LEFT JOIN vault_investments v ON v.promocode = p.code GROUP BY p.code HAVING p.uses <> count(v.id) OR p.uses > p.uses_allowed`,
  },
  {
    rule: 'a customer used a promotional code as often as it counts for them, and no more than each may',
    sql: `SELECT 'promocode ' || code || ' of customer ' || customer_id AS place FROM promocode_uses u
      FULL JOIN (
        SELECT promocode AS code, customer_id, count(*) AS investments FROM vault_investments
        WHERE promocode IS NOT NULL GROUP BY promocode, customer_id
      ) v USING (code, customer_id)
      LEFT JOIN promocodes p USING (code)
      WHERE u.uses IS DISTINCT FROM v.investments OR u.uses > p.uses_per_customer`,
  },
  {
    rule: 'every promotional code of an investment is a code',
    sql: `SELECT 'vault investment ' || v.id AS place FROM vault_investments v
      WHERE v.promocode IS NOT NULL AND NOT EXISTS (SELECT FROM promocodes p WHERE p.code = v.promocode)`,
  },
  {
    rule: 'nobody is in the vault without having accepted its terms before',
    sql: `SELECT 'vault investment ' || v.id AS place FROM vault_investments v
      WHERE NOT EXISTS (SELECT FROM vault_acceptances a WHERE a.customer_id = v.customer_id AND a.accepted_at <= v.started_at)`,
  },
];
