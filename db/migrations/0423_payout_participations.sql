-- Who takes part in operations, with how much and from when until when, whatever the product calls it: the one place where
-- the reports of operations and the audit of payouts look. A product with payouts adds its positions here.

CREATE VIEW payout_participations AS
  SELECT 'copytrade'::text AS product, id AS position_id, customer_id, amount, started_at, ends_at, operations_seen, payouts,
    result
  FROM copytrade_licences
  UNION ALL
  SELECT 'primezord', id, customer_id, amount, started_at, ends_at, operations_seen, payouts, result FROM bot_investments;
