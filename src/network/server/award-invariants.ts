import type { Invariant } from '#ledger/server/audit-books.ts';

const journalKey = `'network:' || w.kind || ':' || w.position_id || ':' || w.level || ':' || w.beneficiary_id`;

/** What each award demands of the ledger, and of the network. */
export const awardInvariants: Invariant[] = [
  {
    rule: 'a paid award has moved exactly its value to whoever earned it, an owed one nothing',
    sql: `SELECT 'award ' || w.id AS place FROM network_awards w
      LEFT JOIN ledger.journals j ON j.key = ${journalKey} AND j.owner = w.beneficiary_id AND j.reference = w.id
        AND j.kind = 'network_' || w.kind
      LEFT JOIN ledger.transfers t ON t.journal_id = j.id
      LEFT JOIN ledger.accounts f ON f.id = t.from_account LEFT JOIN ledger.accounts a ON a.id = t.to_account
      GROUP BY w.id, w.value, w.paid_at
      HAVING coalesce(sum(t.amount) FILTER (WHERE f.kind = 'treasury' AND a.kind = 'balance'), 0)
        <> CASE WHEN w.paid_at IS NULL THEN 0 ELSE w.value END`,
  },
  {
    rule: 'every award in the ledger is an award',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE j.kind IN ('network_bonus', 'network_residual') AND NOT EXISTS (
        SELECT FROM network_awards w WHERE w.id = j.reference AND j.key = ${journalKey} AND w.paid_at IS NOT NULL)`,
  },
  {
    rule: 'an award is its percentage of its base, rounded down to the micro-dollar, less what the caps cut',
    sql: `SELECT 'award ' || id AS place FROM network_awards
      WHERE value + cut <> div(base::numeric * percentage, 100000000)`,
  },
  {
    rule: 'whoever earns stands as many levels above the member as the award says',
    sql: `SELECT 'award ' || w.id AS place FROM network_awards w JOIN customers c ON c.id = w.source_id
      WHERE c.upline[cardinality(c.upline) - w.level + 1] IS DISTINCT FROM w.beneficiary_id`,
  },
  {
    rule: 'everybody stands right below whoever brought them',
    sql: `SELECT 'customer ' || c.id AS place FROM customers c LEFT JOIN customers r ON r.id = c.referrer_id
      WHERE c.upline <> CASE WHEN r.id IS NULL THEN '{}' ELSE r.upline || r.id END`,
  },
];
