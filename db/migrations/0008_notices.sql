-- What customers are told: in the product, by mail, and in their own calendar. What is over its time is found by its time, cell by
-- cell; nothing that money is reckoned from is ever deleted.

-- A notice, written in the transaction that causes it, once for its cause. It says what happened and never in which words: those are
-- chosen when it is read. No money is moved from here and no balance is kept; the ledger is the record, this is the bell. Awards of
-- one day are one notice that grows, because the tenth bonus of a day is no news of its own.
CREATE TABLE customer_notices (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT notices_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  kind text NOT NULL,
  cause text NOT NULL,
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
  read_at timestamptz,
  PRIMARY KEY (id, cell),
  CONSTRAINT a_cause_is_told_once UNIQUE (cause, cell)
);
CREATE INDEX customer_notices_page ON customer_notices (customer_id, happened_at DESC, id DESC);
CREATE INDEX customer_notices_unread ON customer_notices (customer_id) WHERE read_at IS NULL;
CREATE INDEX customer_notices_written ON customer_notices (customer_id, written_at DESC);
-- Deleted a good year after they were written (docs/decisions/0018-alive.md).
CREATE INDEX customer_notices_by_age ON customer_notices (cell, written_at);

-- Which mails a customer does not want. No row: all of them. Those about who gets in are sent whatever it says.
CREATE TABLE notice_preferences (
  customer_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT preferences_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  mails_maturities boolean NOT NULL DEFAULT true,
  mails_withdrawals boolean NOT NULL DEFAULT true,
  PRIMARY KEY (customer_id, cell)
);

-- A mail that is owed to somebody, written down in the transaction that causes it: no cause without its mail, no mail without its
-- cause. It says what the mail is about and never what it says: the words, and a link with its token, are made when the mail leaves
-- and are kept nowhere. What it was about and whose it was is erased when it has ended. Money is never moved from here.
CREATE TABLE mails (
  id uuid NOT NULL,
  -- Of the customer. A mail that was asked for by an address alone, which may be nobody's, is in any cell: whether there is such a
  -- customer is found out when it is written, long after the answer to whoever asked.
  cell smallint NOT NULL CONSTRAINT mails_are_in_their_cell CHECK (cell BETWEEN 0 AND 255 AND (customer_id IS NULL OR cell = cell_of(customer_id))),
  customer_id uuid REFERENCES customers (id),
  kind text NOT NULL,
  cause text NOT NULL,
  about jsonb NOT NULL,
  -- unneeded: when it was to leave there was nothing to say. refused: the mail server will not take it. expired: too late.
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT mail_state_is_known CHECK (
    state IN ('waiting', 'sent', 'unneeded', 'refused', 'expired')
  ),

  -- The queue, in real time and by this database's clock alone. A worker that takes a row moves due_at ahead by its lease and the
  -- fencing token, which counts the tries, up by one; whatever it writes later names that token.
  queued_at timestamptz NOT NULL DEFAULT now(),
  deadline_at timestamptz NOT NULL,
  due_at timestamptz DEFAULT now(),
  fencing_token integer NOT NULL DEFAULT 0,
  -- Why the last try failed, for the operator: the mail server's number, never its words, which name the address.
  last_error text,
  ended_at timestamptz,

  PRIMARY KEY (id, cell),
  CONSTRAINT a_cause_has_one_mail UNIQUE (cause, cell),
  CONSTRAINT only_a_waiting_mail_is_due CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
  CONSTRAINT only_an_ended_mail_has_an_end CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT an_ended_mail_is_about_nobody CHECK (state = 'waiting' OR (about = '{}' AND customer_id IS NULL))
);
CREATE INDEX mails_due ON mails (cell, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_by_end ON mails (cell, ended_at) WHERE ended_at IS NOT NULL;

-- The secret link under which a customer's own calendar program reads when money comes back: one a customer. Only the SHA-256 of the
-- token is here, so nobody who reads this table can read a calendar. A new link takes the place of the old.
CREATE TABLE calendar_feeds (
  token_hash bytea NOT NULL CONSTRAINT calendar_token_is_hashed CHECK (length(token_hash) = 32),
  cell smallint NOT NULL CONSTRAINT calendar_feeds_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, cell),
  CONSTRAINT a_customer_has_one_calendar UNIQUE (customer_id, cell)
);
