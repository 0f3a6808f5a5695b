import type { Oracle } from '#ledger/server/audit-books.ts';

/** What was decided has somebody who decided it (R2). */
export const decisionOracles: Oracle[] = [
  {
    rule: 'every decision on a withdrawal is journalled exactly once, with who and when, and nothing else is',
    sql: `SELECT 'transfer ' || coalesce(b.id::text, a.id) || ' is ' || coalesce(b.decision, 'undecided') || ', journalled '
        || coalesce(array_to_string(a.said, ', '), 'nowhere') AS place
      FROM (SELECT id, decision FROM broker_transfers WHERE decision IS NOT NULL) b
      FULL JOIN (
        SELECT details ->> 'withdrawal' AS id, array_agg(action) AS said FROM operator_actions
        WHERE action IN ('withdrawals approve', 'withdrawals refuse') GROUP BY 1
      ) a ON a.id = b.id::text
      WHERE a.said IS DISTINCT FROM CASE b.decision
        WHEN 'approved' THEN ARRAY['withdrawals approve'] WHEN 'refused' THEN ARRAY['withdrawals refuse'] END`,
  },
];
