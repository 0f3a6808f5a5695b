-- What the house tells customers, and does about them: notices, notes, privacy, cases, announcements.

-- What customers are told: in the product, by mail, and in their own calendar. What is over its time is found by its time;
-- nothing that money is reckoned from is ever deleted.

-- A notice, written in the transaction that causes it, once for its cause. It says what happened and never in which words: those are
-- chosen when it is read. No money is moved from here and no balance is kept; the ledger is the record, this is the bell. Awards of
-- one day are one notice that grows, because the tenth bonus of a day is no news of its own.
CREATE TABLE customer_notices (
  id uuid NOT NULL,
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
  -- Of a notice that a position has ended: what was withheld of its profit; empty where nothing was.
  withheld bigint,
  PRIMARY KEY (id),
  CONSTRAINT a_cause_is_told_once UNIQUE (cause)
);
CREATE INDEX customer_notices_page ON customer_notices (customer_id, happened_at DESC, id DESC);
CREATE INDEX customer_notices_unread ON customer_notices (customer_id) WHERE read_at IS NULL;
CREATE INDEX customer_notices_written ON customer_notices (customer_id, written_at DESC);

-- Deleted a good year after they were written (docs/decisions/0018-alive.md).
CREATE INDEX customer_notices_by_age ON customer_notices (written_at);

-- Which mails a customer does not want. No row: all of them. Those about who gets in are sent whatever it says.
CREATE TABLE notice_preferences (
  customer_id uuid NOT NULL REFERENCES customers (id),
  mails_maturities boolean NOT NULL DEFAULT true,
  mails_withdrawals boolean NOT NULL DEFAULT true,
  PRIMARY KEY (customer_id)
);

