-- What POST /api/stake says to the database, in two round trips: a look-up of whose call it is, and the whole transaction in one pipeline.
\set n random(1, :customers)
SELECT id AS customer, uuidv7() AS position, gen_random_uuid() AS key, now() AS at FROM customers WHERE id = bench.customer(:n::int) \gset
\startpipeline
BEGIN;
SELECT ledger.require_movable(:customer::uuid, :key::text);
SELECT open_position(:position::uuid, :customer::uuid, 'stake', 10000000, 10000000, 1000000, :at::timestamptz, :at::timestamptz + interval '30 days', '{}');
SELECT use_new_capital(:customer::uuid, gen_random_uuid(), 'stake', :position::uuid, 10000000, :at::timestamptz);
INSERT INTO idempotency_keys (customer_id, cell, key, request_hash, status, answer) VALUES (:customer::uuid, cell_of(:customer::uuid), :key::text,
  sha256('{"amount":10,"time_stake":30}'), 201, '{"Id":"00000000-0000-0000-0000-000000000000","Start":"2026-01-01T00:00:00.000Z","End":"2026-01-31T00:00:00.000Z","Amount":10,"Profit":0,"Progress":0,"Status":"active"}');
COMMIT;
\endpipeline
