-- The secret link under which a customer's own calendar program reads when money comes back: one a customer. Only the
-- SHA-256 of the secret is here, so nobody who reads this table can read a calendar. A new link takes the place of the old.

CREATE TABLE calendar_feeds (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  secret_hash bytea NOT NULL CONSTRAINT a_calendar_has_its_own_secret UNIQUE
    CONSTRAINT calendar_secret_is_hashed CHECK (length(secret_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);
