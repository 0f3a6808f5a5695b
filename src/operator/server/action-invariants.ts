import type { Invariant } from '#ledger/server/audit-books.ts';

/** The action log is intact: nothing was changed, removed or inserted (R5). */
export const actionInvariants: Invariant[] = [
  {
    rule: 'each action carries a hash over the previous one and itself',
    sql: `SELECT 'action ' || number AS place FROM (
        SELECT number, hash, sha256(coalesce(lag(hash) OVER (ORDER BY number), sha256('')) || action_bytes(a)) AS reckoned FROM actions a
      ) chain WHERE hash <> reckoned`,
  },
  {
    rule: 'text stored apart from the action log is there and matches its hash, unless its customer was erased',
    sql: `SELECT 'action ' || a.number AS place FROM actions a CROSS JOIN LATERAL jsonb_each_text(a.details) AS e
      LEFT JOIN kept_words w ON 'kept:' || encode(w.hash, 'hex') = e.value
      WHERE a.details::text LIKE '%"kept:%' AND e.value ~ '^kept:[0-9a-f]{64}$' AND NOT EXISTS (
          SELECT FROM customers c WHERE c.id::text = a.details ->> 'customer' AND c.erased_at IS NOT NULL)
        AND (w.hash IS NULL OR w.hash <> sha256(w.salt || convert_to(w.words, 'UTF8')))`,
  },
  {
    rule: 'actions are numbered from one without gaps, in chronological order',
    sql: `SELECT 'action ' || number AS place FROM (
        SELECT number, happened_at, coalesce(lag(number) OVER earlier, 0) AS before,
          coalesce(lag(happened_at) OVER earlier, '-infinity') AS at FROM actions WINDOW earlier AS (ORDER BY number)
      ) chain WHERE number <> before + 1 OR happened_at < at`,
  },
  {
    rule: 'the action log ends where its chain says',
    sql: `SELECT 'action ' || c.number AS place FROM action_chain c
      LEFT JOIN (SELECT number, hash FROM actions ORDER BY number DESC LIMIT 1) last ON true
      WHERE (c.number, c.hash) IS DISTINCT FROM (coalesce(last.number, 0), coalesce(last.hash, sha256('')))`,
  },
];
