import type { Invariant } from '#ledger/server/audit-books.ts';
import { standardUsdtFee } from '../quote.ts';
import { counterInvariants } from './withdrawal-counters.ts';

/** What each withdrawal's state requires of the ledger, and the rules that its figures follow. */
export const withdrawalInvariants: Invariant[] = [
  {
    rule: 'a withdrawal has exactly the journals that its state demands: held once, and then settled or returned once',
    of: 'customer',
    sql: `SELECT 'transfer ' || b.id || ' is ' || b.state || ' with ' || coalesce(array_to_string(j.kinds, ', '), '') AS place
      FROM broker_transfers b LEFT JOIN (
        SELECT reference, array_agg(kind ORDER BY number) AS kinds FROM ledger.journals
        WHERE kind ~ '^(deposit|withdrawal)_' GROUP BY 1
      ) j ON j.reference = b.id
      WHERE b.direction = 'withdrawal' AND coalesce(j.kinds, '{}') <> CASE b.state
        WHEN 'settled' THEN ARRAY['withdrawal_held', 'withdrawal_settled']
        WHEN 'returned' THEN ARRAY['withdrawal_held', 'withdrawal_returned']
        ELSE ARRAY['withdrawal_held'] END`,
  },
  {
    rule: 'a withdrawal moved its amount and its fee, to the micro-dollar, between its customer’s accounts and the house’s',
    of: 'customer',
    sql: `WITH moved AS (
        SELECT b.id, j.kind, e.from_account AS giver, e.to_account AS taker, e.amount
        FROM broker_transfers b JOIN ledger.journals j ON j.reference = b.id AND j.owner = b.customer_id AND j.cell = b.cell
        CROSS JOIN LATERAL ledger.legs_of(j.kind, j.amounts) AS e
        WHERE b.direction = 'withdrawal' AND j.kind LIKE 'withdrawal\\_%'
      ), owed AS (
        SELECT b.id, leg.kind, leg.giver, leg.taker, leg.amount
        FROM broker_transfers b CROSS JOIN LATERAL (VALUES
          ('withdrawal_held', 'balance', 'held', b.amount),
          ('withdrawal_settled', 'held', 'brokerage', CASE b.state WHEN 'settled' THEN b.amount - b.fee ELSE 0 END),
          ('withdrawal_settled', 'held', 'fees', CASE b.state WHEN 'settled' THEN b.fee ELSE 0 END),
          ('withdrawal_returned', 'held', 'balance', CASE b.state WHEN 'returned' THEN b.amount ELSE 0 END)
        ) AS leg (kind, giver, taker, amount)
        WHERE b.direction = 'withdrawal' AND leg.amount > 0
      )
      SELECT DISTINCT 'transfer ' || id || ', ' || kind || ' ' || giver || ' to ' || taker AS place FROM (
        SELECT *, 1 AS side FROM moved UNION ALL SELECT *, -1 FROM owed
      ) both_sides GROUP BY id, kind, giver, taker, amount HAVING sum(side) <> 0`,
  },
  {
    rule: 'every withdrawal in the ledger is a withdrawal',
    of: 'customer',
    sql: `SELECT 'journal ' || j.key AS place FROM ledger.journals j
      WHERE j.kind LIKE 'withdrawal\\_%' AND NOT EXISTS (
        SELECT FROM broker_transfers b
        WHERE b.id = j.reference AND b.cell = j.cell AND b.customer_id = j.owner AND b.direction = 'withdrawal')`,
  },
  {
    rule: 'what is held for a customer is the sum of their withdrawals that have no end yet',
    of: 'customer',
    sql: `SELECT 'held of customer ' || owner || ': ' || coalesce(a.held, 0) || ' for ' || coalesce(b.amount, 0) AS place
      FROM ledger.accounts a FULL JOIN (
        SELECT customer_id AS owner, sum(amount) AS amount FROM broker_transfers
        WHERE direction = 'withdrawal' AND ended_at IS NULL GROUP BY 1
      ) b USING (owner) WHERE coalesce(a.held, 0) <> coalesce(b.amount, 0)`,
  },
  {
    rule: 'a withdrawal that was not sent is kept from leaving while its customer is frozen, and at no other time',
    of: 'customer',
    sql: `SELECT 'transfer ' || b.id AS place FROM broker_transfers b
      WHERE b.direction = 'withdrawal' AND b.state = 'held' AND (b.due_at = 'infinity') <> EXISTS (
        SELECT FROM ledger.accounts a WHERE a.owner = b.customer_id AND a.cell = b.cell AND a.frozen_at IS NOT NULL)`,
  },
  {
    rule: 'a withdrawal costs what was agreed in USDT and nothing in reais, and arrives at its rate, down to the cent',
    of: 'customer',
    sql: `SELECT 'transfer ' || b.id AS place FROM broker_transfers b
      CROSS JOIN LATERAL (
        SELECT div(b.amount::numeric * coalesce(b.fee_rate, ${standardUsdtFee}) + 99999999, 100000000)::bigint AS fee
      ) usdt
      WHERE b.direction = 'withdrawal' AND (b.fee, b.net) <> CASE b.currency
        WHEN 'usdt' THEN ROW(usdt.fee, b.amount - usdt.fee)
        ELSE ROW(0::bigint, (div(b.amount::numeric * b.rate, 10000000000) * 10000)::bigint) END`,
  },
  ...counterInvariants,
];
