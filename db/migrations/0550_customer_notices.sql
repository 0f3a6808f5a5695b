-- What a customer is told of: written in the transaction that causes it, once for its cause. It says what happened and never in
-- which words: those are chosen when it is read. No money is moved from here and no balance is kept; the ledger is the record,
-- this is the bell. Awards of one day are one notice that grows, because the tenth bonus of a day is no news of its own.

CREATE TABLE customer_notices (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  kind text NOT NULL,
  cause text NOT NULL CONSTRAINT a_cause_is_told_once UNIQUE,
  -- Business time of the event.
  happened_at timestamptz NOT NULL,
  -- Micro-dollars: what was put in, transferred or received.
  amount bigint CONSTRAINT notice_amount_is_not_negative CHECK (amount >= 0),
  -- Micro-dollars, of a position that ended; negative where it lost.
  profit bigint,
  -- How many awards are in it.
  count integer CONSTRAINT notice_counts_something CHECK (count > 0),
  -- Why a transfer came to nothing, and in whose words.
  why text,
  reason text,
  device text,
  -- The position or transfer.
  reference uuid,
  -- Real time of the writing, and of the last growing.
  written_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);

CREATE INDEX customer_notices_page ON customer_notices (customer_id, happened_at DESC, id DESC);
CREATE INDEX customer_notices_unread ON customer_notices (customer_id) WHERE read_at IS NULL;
CREATE INDEX customer_notices_written ON customer_notices (customer_id, written_at DESC);

-- Which letters a customer does not want. No row: all of them. Those about who gets in are sent whatever it says.
CREATE TABLE notice_preferences (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  mails_maturities boolean NOT NULL DEFAULT true,
  mails_withdrawals boolean NOT NULL DEFAULT true
);
