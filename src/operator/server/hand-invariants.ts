import type { Invariant } from '#ledger/server/audit-books.ts';

/** Every transfer ended by hand has its evidence, its people and its end; and a transfer's recorded steps lead to its current state. */
export const handInvariants: Invariant[] = [
  {
    rule: 'every transfer ended manually has its evidence and is in the action log exactly once, and nothing else is',
    sql: `SELECT 'transfer ' || coalesce(h.id, a.id) || ' is ' || coalesce(h.state, 'unknown') || ', by hand '
        || coalesce(h.outcome, 'not ended') || ', journalled ' || coalesce(array_to_string(a.said, ', '), 'nowhere') AS place
      FROM (
        SELECT t.transfer_id::text AS id, t.outcome, b.state FROM transfers_by_hand t
        JOIN broker_transfers b ON b.id = t.transfer_id
      ) h FULL JOIN (
        SELECT details ->> 'transfer' AS id, array_agg(action) AS said FROM actions
        WHERE action IN ('transfer settle', 'transfer return') GROUP BY 1
      ) a ON a.id = h.id
      WHERE h.state IS DISTINCT FROM h.outcome OR a.said IS DISTINCT FROM CASE h.outcome
        WHEN 'settled' THEN ARRAY['transfer settle'] WHEN 'returned' THEN ARRAY['transfer return'] END`,
  },
  {
    rule: 'the recorded steps of a transfer lead to its state, one by one',
    of: 'customer',
    sql: `SELECT 'transfer ' || b.id || ' is ' || b.state || ', its last step ' || coalesce(s.state, 'nowhere') AS place
      FROM broker_transfers b LEFT JOIN (
        SELECT transfer_id, count(*) AS steps, max(number) AS last, (array_agg(state ORDER BY number DESC))[1] AS state
        FROM transfer_steps GROUP BY 1
      ) s ON s.transfer_id = b.id
      WHERE s.state IS DISTINCT FROM b.state OR s.steps <> s.last`,
  },
];
