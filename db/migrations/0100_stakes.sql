-- A stake: an amount locked for a period at a fixed return. It says what was agreed; the money itself is in the ledger
-- (`staked` the amount, `promised` the profit), under journals whose reference is this id. An end is written once.

CREATE TABLE stakes (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  amount bigint NOT NULL CONSTRAINT stake_amount_is_positive CHECK (amount > 0),
  rate bigint NOT NULL,
  promised_profit bigint NOT NULL CONSTRAINT stake_promises_a_profit CHECK (promised_profit > 0),
  days smallint NOT NULL,
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'in_progress' CONSTRAINT stake_status_is_known
    CHECK (status IN ('in_progress', 'finished', 'canceled')),
  closed_at timestamptz,
  CONSTRAINT an_ended_stake_has_its_end CHECK ((status = 'in_progress') = (closed_at IS NULL)),
  CONSTRAINT a_stake_ends_after_it_starts CHECK (ends_at > started_at)
);

CREATE INDEX stakes_newest_first ON stakes (customer_id, started_at DESC, id DESC);
CREATE INDEX stakes_falling_due ON stakes (ends_at) WHERE status = 'in_progress';
