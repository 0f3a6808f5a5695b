-- A vault investment: an amount put away for a whole term at a return agreed at the start, promotional points included. It
-- says what was agreed; the money itself is in the ledger (`vault` the amount, `promised` the profit), under journals
-- whose reference is this id. Its end is written once.

-- Who accepted the terms of the vault, and when; without it there is no deposit.
CREATE TABLE vault_acceptances (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  accepted_at timestamptz NOT NULL
);

-- A promotional code and how often it was used. `uses` is counted in the transaction of the investment that uses it, by an
-- update that only succeeds while the code is valid: the row is the queue, and the limit is exact.
CREATE TABLE promocodes (
  code text PRIMARY KEY CONSTRAINT a_promocode_is_in_capitals CHECK (code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'),
  points bigint NOT NULL CONSTRAINT a_promocode_adds_to_the_rate CHECK (points > 0),
  uses_allowed integer NOT NULL CONSTRAINT a_promocode_can_be_used CHECK (uses_allowed > 0),
  uses integer NOT NULL DEFAULT 0,
  min_amount bigint NOT NULL CONSTRAINT the_least_amount_is_not_negative CHECK (min_amount >= 0),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_promocode_is_used_no_more_than_allowed CHECK (uses BETWEEN 0 AND uses_allowed),
  CONSTRAINT a_promocode_ends_after_it_begins CHECK (valid_until > valid_from)
);

CREATE TABLE vault_investments (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  amount bigint NOT NULL CONSTRAINT vault_amount_is_positive CHECK (amount > 0),
  rate bigint NOT NULL CONSTRAINT the_vault_gives_a_return CHECK (rate > 0),
  promised_profit bigint NOT NULL CONSTRAINT the_vault_promises_a_profit CHECK (promised_profit > 0),
  promocode text,
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'active' CONSTRAINT vault_status_is_known CHECK (status IN ('active', 'expired')),
  closed_at timestamptz,
  CONSTRAINT an_expired_investment_has_its_end CHECK ((status = 'active') = (closed_at IS NULL)),
  CONSTRAINT an_investment_ends_after_it_starts CHECK (ends_at > started_at)
);

-- `promocode` has no foreign key: it would lock the row that every use of the code already waits for. The audit counts.
CREATE INDEX vault_investments_newest_first ON vault_investments (customer_id, started_at DESC, id DESC);
CREATE INDEX vault_investments_falling_due ON vault_investments (ends_at) WHERE status = 'active';
CREATE INDEX vault_investments_by_promocode ON vault_investments (promocode) WHERE promocode IS NOT NULL;
