-- What a dollar was in reais on the boards of this product's servers lately: a customer is shown it by one of them and confirms
-- it at another. It says what was shown and when it was fetched; at which rate a transfer was made is in its own row. Kept a day.

CREATE TABLE shown_rates (
  high bigint NOT NULL,
  low bigint NOT NULL,
  shown_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_shown_rate_makes_sense CHECK (low > 0 AND high >= low)
);

CREATE INDEX shown_rates_by_age ON shown_rates (shown_at);
