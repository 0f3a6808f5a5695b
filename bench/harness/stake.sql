-- What POST /api/stake says to the database, in two round trips: a look-up of whose call it is, and the whole transaction in one pipeline.
\set n random(1, :customers)
SELECT id AS customer, uuidv7() AS position, gen_random_uuid() AS key, now() AS at FROM customers WHERE id = bench.customer(:n::int) \gset
\startpipeline
BEGIN;
SELECT refuse_setting(g.key) FROM (VALUES ('stakes.plans', NULL::bigint), ('stakes.cancel_fee_percent', NULL), ('taxes.withheld_percent', NULL)) AS g (key, version)
  WHERE (SELECT s.version FROM settings s WHERE s.key = g.key) IS DISTINCT FROM g.version;
SELECT open_position('stake', :position::uuid, :customer::uuid, 10000000, 10000000, 1000000, :at::timestamptz, :at::timestamptz + interval '30 days', '{}', 40000000, NULL, true);
SELECT use_new_capital(:customer::uuid, gen_random_uuid(), 'stake', :position::uuid, 10000000, :at::timestamptz) FROM network_capital n
  WHERE n.customer_id = :customer::uuid AND n.cell = get_byte(uuid_send(:customer::uuid), 15) AND n.high_water > n.used;
INSERT INTO idempotency_keys (customer_id, key, request_hash, status, answer) VALUES (:customer::uuid, :key::text,
  sha256('{"amount":10,"time_stake":30}'), 201, '{"Id":"00000000-0000-0000-0000-000000000000","Start":"2026-01-01T00:00:00.000Z","End":"2026-01-31T00:00:00.000Z","Amount":10,"Profit":0,"Progress":0,"Status":"active"}');
COMMIT;
\endpipeline
