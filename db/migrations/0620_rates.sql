-- The dollar in reais as it was taken: what may be counted with, and what was refused. One rate stands for every server of the
-- product, the newest accepted one, and none while a refusal is undecided. At which rate a transfer was made is in its own row;
-- what a source said that was no news, or came too late, is nowhere.

CREATE TABLE accepted_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  high bigint NOT NULL,
  low bigint NOT NULL,
  -- The source's own time of the quote.
  quoted_at timestamptz NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  -- When a source last said the same.
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- An operator's yes: what came before is no measure of what comes after.
  by_operator boolean NOT NULL DEFAULT false,
  CONSTRAINT an_accepted_rate_makes_sense CHECK (low > 0 AND high >= low)
);

CREATE INDEX accepted_rates_lately ON accepted_rates (last_seen_at) INCLUDE (high, low);
CREATE INDEX accepted_rates_by_operators ON accepted_rates (id) WHERE by_operator;

CREATE TABLE refused_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where it was no figure at all.
  high bigint,
  low bigint,
  quoted_at timestamptz NOT NULL,
  -- What is wrong with it; `within_bounds` is a later one with which nothing is, and that waits for the decision all the same.
  why text NOT NULL,
  refused_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CONSTRAINT why_a_rate_is_refused_is_known
    CHECK (why IN ('senseless', 'spread', 'change', 'first', 'second_source', 'within_bounds'))
);

CREATE INDEX refused_rates_undecided ON refused_rates (id) WHERE decided_at IS NULL;

-- What hung on the boards: the accepted rates say it now.
DROP TABLE shown_rates;
