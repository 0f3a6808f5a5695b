-- A device is told from every other by a random token that its browser keeps and shows when its owner logs in; a browser that
-- shows none is known by its kind, as all were before. It lets nobody in and stands for no session: it says only that somebody who
-- knew everything that was asked for came from here before. The token is there as a hash that differs from customer to customer.
-- A device that was forgotten stays as a row, so that the next one is not taken for the customer's first.

ALTER TABLE known_devices DROP CONSTRAINT known_devices_pkey;
ALTER TABLE known_devices
  ADD COLUMN id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Null: known by its kind alone.
  ADD COLUMN token_hash bytea CONSTRAINT device_token_is_hashed CHECK (length(token_hash) = 32),
  ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- The first that the customer ever came from: nothing was there before it, so it is never a new one.
  ADD COLUMN is_first boolean NOT NULL DEFAULT false,
  ADD COLUMN forgotten_at timestamptz;

UPDATE known_devices SET last_seen_at = first_seen_at;
UPDATE known_devices d SET is_first = true
WHERE (d.customer_id, d.first_seen_at) IN (SELECT customer_id, min(first_seen_at) FROM known_devices GROUP BY customer_id);

CREATE UNIQUE INDEX a_device_is_known_once ON known_devices (customer_id, token_hash)
  WHERE token_hash IS NOT NULL AND forgotten_at IS NULL;
CREATE UNIQUE INDEX a_kind_is_known_once ON known_devices (customer_id, browser, system)
  WHERE token_hash IS NULL AND forgotten_at IS NULL;
CREATE INDEX known_devices_by_customer ON known_devices (customer_id, last_seen_at);

-- A session remembers where it was opened.
ALTER TABLE sessions ADD COLUMN device_id uuid REFERENCES known_devices (id) ON DELETE SET NULL;
UPDATE sessions s SET device_id = d.id FROM known_devices d
WHERE d.customer_id = s.customer_id AND d.browser = coalesce(s.browser, '') AND d.system = coalesce(s.system, '');
CREATE INDEX sessions_by_device ON sessions (device_id) WHERE device_id IS NOT NULL;
