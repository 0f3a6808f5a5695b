-- What the staff needs to work with customers: finding them by anything, freezes that end by themselves, notes, a mistyped address set
-- right, and what is handed out or erased at a customer's wish. Nothing here moves money.

-- By the beginnings of the words of their name and address, masked to their upline or not: the staff is not their upline.
CREATE FUNCTION staff_words(p_name text, p_email text) RETURNS tsvector
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT array_to_tsvector(words_of(p_name || ' ' || p_email))
$$;
CREATE INDEX customers_by_any_word ON customers USING gin (staff_words(name, email));
-- By how a telephone number ends: people say it without the country's code, or the last four digits.
CREATE INDEX customers_by_end_of_phone ON customers (reverse(phone) text_pattern_ops);
CREATE INDEX customers_newest_first ON customers (created_at DESC, id DESC);

-- A freeze that one person put on alone ends by itself, after a day at most.
ALTER TABLE customer_freezes ADD COLUMN until timestamptz
  CONSTRAINT a_freeze_by_one_lasts_a_day_at_most CHECK (until > frozen_at AND until <= frozen_at + interval '24 hours');
CREATE INDEX freezes_that_end_by_themselves ON customer_freezes (until) WHERE ended_at IS NULL AND until IS NOT NULL;

-- What the staff notes about a customer, for the staff alone. Added to, never changed.
CREATE TABLE customer_notes (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT notes_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- As in the account of actions; the id is null for the command line.
  author text NOT NULL,
  staff_id uuid REFERENCES staff (id),
  text text NOT NULL CONSTRAINT a_note_says_something CHECK (length(text) BETWEEN 1 AND 2000),
  -- To the millisecond, as a page's cursor tells it.
  written_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  PRIMARY KEY (id, cell)
);
CREATE INDEX customer_notes_newest_first ON customer_notes (customer_id, written_at DESC, id DESC);
CREATE TRIGGER notes_never_change BEFORE UPDATE ON customer_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notes_are_never_emptied BEFORE TRUNCATE ON customer_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON customer_notes FROM lastro_app;

-- Requests about a customer are found by the address that they name.
CREATE INDEX staff_requests_by_first_word ON staff_requests (lower(input -> 'words' ->> 0), made_at DESC);

-- A mistyped address that is to be set right. The old one is told and has a waiting time to object in; then the new one takes its
-- place, and all sessions end. One that was objected to, or had been taken meanwhile, changes nothing.
CREATE TABLE address_changes (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT address_changes_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- Empty once it has an end: what remains of it is in the account of actions, without the addresses.
  becomes text NOT NULL CONSTRAINT new_address_is_lower_case CHECK (becomes = lower(becomes) AND length(becomes) <= 254),
  asked_at timestamptz NOT NULL DEFAULT now(),
  takes_effect_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT state_of_an_address_change_is_known
    CHECK (state IN ('waiting', 'done', 'kept', 'taken')),
  ended_at timestamptz,
  PRIMARY KEY (id, cell),
  CONSTRAINT an_address_waits_before_it_changes CHECK (takes_effect_at > asked_at),
  CONSTRAINT an_ended_address_change_names_none CHECK ((state = 'waiting') = (ended_at IS NULL) AND (state = 'waiting') = (becomes <> ''))
);
CREATE UNIQUE INDEX a_customer_has_one_address_change_waiting ON address_changes (customer_id, cell) WHERE state = 'waiting';
CREATE INDEX address_changes_due ON address_changes (takes_effect_at) WHERE state = 'waiting';
