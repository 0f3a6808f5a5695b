-- What POST /api/stake says to the database, in two round trips: a look-up of whose call it is, and the whole transaction in one pipeline.
\set n random(1, :customers)
SELECT id AS customer, uuidv7() AS position, gen_random_uuid() AS key, now() AS at FROM customers WHERE id = bench.customer(:n::int) \gset
\startpipeline
BEGIN;
SELECT ledger.require_movable(:customer::uuid, :key::text);
SELECT open_position(:position::uuid, :customer::uuid, 'stake', 10000000, 10000000, 1000000, :at::timestamptz, :at::timestamptz + interval '30 days', '{}');
WITH own AS (
    SELECT n.customer_id, n.cell, least(10000000::bigint, n.high_water - n.used, n.contributed) AS base FROM network_capital n
    WHERE n.customer_id = :customer::uuid AND n.cell = cell_of(:customer::uuid) AND n.high_water > n.used AND n.contributed > 0
      AND NOT EXISTS (SELECT FROM network_causes c WHERE c.position_id = :position::uuid AND c.kind = 'invested' AND c.cell = cell_of(:customer::uuid))
    FOR NO KEY UPDATE
  ), taken AS (
    UPDATE network_capital n SET used = n.used + own.base FROM own WHERE n.customer_id = own.customer_id AND n.cell = own.cell
  )
  INSERT INTO network_causes (id, cell, customer_id, kind, product, position_id, amount, base, happened_at, number)
  SELECT gen_random_uuid(), own.cell, own.customer_id, 'invested', 'stake', :position::uuid, 10000000, own.base, :at::timestamptz, a.number
  FROM own JOIN ledger.accounts a ON a.owner = own.customer_id AND a.cell = own.cell;
INSERT INTO idempotency_keys (customer_id, cell, key, request_hash, status, answer) VALUES (:customer::uuid, cell_of(:customer::uuid), :key::text,
  sha256('{"amount":10,"time_stake":30}'), 201, '{"Id":"00000000-0000-0000-0000-000000000000","Start":"2026-01-01T00:00:00.000Z","End":"2026-01-31T00:00:00.000Z","Amount":10,"Profit":0,"Progress":0,"Status":"active"}');
COMMIT;
\endpipeline
