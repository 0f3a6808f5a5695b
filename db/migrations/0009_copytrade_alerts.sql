-- Who wants to be told when copy-trade registrations open again. A row is a wish, not a right to anything: it is deleted in the
-- transaction that tells its owner, once, or by the owner. Its id names the wish, so that another one later is told again.
CREATE TABLE copytrade_alerts (
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT copytrade_alerts_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, cell)
);
CREATE INDEX copytrade_alerts_by_cell ON copytrade_alerts (cell);
