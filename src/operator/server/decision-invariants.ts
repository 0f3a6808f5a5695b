import type { Invariant } from '#ledger/server/audit-books.ts';

/** Every decision has somebody who made it (R2). */
export const decisionInvariants: Invariant[] = [
  {
    rule: 'every decision on a withdrawal is journalled exactly once, with who and when, and nothing else is',
    sql: `SELECT 'transfer ' || coalesce(b.id::text, a.id) || ' is ' || coalesce(b.decision, 'undecided') || ', journalled '
        || coalesce(a.said, 'nowhere') AS place
      FROM (SELECT id, decision FROM broker_transfers WHERE decision IS NOT NULL) b
      FULL JOIN (
        SELECT details ->> 'withdrawal' AS id, string_agg(action, ', ' ORDER BY number) AS said FROM actions
        WHERE action IN ('withdrawals approve', 'withdrawals refuse') GROUP BY 1
      ) a ON a.id = b.id::text
      WHERE a.said IS DISTINCT FROM CASE b.decision WHEN 'approved' THEN 'withdrawals approve'
        -- An approved one that was then held back with its frozen customer may be refused after all.
        WHEN 'refused' THEN CASE a.said WHEN 'withdrawals approve, withdrawals refuse' THEN a.said ELSE 'withdrawals refuse' END END`,
  },
  {
    rule: 'a rate that was out of bounds counts only with an operator’s recorded approval',
    sql: `SELECT 'rate ' || r.id || ', high ' || r.high || ', low ' || r.low AS place FROM accepted_rates r
      WHERE r.by_operator AND NOT EXISTS (
        SELECT FROM actions a WHERE a.action = 'rates accept' AND a.details ->> 'accepted' = r.id::text)`,
  },
  {
    rule: 'every freeze of a customer, and its end, is journalled exactly once, and nothing else is',
    sql: `SELECT 'customer ' || coalesce(f.id, a.id) || ' has ' || coalesce(f.freezes, 0) || ' freezes, ' || coalesce(f.ends, 0)
        || ' ended; journalled ' || coalesce(a.freezes, 0) || ' and ' || coalesce(a.ends, 0) AS place
      FROM (SELECT customer_id::text AS id, count(*) AS freezes, count(ended_at) AS ends FROM customer_freezes GROUP BY 1) f
      FULL JOIN (
        SELECT details ->> 'customer' AS id,
          count(*) FILTER (WHERE action IN ('customer freeze', 'customer erase') AND NOT details ? 'prolonged') AS freezes,
          count(*) FILTER (WHERE action = 'customer unfreeze') AS ends
        FROM actions WHERE action IN ('customer freeze', 'customer erase', 'customer unfreeze') GROUP BY 1
      ) a ON a.id = f.id
      WHERE (f.freezes, f.ends) IS DISTINCT FROM (a.freezes, a.ends)`,
  },
  {
    rule: 'a freeze for hours has ended automatically, and a longer one in the console was approved by two people',
    sql: `SELECT 'customer ' || customer_id || ' was to be frozen until ' || until AS place FROM customer_freezes
        WHERE ended_at IS NULL AND until < now() - interval '1 hour'
      UNION ALL SELECT 'action ' || number FROM actions a
        WHERE action = 'customer freeze' AND staff_id IS NOT NULL AND request_id IS NULL AND NOT details ? 'hours'
          AND NOT EXISTS (SELECT FROM actions d WHERE d.number = a.number + 1 AND d.request_id IS NOT NULL
            AND d.action = 'case decide' AND d.details -> 'case' = a.details -> 'case')`,
  },
  {
    rule: 'a customer is frozen in the ledger exactly while they have a freeze that has not ended',
    of: 'customer',
    sql: `SELECT 'customer ' || owner AS place FROM (SELECT owner FROM ledger.accounts WHERE frozen_at IS NOT NULL) a
      FULL JOIN (SELECT customer_id AS owner, frozen_at FROM customer_freezes WHERE ended_at IS NULL) f USING (owner)
      WHERE a IS NULL OR f IS NULL`,
  },
  {
    rule: 'nothing that a customer requests moves while they are frozen',
    of: 'customer',
    sql: `SELECT 'journal ' || j.key AS place FROM customer_freezes f
      JOIN ledger.journals j ON j.owner = f.customer_id
      WHERE j.posted_at > f.frozen_at AND j.posted_at < coalesce(f.ended_at, 'infinity')
        AND j.kind ~ '_(held|opened|canceled|subscribed|deposited|withdrawn)$'`,
  },
];
