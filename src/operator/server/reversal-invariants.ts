import type { Invariant } from '#ledger/server/audit-books.ts';
import { reversals } from '#ledger/reversals.ts';

const pairs = Object.entries(reversals).map(([kind, reversing]) => `('${kind}', '${reversing}')`);

/** The rules of a reversal over the journal that it reverses, and the people who made it (R6). */
export const reversalInvariants: Invariant[] = [
  {
    rule: 'a reversal takes back exactly what the journal it names moved, of a kind that can be reversed',
    of: 'customer',
    sql: `WITH turned AS (
        SELECT j.key, j.owner, j.reference, p.reversing, e.to_account AS giver,
          CASE e.from_account WHEN 'held' THEN 'balance' ELSE e.from_account END AS taker, e.amount
        FROM ledger_reversals r JOIN ledger.journals j ON j.key = r.journal AND j.cell = r.cell
        JOIN (VALUES ${pairs.join(', ')}) AS p (kind, reversing) ON p.kind = j.kind
        CROSS JOIN LATERAL ledger.legs_of(j.kind, j.amounts) AS e
      ), said AS (
        SELECT r.journal AS key, r.customer_id AS owner, r.reference, r.kind AS reversing, l.giver, l.taker, l.amount
        FROM ledger_reversals r CROSS JOIN LATERAL jsonb_to_recordset(r.legs) AS l (giver text, taker text, amount bigint)
      ), differs AS (
        (SELECT * FROM turned EXCEPT ALL SELECT * FROM said) UNION ALL (SELECT * FROM said EXCEPT ALL SELECT * FROM turned)
      )
      SELECT DISTINCT 'reversal of ' || key AS place FROM differs`,
  },
  {
    rule: 'every reversal is in the action log exactly once, and nothing else is',
    sql: `SELECT 'reversal of ' || coalesce(r.journal, a.journal) AS place FROM ledger_reversals r FULL JOIN (
        SELECT details ->> 'journal' AS journal, count(*) AS times FROM actions WHERE action = 'ledger reverse' GROUP BY 1
      ) a ON a.journal = r.journal
      WHERE r.journal IS NULL OR a.times IS DISTINCT FROM 1`,
  },
];
