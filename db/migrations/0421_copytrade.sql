-- A copy-trade licence: an amount that takes part in the product's operations for a term. It says what was agreed; the
-- money itself is in the ledger (`copytrade`), under journals whose reference is this id. An end is written once, with the
-- payouts that it was reckoned from and the number of the last operation that was known then.

CREATE TABLE copytrade_licences (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  amount bigint NOT NULL CONSTRAINT licence_amount_is_positive CHECK (amount > 0),
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'active' CONSTRAINT licence_status_is_known CHECK (status IN ('active', 'expired')),
  closed_at timestamptz,
  operations_seen bigint,
  payouts bigint,
  result bigint CONSTRAINT a_licence_loses_no_more_than_its_amount CHECK (result >= -amount),
  CONSTRAINT an_expired_licence_has_its_end CHECK (
    CASE status WHEN 'active' THEN num_nonnulls(closed_at, operations_seen, payouts, result) = 0
      ELSE num_nulls(closed_at, operations_seen, payouts, result) = 0 END
  ),
  CONSTRAINT a_licence_ends_after_it_starts CHECK (ends_at > started_at)
);

CREATE INDEX licences_newest_first ON copytrade_licences (customer_id, started_at DESC, id DESC);
CREATE INDEX licences_falling_due ON copytrade_licences (ends_at) WHERE status = 'active';
