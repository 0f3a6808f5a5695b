-- What was answered to a call that moves money, by the customer's own key. The row is written in the transaction that
-- moves the money, so there is never an effect without its answer nor an answer without its effect. Kept 30 days.

CREATE TABLE idempotency_keys (
  customer_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status smallint,
  answer text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, key)
);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
