-- What POST /api/stake says to the database, in two round trips: a look-up of whose call it is, and the whole transaction in one pipeline.
\set n random(1, :customers)
SELECT id AS customer, uuidv7() AS position, gen_random_uuid() AS key, now() AS at FROM customers WHERE id = bench.customer(:n::int) \gset
\startpipeline
BEGIN;
SELECT n, outcome FROM open_positions(ARRAY[:customer::uuid], ARRAY[settings_state()], ARRAY[:key::text], ARRAY[sha256('{"amount":10,"time_stake":30}')],
  ARRAY['{"Id":"00000000-0000-0000-0000-000000000000","Start":"2026-01-01T00:00:00.000Z","End":"2026-01-31T00:00:00.000Z","Amount":10,"Profit":0,"Progress":0,"Status":"active"}'],
  ARRAY[NULL::jsonb], ARRAY['stake'], ARRAY[:position::uuid], ARRAY[10000000::bigint], ARRAY[10000000::bigint], ARRAY[1000000::bigint],
  ARRAY[:at::timestamptz], ARRAY[:at::timestamptz + interval '30 days'], ARRAY['{}'::jsonb], ARRAY[40000000::bigint], ARRAY[NULL::bigint], ARRAY[gen_random_uuid()]);
COMMIT;
\endpipeline