-- A mail that is owed to somebody, written down in the transaction that causes it: no cause without its mail, no mail without its
-- cause. It says what the mail is about and never what it says: the words, and a link with its token, are made when the mail leaves
-- and are kept nowhere. What it was about and whose it was is erased when it has ended. Money is never moved from here.
CREATE TABLE mails (
  id uuid NOT NULL,
  -- Null where it was asked for by an address alone, which may be nobody's: whether there is such a customer is found out when it is
  -- written, long after the answer to whoever asked.
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
  -- Two lanes of mails, so that nobody's code waits behind what a hundred thousand are told; and what failed is counted by itself: a mail that
  -- was taken and not begun has lost nothing by it.
  is_urgent boolean NOT NULL DEFAULT false,
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  CONSTRAINT a_cause_has_one_mail UNIQUE (cause),
  CONSTRAINT only_a_waiting_mail_is_due CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
  CONSTRAINT only_an_ended_mail_has_an_end CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT an_ended_mail_is_about_nobody CHECK (state = 'waiting' OR (about = '{}' AND customer_id IS NULL))
);
CREATE INDEX mails_due ON mails (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_by_end ON mails (ended_at) WHERE ended_at IS NOT NULL;

-- The secret link under which a customer's own calendar program reads when money comes back: one a customer. Only the SHA-256 of the
-- token is here, so nobody who reads this table can read a calendar. A new link takes the place of the old.
CREATE TABLE calendar_feeds (
  token_hash bytea NOT NULL CONSTRAINT calendar_token_is_hashed CHECK (length(token_hash) = 32),
  customer_id uuid NOT NULL REFERENCES customers (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash),
  CONSTRAINT a_customer_has_one_calendar UNIQUE (customer_id)
);
CREATE TRIGGER calendar_feeds_note_made AFTER INSERT OR UPDATE OF token_hash ON calendar_feeds
  FOR EACH ROW EXECUTE FUNCTION note_calendar_made();

-- What the staff needs to work with customers: finding them by anything, freezes that end by themselves, notes, a mistyped address set
-- right, and what is handed out or erased at a customer's wish. Nothing here moves money.

-- By the beginnings of the words of their name and address, masked to their upline or not: the staff is not their upline.
CREATE FUNCTION staff_words(p_name text, p_email text) RETURNS tsvector
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT array_to_tsvector(words_found_by(p_name || ' ' || p_email))
$$;
CREATE INDEX customers_by_any_word ON customers USING gin (staff_words(name, email));

-- By how a telephone number ends: people say it without the country's code, or the last four digits.
CREATE INDEX customers_by_end_of_phone ON customers (reverse(phone) text_pattern_ops);
CREATE INDEX customers_newest_first ON customers (created_at DESC, id DESC);
CREATE INDEX freezes_that_end_by_themselves ON customer_freezes (until) WHERE ended_at IS NULL AND until IS NOT NULL;

-- What the staff notes about a customer, for the staff alone. Added to, never changed.
CREATE TABLE customer_notes (
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- As in the account of actions; the id is null for the command line.
  author text NOT NULL,
  staff_id uuid REFERENCES staff (id),
  text text NOT NULL CONSTRAINT a_note_says_something CHECK (length(text) BETWEEN 1 AND 2000),
  -- To the millisecond, as a page's cursor tells it.
  written_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  PRIMARY KEY (id)
);
REVOKE UPDATE, DELETE ON customer_notes FROM lastro_app;
CREATE INDEX customer_notes_newest_first ON customer_notes (customer_id, written_at DESC, id DESC);
CREATE TRIGGER notes_never_change BEFORE UPDATE ON customer_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notes_are_never_emptied BEFORE TRUNCATE ON customer_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A mistyped address that is to be set right. The old one is told and has a waiting time to object in; then the new one takes its
-- place, and all sessions end. One that was objected to, or had been taken meanwhile, changes nothing.
CREATE TABLE customer_corrections (
  id uuid NOT NULL,
  customer_id uuid NOT NULL CONSTRAINT address_changes_customer_id_fkey REFERENCES customers (id),
  -- Empty once it has an end: what remains of it is in the account of actions, without the addresses.
  becomes text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  takes_effect_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT state_of_an_address_change_is_known
    CHECK (state IN ('waiting', 'done', 'kept', 'taken')),
  ended_at timestamptz,
  -- Names and telephone numbers are set right as addresses are: with a waiting time and somebody who can object.
  field text NOT NULL DEFAULT 'email'
  CONSTRAINT field_to_be_corrected_is_known CHECK (field IN ('email', 'name', 'phone')),
  CONSTRAINT address_changes_pkey PRIMARY KEY (id),
  CONSTRAINT an_address_waits_before_it_changes CHECK (takes_effect_at > asked_at),
  CONSTRAINT an_ended_address_change_names_none CHECK ((state = 'waiting') = (ended_at IS NULL) AND (state = 'waiting') = (becomes <> '')),
  CONSTRAINT what_it_becomes_is_short
  CHECK (length(becomes) <= 254 AND (field <> 'email' OR becomes = lower(becomes)))
);
CREATE INDEX address_changes_due ON customer_corrections (takes_effect_at) WHERE state = 'waiting';
CREATE INDEX customers_erased ON customers (id) WHERE erased_at IS NOT NULL;

-- Words about a customer. `hash` is that of a salt that nobody else has and the words: who has only the hash cannot try names on it.
CREATE TABLE kept_words (
  hash bytea NOT NULL CONSTRAINT words_are_known_by_their_hash CHECK (hash = sha256(salt || convert_to(words, 'UTF8'))),
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- What speaks of them: `action:12`, `request:<id>`.
  place text NOT NULL,
  salt bytea NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (hash)
);
REVOKE INSERT, UPDATE, DELETE ON kept_words FROM lastro_app;
CREATE INDEX kept_words_of_a_customer ON kept_words (customer_id, place);
CREATE INDEX kept_words_by_place ON kept_words (place);
CREATE TRIGGER kept_words_never_change BEFORE UPDATE ON kept_words FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_words_are_never_emptied BEFORE TRUNCATE ON kept_words FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Puts words about a customer aside; what stands in their place is `kept:` and the hash. About somebody who was erased nothing is kept.
CREATE FUNCTION keep_words(p_customer uuid, p_place text, p_words text) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  own_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  own_hash bytea := sha256(own_salt || convert_to(p_words, 'UTF8'));
BEGIN
  -- Held: whoever is being erased is waited for, and is not erased before this is committed.
  PERFORM FROM customers WHERE id = p_customer AND erased_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN '[erased]';
  END IF;
  INSERT INTO kept_words (hash, customer_id, place, salt, words)
  VALUES (own_hash, p_customer, p_place, own_salt, p_words);
  RETURN 'kept:' || encode(own_hash, 'hex');
END
$$;

-- What a reference stands for; anything else is what it says. Of somebody who was erased it is `[erased]`.
CREATE FUNCTION said(p_text text) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_text ~ '^kept:[0-9a-f]{64}$'
    THEN coalesce((SELECT words FROM kept_words WHERE hash = decode(substr(p_text, 6), 'hex')), '[erased]') ELSE p_text END
$$;

CREATE FUNCTION said_of(p_details jsonb) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_details::text LIKE '%"kept:%' THEN (
    SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'string' THEN to_jsonb(said(value #>> '{}')) ELSE value END)
    FROM jsonb_each(p_details)) ELSE p_details END
$$;

-- A whole value that was put aside as its text; null where it was erased.
CREATE FUNCTION said_whole(p_value jsonb) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_value #>> '{}' ~ '^kept:[0-9a-f]{64}$' AND jsonb_typeof(p_value) = 'string'
    THEN (SELECT words::jsonb FROM kept_words WHERE hash = decode(substr(p_value #>> '{}', 6), 'hex'))
    ELSE nullif(p_value, '"[erased]"') END
$$;

-- What is added to a request about a customer, beside what was put aside of it before.
CREATE FUNCTION keep_with_request(p_request uuid, p_words text) RETURNS text
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT keep_words(customer_id, place, p_words) FROM kept_words WHERE place = 'request:' || p_request LIMIT 1), p_words)
$$;

CREATE FUNCTION keep_with_request(p_request uuid, p_value jsonb) RETURNS jsonb
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT to_jsonb(keep_words(customer_id, place, p_value::text)) FROM kept_words
    WHERE place = 'request:' || p_request LIMIT 1), p_value)
$$;

-- Words in rows that never change otherwise: they may go, and nothing else may, and only by what the tables' owner runs.
CREATE FUNCTION refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
    AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV
    AND NOT EXISTS (SELECT FROM unnest(TG_ARGV) AS a WHERE to_jsonb(NEW) ->> a <> '[erased]'
      AND to_jsonb(NEW) ->> a IS DISTINCT FROM to_jsonb(OLD) ->> a)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed, only added', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME USING ERRCODE = 'LB003';
END
$$;

CREATE FUNCTION refuse_change_of_ended_transfer_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
    AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' AND NEW.reason = '[erased]' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'transfer % has ended and never changes', OLD.id USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER ended_transfers_never_change BEFORE UPDATE ON broker_transfers
  FOR EACH ROW WHEN (OLD.state IN ('settled', 'returned')) EXECUTE FUNCTION refuse_change_of_ended_transfer_but_erasure();
CREATE TRIGGER steps_never_change BEFORE UPDATE OR DELETE ON transfer_steps
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('reason');
CREATE TRIGGER what_was_ended_by_hand_stays BEFORE UPDATE OR DELETE ON transfers_by_hand
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('evidence');
CREATE TRIGGER reversals_stay BEFORE UPDATE OR DELETE ON ledger_reversals
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('reason');
CREATE TRIGGER notes_never_change BEFORE UPDATE OR DELETE ON reconciliation_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('note');
CREATE UNIQUE INDEX a_field_waits_for_one_correction ON customer_corrections (customer_id, field) WHERE state = 'waiting';

-- The last step of erasing a customer, and what the product's own login cannot do: what was written about them in rows that stay, what
-- the network would still earn them, and who they are. The rest is deleted by the same transaction before (src/privacy), which holds their
-- accounts. LB031 where something stands in the way, or they were erased before.
-- Of a customer who has no money at all: what was less than a cent was given up before.
CREATE FUNCTION erase_customer(p_id uuid, p_password_hash text, p_keep_days int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone bigint;
BEGIN
  PERFORM FROM customers WHERE id = p_id AND erased_at IS NULL FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM erasure_obstacles(p_id, p_keep_days, p_now))
    OR EXISTS (SELECT FROM ledger.accounts WHERE owner = p_id AND balance + zord > 0) THEN
    RAISE EXCEPTION 'customer % cannot be erased', p_id USING ERRCODE = 'LB031';
  END IF;
  UPDATE staff_requests SET state = 'expired', ended_at = now() WHERE state = 'waiting' AND id::text IN (
    SELECT substr(place, 9) FROM kept_words WHERE customer_id = p_id AND place LIKE 'request:%');
  DELETE FROM kept_words WHERE customer_id = p_id;
  DELETE FROM customer_notes WHERE customer_id = p_id;
  UPDATE broker_transfers SET reason = '[erased]' WHERE customer_id = p_id AND reason IS NOT NULL;
  UPDATE transfer_steps s SET reason = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND s.transfer_id = b.id AND s.reason IS NOT NULL;
  UPDATE transfers_by_hand h SET evidence = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND h.transfer_id = b.id;
  UPDATE reconciliation_notes n SET note = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND n.reference = b.id::text;
  UPDATE ledger_reversals SET reason = '[erased]' WHERE customer_id = p_id;
  WITH void AS (
    UPDATE network_awards SET void_at = greatest(p_now, happened_at)
    WHERE beneficiary_id = p_id AND kind = 'bonus' AND due_at IS NULL AND void_at IS NULL RETURNING value
  )
  SELECT coalesce(sum(value), 0) INTO gone FROM void;
  UPDATE network_beneficiaries SET bonuses = bonuses - gone WHERE customer_id = p_id AND gone > 0;
  PERFORM ledger.hold_accounts(ARRAY[p_id]);
  UPDATE ledger.accounts SET erased = true WHERE owner = p_id;
  -- No address, so nobody can type it; no code, so nobody is brought by it. The birth is nobody's.
  UPDATE customers SET erased_at = now(), email = 'erased:' || p_id, email_confirmed_at = NULL, name = '—', phone = '', birth = '1900-01-01',
    password_hash = p_password_hash, language = 'pt-BR', is_language_chosen = false, theme = NULL, avatar = NULL,
    code = 'erased:' || p_id, is_masked_to_upline = false
  WHERE id = p_id;
END
$$;

-- What was done about what is held of customers.
CREATE INDEX actions_of_privacy ON actions (number) WHERE action IN ('customer export', 'customer erase', 'customer correct',
  'customer address', 'customer correct-due', 'customer keep-details', 'customer keep-address');

-- What customers asked for of what is held of them, as the law counts it: the day on which it came in, the day until which it has to be
-- answered, who looks after it, and how it was answered. What was done about it stands in the account of actions.
CREATE TABLE privacy_requests (
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  kind text NOT NULL CONSTRAINT kind_of_a_privacy_request_is_known CHECK (kind IN ('export', 'correction', 'erasure')),
  -- Days of UTC.
  received_on date NOT NULL,
  due_on date NOT NULL CONSTRAINT it_is_due_after_it_came_in CHECK (due_on > received_on),
  handler_id uuid REFERENCES staff (id),
  -- Their name, or that of whoever has the machine.
  handler text,
  outcome text CONSTRAINT how_it_was_answered_is_known CHECK (outcome IN ('done', 'refused')),
  answered_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT what_was_answered_says_how CHECK ((outcome IS NULL) = (answered_at IS NULL))
);
REVOKE DELETE ON privacy_requests FROM lastro_app;
CREATE UNIQUE INDEX a_customer_waits_for_one_answer_of_a_kind ON privacy_requests (customer_id, kind) WHERE answered_at IS NULL;
CREATE INDEX privacy_requests_due ON privacy_requests (due_on, id) WHERE answered_at IS NULL;
CREATE INDEX privacy_requests_answered ON privacy_requests (answered_at DESC, id DESC) WHERE answered_at IS NOT NULL;
CREATE INDEX privacy_requests_of_a_customer ON privacy_requests (customer_id);
CREATE TRIGGER privacy_requests_stay BEFORE DELETE ON privacy_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER privacy_requests_are_never_emptied BEFORE TRUNCATE ON privacy_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What strikes somebody as strange, and what people made of it. A rule finds a pattern and leaves an alert with its evidence; people open a
-- case, note, decide and close it. Nothing here moves money or stops it: a decision to freeze is the freeze itself, beside it.

-- Where a customer came from, or where the brokerage says that their money goes: marks by which accounts are found to belong together. A
-- device's mark is the hash of the token that its browser keeps, an address is of the network (IPv6: its /64), a holder is whom the
-- brokerage names as the owner of the account there. Half a year after it was seen last a mark is forgotten.
CREATE TABLE customer_origins (
  customer_id uuid NOT NULL REFERENCES customers (id),
  kind text NOT NULL CONSTRAINT origin_kind_is_known CHECK (kind IN ('device', 'address', 'holder')),
  mark text NOT NULL CONSTRAINT a_mark_is_short CHECK (length(mark) BETWEEN 1 AND 100),
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, kind, mark)
);
CREATE INDEX customer_origins_of_a_mark ON customer_origins (kind, mark, first_seen_at, customer_id);
CREATE INDEX customer_origins_newest ON customer_origins (first_seen_at, customer_id);
CREATE INDEX customer_origins_by_age ON customer_origins (last_seen_at);

-- How far each rule has read. Nobody holds its row: two that read on at once find the same, and it is one alert.
CREATE TABLE pattern_marks (
  rule text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT '-infinity',
  id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
INSERT INTO pattern_marks (rule) VALUES ('shared_origin'), ('in_out'), ('hand_over');

-- Transfers in the order in which they were asked for, and withdrawals by what they were of.
CREATE INDEX broker_transfers_in_order ON broker_transfers (queued_at, id);
CREATE INDEX withdrawals_by_amount ON broker_transfers (amount, queued_at) WHERE direction = 'withdrawal' AND state <> 'returned';

-- Money that one member of a tree took out and another brought in soon after, as the adversary's rings do.
CREATE TABLE hand_overs (
  root_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  giver_id uuid NOT NULL,
  taker_id uuid NOT NULL,
  amount bigint NOT NULL,
  -- Business time of the deposit.
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (root_id, deposit_id)
);
CREATE INDEX hand_overs_lately ON hand_overs (root_id, happened_at);

-- A pattern that a rule found. `subject` names it, so that it is one alert however often it is seen; while it is open it grows. What was
-- decided comes back where there is evidence of later.
CREATE TABLE alerts (
  id uuid NOT NULL,
  -- Whom it is about first, all whom it is about, two hundred at most, and how many those are.
  customer_id uuid NOT NULL REFERENCES customers (id),
  customers uuid[] NOT NULL,
  of_customers integer NOT NULL DEFAULT 1,
  rule text NOT NULL CONSTRAINT rule_is_known CHECK (rule IN ('shared_device', 'shared_address', 'shared_holder', 'in_out', 'hand_over')),
  subject text NOT NULL,
  -- [{"customer": …, "transfer": …, "amount": micro-dollars as text, "at": …}], the newest hundred, and how
  -- many older ones there are.
  evidence jsonb NOT NULL,
  left_out integer NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  -- Of the newest evidence.
  last_evidence_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CONSTRAINT state_of_an_alert_is_known CHECK (state IN ('open', 'case', 'dismissed')),
  case_id uuid,
  ended_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT an_alert_of_a_case_names_it CHECK ((state = 'case') = (case_id IS NOT NULL)),
  CONSTRAINT an_open_alert_has_no_end CHECK ((state = 'open') = (ended_at IS NULL))
);
REVOKE DELETE ON alerts FROM lastro_app;
CREATE UNIQUE INDEX a_pattern_is_one_open_alert ON alerts (rule, subject) WHERE state = 'open';
CREATE INDEX alerts_of_a_pattern ON alerts (rule, subject, last_evidence_at DESC);
CREATE INDEX alerts_newest_first ON alerts (state, found_at DESC, id DESC);
CREATE INDEX alerts_about_somebody ON alerts USING gin (customers);
CREATE INDEX alerts_of_a_case ON alerts (case_id) WHERE case_id IS NOT NULL;

-- A case about a customer: one at a time.
CREATE TABLE cases (
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  opened_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  assigned_to uuid REFERENCES staff (id),
  decision text CONSTRAINT decision_of_a_case_is_known CHECK (decision IN ('nothing', 'watch', 'freeze')),
  closed_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT a_closed_case_was_decided CHECK (closed_at IS NULL OR decision IS NOT NULL)
);
REVOKE DELETE ON cases FROM lastro_app;

-- Whoever a case is open about is not erased under it.
-- A free remainder of less than one cent is in nobody's way, nor is the journal that gives it up a movement of theirs.
-- Also while somebody below them has earned them an award that is not carried to them yet: what a member did and the network
-- has not taken up, and a position that is over and not settled.
CREATE FUNCTION erasure_obstacles(p_id uuid, p_keep_days int, p_now timestamptz) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT 'balance' FROM ledger.accounts WHERE owner = p_id
    AND (held + invested + promised > 0 OR balance + zord >= 10000)
  UNION ALL SELECT 'position' WHERE EXISTS (SELECT FROM positions WHERE customer_id = p_id AND state = 'running')
  UNION ALL SELECT 'transfer' WHERE EXISTS (SELECT FROM broker_transfers WHERE customer_id = p_id AND ended_at IS NULL)
  UNION ALL SELECT 'award' WHERE EXISTS (SELECT FROM network_awards WHERE beneficiary_id = p_id AND due_at IS NOT NULL
    AND paid_at IS NULL)
  UNION ALL SELECT 'cause' WHERE EXISTS (
    SELECT FROM (SELECT customer_id FROM network_causes WHERE done_at IS NULL
      UNION ALL SELECT customer_id FROM positions WHERE state = 'running' AND ends_at <= p_now) c
    JOIN customers m ON m.id = c.customer_id
    LEFT JOIN customers one ON one.id = m.referrer_id
    LEFT JOIN customers two ON two.id = one.referrer_id
    WHERE p_id IN (m.id, one.id, two.id, two.referrer_id))
  UNION ALL SELECT 'case' WHERE EXISTS (SELECT FROM cases WHERE customer_id = p_id AND closed_at IS NULL)
  UNION ALL SELECT 'kept_by_law' WHERE p_keep_days > 0 AND EXISTS (SELECT FROM ledger.journals WHERE owner = p_id
    AND happened_at > p_now - make_interval(days => p_keep_days) AND kind <> 'remainder_given_up')
$$;
CREATE UNIQUE INDEX a_customer_has_one_open_case ON cases (customer_id) WHERE closed_at IS NULL;
CREATE INDEX cases_newest_first ON cases ((closed_at IS NULL), opened_at DESC, id DESC);

-- What was done in it, in its order. What somebody wrote is put aside, where it can be erased (kept_words).
CREATE TABLE case_events (
  id uuid NOT NULL,
  case_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT kind_of_an_event_is_known
    CHECK (kind IN ('opened', 'alert', 'assigned', 'note', 'decided', 'closed')),
  author text NOT NULL,
  staff_id uuid REFERENCES staff (id),
  -- Whom it was assigned to, what was decided, which alert was added.
  about text,
  words text,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (id),
  CONSTRAINT an_event_is_of_a_case FOREIGN KEY (case_id) REFERENCES cases (id)
);
REVOKE UPDATE, DELETE ON case_events FROM lastro_app;
CREATE INDEX case_events_in_order ON case_events (case_id, happened_at, id);
CREATE TRIGGER case_events_never_change BEFORE UPDATE OR DELETE ON case_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_events_are_never_emptied BEFORE TRUNCATE ON case_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the house tells many customers at once: five texts, a link into the product, whom, and when. It arrives as a notice of each, and as a
-- mail where that was chosen. How far it has come is kept with it.
CREATE TABLE announcements (
  id uuid PRIMARY KEY,
  -- By language, all five; plain text.
  texts jsonb NOT NULL CONSTRAINT it_is_said_in_every_language CHECK (texts ?& ARRAY['pt-BR', 'en', 'es', 'zh-CN', 'fa']),
  -- A path of the product, nothing else.
  link text CONSTRAINT a_link_stays_in_the_product CHECK (link ~ '^/[a-z0-9][a-z0-9/_?=&-]*$'),
  segment text NOT NULL CONSTRAINT segment_is_known
    CHECK (segment ~ '^(all|never_logged_in|product:[a-z]+|language:[A-Za-z-]{2,5}|country:\+[1-9][0-9]{0,3})$'),
  mails boolean NOT NULL,
  -- Real time; whoever became a customer later is not told.
  starts_at timestamptz NOT NULL,
  made_by text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  -- How many it was for when it was made.
  counted integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT state_of_an_announcement_is_known CHECK (state IN ('waiting', 'sending', 'done', 'withdrawn')),
  ended_at timestamptz,
  -- Everybody up to this id was told, in the transaction that says so, and how many those were.
  told_up_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  told integer NOT NULL DEFAULT 0,
  CONSTRAINT an_announcement_has_an_end_when_it_is_over CHECK ((state IN ('done', 'withdrawn')) = (ended_at IS NOT NULL))
);
REVOKE DELETE ON announcements FROM lastro_app;
CREATE INDEX announcements_due ON announcements (starts_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX announcements_newest_first ON announcements (made_at DESC, id DESC);

-- What was agreed on is what is told; it goes forward only.
CREATE FUNCTION keep_announcement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF to_jsonb(NEW) - '{state,ended_at,told_up_to,told}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{state,ended_at,told_up_to,told}'::text[]
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('sending', 'withdrawn') AND NEW.told = 0
      OR OLD.state = 'sending' AND NEW.state IN ('sending', 'done') AND NEW.told >= OLD.told AND NEW.told_up_to >= OLD.told_up_to) THEN
    RAISE EXCEPTION 'an announcement is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER announcements_go_forward BEFORE UPDATE ON announcements FOR EACH ROW EXECUTE FUNCTION keep_announcement();
CREATE TRIGGER announcements_stay BEFORE DELETE ON announcements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER announcements_are_never_emptied BEFORE TRUNCATE ON announcements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE INDEX mails_urgent_due ON mails (due_at) WHERE due_at IS NOT NULL AND is_urgent;

-- The cases about one customer, on their page.
CREATE INDEX cases_about_a_customer ON cases (customer_id, opened_at DESC, id DESC);

-- What was left of an erased customer's money where it was less than one cent, which nobody can withdraw: given up to the treasury by the
-- transaction that erased them. It is what stands behind the journal, and no figure of anybody's.
CREATE TABLE given_up_remainders (
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- Micro-dollars, of each account.
  balance bigint NOT NULL,
  zord bigint NOT NULL,
  PRIMARY KEY (customer_id),
  CONSTRAINT less_than_a_cent_is_given_up CHECK (balance >= 0 AND zord >= 0 AND balance + zord BETWEEN 1 AND 9999)
);
REVOKE UPDATE, DELETE ON given_up_remainders FROM lastro_app;
CREATE TRIGGER given_up_remainders_stay BEFORE UPDATE OR DELETE ON given_up_remainders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER given_up_remainders_are_never_emptied BEFORE TRUNCATE ON given_up_remainders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SELECT ledger.add_kind('remainder_given_up', '{balance>treasury?,zord>treasury?}', referenced => false);
CREATE UNIQUE INDEX the_same_is_asked_for_once ON staff_requests (subject) WHERE state IN ('waiting', 'approved');
