-- Primezord: who has the bot, and what they invested through it. The wallet itself is in the ledger (`zord` available,
-- `zord_blocked` invested).

-- Paid once and for good. The fee is what it cost on that day.
CREATE TABLE bot_subscriptions (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  fee bigint NOT NULL CONSTRAINT the_bot_is_not_free CHECK (fee > 0),
  subscribed_at timestamptz NOT NULL
);

-- A part of the wallet blocked for a term, while it takes part in the bot's operations. An end is written once, with the
-- payouts that it was reckoned from and the number of the last operation that was known then.
CREATE TABLE bot_investments (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES bot_subscriptions (customer_id),
  amount bigint NOT NULL CONSTRAINT investment_amount_is_positive CHECK (amount > 0),
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'in_progress' CONSTRAINT investment_status_is_known
    CHECK (status IN ('in_progress', 'finished')),
  closed_at timestamptz,
  operations_seen bigint,
  payouts bigint,
  result bigint CONSTRAINT an_investment_loses_no_more_than_its_amount CHECK (result >= -amount),
  CONSTRAINT a_finished_investment_has_its_end CHECK (
    CASE status WHEN 'in_progress' THEN num_nonnulls(closed_at, operations_seen, payouts, result) = 0
      ELSE num_nulls(closed_at, operations_seen, payouts, result) = 0 END
  ),
  CONSTRAINT an_investment_ends_after_it_starts CHECK (ends_at > started_at)
);

CREATE INDEX investments_newest_first ON bot_investments (customer_id, started_at DESC, id DESC);
CREATE INDEX investments_falling_due ON bot_investments (ends_at) WHERE status = 'in_progress';
