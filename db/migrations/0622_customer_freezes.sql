-- Customers whose money an operator has stopped: nothing of it leaves and nothing opens until the freeze is ended. What falls due
-- still comes back to their balance, and they log in and read. Who froze them and why is among the operator's actions.

CREATE TABLE customer_freezes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- When it took hold: whatever moved before had begun before.
  frozen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CONSTRAINT a_freeze_ends_after_it_began CHECK (ended_at >= frozen_at)
);

CREATE UNIQUE INDEX a_customer_is_frozen_once ON customer_freezes (customer_id) WHERE ended_at IS NULL;
CREATE INDEX customer_freezes_by_customer ON customer_freezes (customer_id, frozen_at);
