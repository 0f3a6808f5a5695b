import type { Invariant } from '#ledger/server/audit-books.ts';
import { brlDepositInvariants } from './brl-deposits.ts';

/** What each deposit's state requires of the ledger. Withdrawals: `withdrawal-invariants.ts`. */
export const transferInvariants: Invariant[] = [
  {
    rule: 'a deposit has been credited exactly once when it is settled, and not at all before',
    of: 'customer',
    sql: `SELECT 'transfer ' || b.id || ' is ' || b.state || ' with ' || coalesce(j.posted, 0) || ' journals' AS place
      FROM broker_transfers b LEFT JOIN (
        SELECT reference, count(*) AS posted FROM ledger.journals WHERE kind ~ '^(deposit|withdrawal)_' GROUP BY 1
      ) j ON j.reference = b.id
      WHERE b.direction = 'deposit' AND coalesce(j.posted, 0) <> (b.state = 'settled')::integer`,
  },
  {
    rule: 'a settled deposit moved exactly its amount from the brokerage to its customer’s balance',
    of: 'customer',
    sql: `SELECT 'transfer ' || b.id AS place
      FROM broker_transfers b JOIN ledger.journals j ON j.key = 'deposit:' || b.id || ':settled'
      CROSS JOIN LATERAL ledger.legs_of(j.kind, j.amounts) AS e
      GROUP BY b.id, b.amount, b.customer_id
      HAVING count(*) <> 1 OR sum(e.amount) <> b.amount OR min(e.from_account) <> 'brokerage' OR min(e.to_account) <> 'balance'
        OR min(j.owner::text) <> b.customer_id::text`,
  },
  {
    rule: 'every deposit in the ledger is a deposit',
    of: 'customer',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE j.kind = 'deposit_settled' AND NOT EXISTS (
        SELECT FROM broker_transfers b
        WHERE b.id = j.reference AND b.cell = j.cell AND b.customer_id = j.owner AND b.direction = 'deposit'
          AND j.key = 'deposit:' || b.id || ':settled')`,
  },
  {
    rule: 'a deposit costs nothing here, and takes its amount in USDT, or in reais at its rate, up to the cent',
    of: 'customer',
    sql: `SELECT 'transfer ' || b.id || ' takes ' || b.net AS place FROM broker_transfers b
      WHERE b.direction = 'deposit' AND (b.fee, b.net) <> CASE b.currency
        WHEN 'usdt' THEN ROW(0::bigint, b.amount)
        ELSE ROW(0::bigint, (div(b.amount::numeric * b.rate + 9999999999, 10000000000) * 10000)::bigint) END`,
  },
  ...brlDepositInvariants,
];
