import type { Invariant } from '#ledger/server/audit-books.ts';

/** What a second factor guarantees about its owner's money. */
export const secondFactorInvariants: Invariant[] = [
  {
    // The minute allows for a key being created while the withdrawal was under way.
    rule: 'a withdrawal of a customer who had a second factor was approved by it',
    of: 'customer',
    sql: `SELECT 'withdrawal ' || j.reference AS place FROM ledger.journals j
      JOIN second_factors k ON k.customer_id = j.owner AND j.posted_at > k.since + interval '1 minute'
        AND (k.ended_at IS NULL OR j.posted_at < k.ended_at)
      WHERE j.kind = 'withdrawal_held'
        AND NOT EXISTS (SELECT FROM withdrawal_approvals a WHERE a.withdrawal_id = j.reference)`,
  },
  {
    rule: 'an approval that was used was for its withdrawal: the same customer, amount and currency, and in time',
    of: 'customer',
    sql: `SELECT 'withdrawal ' || a.withdrawal_id AS place FROM withdrawal_approvals a
      LEFT JOIN broker_transfers b ON b.id = a.withdrawal_id AND b.direction = 'withdrawal'
      WHERE a.withdrawal_id IS NOT NULL AND (
        b.id IS NULL OR b.customer_id <> a.customer_id OR a.purpose <> 'withdrawal:' || b.amount || ':' || b.currency
        OR a.used_at > a.expires_at)`,
  },
  {
    rule: 'nothing left while withdrawals were closed',
    of: 'customer',
    sql: `SELECT 'withdrawal ' || j.reference AS place FROM ledger.journals j
      JOIN second_factors k ON k.customer_id = j.owner
        AND j.posted_at > k.withdrawals_closed_at + interval '1 minute' AND j.posted_at < k.withdrawals_closed_until - interval '1 minute'
      WHERE j.kind = 'withdrawal_held'`,
  },
  {
    rule: 'a second factor can be shown: it has an app or a passkey, and without one there is neither',
    of: 'customer',
    sql: `SELECT 'customer ' || customer_id AS place FROM (
        SELECT customer_id FROM second_factors WHERE ended_at IS NULL
        EXCEPT (SELECT customer_id FROM authenticator_apps UNION SELECT customer_id FROM passkeys)
      ) bare
      UNION ALL
      SELECT 'customer ' || customer_id FROM (
        (SELECT customer_id FROM authenticator_apps UNION SELECT customer_id FROM passkeys)
        EXCEPT SELECT customer_id FROM second_factors WHERE ended_at IS NULL
      ) loose`,
  },
];
