-- What people write about a customer stands apart from what must never change: in the account of actions and in the requests of the staff is
-- a reference to it, with its hash, and the words themselves are here, so that they can go when the customer asks for it while the
-- chain stays whole. And what goes with a customer who is erased.

-- When nothing was left by which the person is found. The row stays, and stands in the books for somebody who is nobody any more.
ALTER TABLE customers ADD COLUMN erased_at timestamptz;
CREATE INDEX customers_erased ON customers (id) WHERE erased_at IS NOT NULL;

CREATE OR REPLACE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_words := CASE WHEN NEW.erased_at IS NULL THEN array_to_tsvector(
    words_of(NEW.name || CASE WHEN NEW.is_masked_to_upline THEN '' ELSE ' ' || NEW.email END)) ELSE '' END;
  RETURN NEW;
END
$$;

-- Words about a customer. `hash` is that of a salt that nobody else has and the words: who has only the hash cannot try names on it.
CREATE TABLE kept_words (
  hash bytea NOT NULL CONSTRAINT words_are_known_by_their_hash CHECK (hash = sha256(salt || convert_to(words, 'UTF8'))),
  cell smallint NOT NULL CONSTRAINT kept_words_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- What speaks of them: `action:12`, `request:<id>`.
  place text NOT NULL,
  salt bytea NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (hash, cell)
);
CREATE INDEX kept_words_of_a_customer ON kept_words (customer_id, place);
CREATE INDEX kept_words_by_place ON kept_words (place);
CREATE TRIGGER kept_words_never_change BEFORE UPDATE ON kept_words FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_words_are_never_emptied BEFORE TRUNCATE ON kept_words FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON kept_words FROM lastro_app;

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
  INSERT INTO kept_words (hash, cell, customer_id, place, salt, words)
  VALUES (own_hash, cell_of(p_customer), p_customer, p_place, own_salt, p_words);
  RETURN 'kept:' || encode(own_hash, 'hex');
END
$$;

-- What a reference stands for; anything else is what it says. Of somebody who was erased it is `[erased]`.
CREATE FUNCTION said(p_text text) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_text ~ '^kept:[0-9a-f]{64}$'
    THEN coalesce((SELECT words FROM kept_words WHERE hash = decode(substr(p_text, 6), 'hex')), '[erased]') ELSE p_text END
$$;
-- The same for each text of an object.
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

-- As before, but what somebody wrote about a customer is put aside, and its reference is what the chain has.
CREATE OR REPLACE FUNCTION record_action(
  p_operator text, p_staff uuid, p_address text, p_request uuid, p_action text, p_details jsonb, p_was jsonb, p_is_now jsonb
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head action_chain;
  added actions;
  details jsonb := p_details;
  written record;
BEGIN
  IF p_details ?| ARRAY['reason', 'evidence', 'text'] AND p_details ->> 'customer' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    -- Before the chain: whoever erases them holds them first, and the chain last.
    PERFORM FROM customers WHERE id = (p_details ->> 'customer')::uuid FOR KEY SHARE;
  END IF;
  SELECT * INTO head FROM action_chain FOR UPDATE;
  IF p_details ->> 'customer' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    FOR written IN SELECT e.key, e.value FROM jsonb_each_text(p_details) AS e
      WHERE e.key IN ('reason', 'evidence', 'text') AND EXISTS (SELECT FROM customers WHERE id = (p_details ->> 'customer')::uuid)
    LOOP
      details := jsonb_set(details, ARRAY[written.key],
        to_jsonb(keep_words((p_details ->> 'customer')::uuid, 'action:' || head.number + 1, written.value)));
    END LOOP;
  END IF;
  added := ROW(head.number + 1, greatest(clock_timestamp(), head.happened_at), p_operator, p_staff, p_address, p_request, p_action,
    details, p_was, p_is_now, NULL);
  added.hash := sha256(head.hash || action_bytes(added));
  INSERT INTO actions SELECT added.*;
  UPDATE action_chain SET number = added.number, happened_at = added.happened_at, hash = added.hash;
  RETURN added.number;
END
$$;

-- Requests about a customer are found by what was put aside of them, not by an address that they name.
DROP INDEX staff_requests_by_first_word;

-- Until when whoever carries an approved request out is taken to be alive: it is nobody else's until then.
ALTER TABLE staff_requests ADD COLUMN claimed_until timestamptz;
CREATE OR REPLACE FUNCTION keep_request() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.command, NEW.input, NEW.reason, NEW.maker_id, NEW.made_at, NEW.expires_at)
      IS DISTINCT FROM (OLD.id, OLD.command, OLD.input, OLD.reason, OLD.maker_id, OLD.made_at, OLD.expires_at)
    OR (OLD.decider_id IS NOT NULL AND (NEW.decider_id, NEW.decided_at, NEW.decision_reason)
      IS DISTINCT FROM (OLD.decider_id, OLD.decided_at, OLD.decision_reason))
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('approved', 'refused', 'withdrawn', 'expired')
      OR OLD.state = 'approved' AND NEW.state IN ('done', 'failed')
      OR OLD.state = 'approved' AND NEW.state = 'approved' AND to_jsonb(NEW) - 'claimed_until' = to_jsonb(OLD) - 'claimed_until')
  THEN
    RAISE EXCEPTION 'a request is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
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

DROP TRIGGER ended_transfers_never_change ON broker_transfers;
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
DROP FUNCTION refuse_change_of_ended_transfer;
DROP TRIGGER each_change_of_a_transfer_is_a_step ON broker_transfers;
CREATE TRIGGER each_change_of_a_transfer_is_a_step AFTER UPDATE ON broker_transfers FOR EACH ROW
  WHEN ((NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision)
    IS DISTINCT FROM (OLD.state, OLD.attempts, OLD.last_error, OLD.reason, OLD.decision)
    AND OLD.state NOT IN ('settled', 'returned'))
  EXECUTE FUNCTION keep_transfer_step();

DROP TRIGGER steps_never_change ON transfer_steps;
CREATE TRIGGER steps_never_change BEFORE UPDATE OR DELETE ON transfer_steps
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('reason');
DROP TRIGGER what_was_ended_by_hand_stays ON transfers_by_hand;
CREATE TRIGGER what_was_ended_by_hand_stays BEFORE UPDATE OR DELETE ON transfers_by_hand
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('evidence');
DROP TRIGGER reversals_stay ON ledger_reversals;
CREATE TRIGGER reversals_stay BEFORE UPDATE OR DELETE ON ledger_reversals
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('reason');
DROP TRIGGER notes_never_change ON reconciliation_notes;
CREATE TRIGGER notes_never_change BEFORE UPDATE OR DELETE ON reconciliation_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('note');

-- Names and telephone numbers are set right as addresses are: with a waiting time and somebody who can object.
ALTER TABLE address_changes ADD COLUMN field text NOT NULL DEFAULT 'email'
  CONSTRAINT field_to_be_corrected_is_known CHECK (field IN ('email', 'name', 'phone'));
ALTER TABLE address_changes DROP CONSTRAINT new_address_is_lower_case;
ALTER TABLE address_changes ADD CONSTRAINT what_it_becomes_is_short
  CHECK (length(becomes) <= 254 AND (field <> 'email' OR becomes = lower(becomes)));
DROP INDEX a_customer_has_one_address_change_waiting;
CREATE UNIQUE INDEX a_field_waits_for_one_correction ON address_changes (customer_id, field, cell) WHERE state = 'waiting';
ALTER TABLE address_changes RENAME TO customer_corrections;

-- What stands in the way of erasing a customer, in words for machines; empty where nothing does.
CREATE FUNCTION erasure_obstacles(p_id uuid, p_keep_days int, p_now timestamptz) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT 'balance' FROM ledger.accounts WHERE owner = p_id AND cell = cell_of(p_id) AND balance + held + invested + promised + zord > 0
  UNION ALL SELECT 'position' WHERE EXISTS (SELECT FROM positions WHERE customer_id = p_id AND cell = cell_of(p_id) AND state = 'running')
  UNION ALL SELECT 'transfer' WHERE EXISTS (SELECT FROM broker_transfers WHERE customer_id = p_id AND cell = cell_of(p_id) AND ended_at IS NULL)
  UNION ALL SELECT 'award' WHERE EXISTS (SELECT FROM network_awards WHERE beneficiary_id = p_id AND cell = cell_of(p_id) AND due_at IS NOT NULL
    AND paid_at IS NULL)
  UNION ALL SELECT 'cause' WHERE EXISTS (SELECT FROM network_causes WHERE customer_id = p_id AND cell = cell_of(p_id) AND done_at IS NULL)
  UNION ALL SELECT 'kept_by_law' WHERE p_keep_days > 0 AND EXISTS (SELECT FROM ledger.journals WHERE owner = p_id AND cell = cell_of(p_id)
    AND happened_at > p_now - make_interval(days => p_keep_days))
$$;

-- The last step of erasing a customer, and what the product's own login cannot do: what was written about them in rows that stay, what
-- the network would still earn them, and who they are. The rest is deleted by the same transaction before (src/privacy), which holds their
-- accounts. LB031 where something stands in the way, or they were erased before.
CREATE FUNCTION erase_customer(p_id uuid, p_password_hash text, p_keep_days int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  in_cell smallint := cell_of(p_id);
  gone bigint;
BEGIN
  PERFORM FROM customers WHERE id = p_id AND erased_at IS NULL FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM erasure_obstacles(p_id, p_keep_days, p_now)) THEN
    RAISE EXCEPTION 'customer % cannot be erased', p_id USING ERRCODE = 'LB031';
  END IF;
  UPDATE staff_requests SET state = 'expired', ended_at = now() WHERE state = 'waiting' AND id::text IN (
    SELECT substr(place, 9) FROM kept_words WHERE customer_id = p_id AND cell = in_cell AND place LIKE 'request:%');
  DELETE FROM kept_words WHERE customer_id = p_id AND cell = in_cell;
  DELETE FROM customer_notes WHERE customer_id = p_id AND cell = in_cell;
  UPDATE broker_transfers SET reason = '[erased]' WHERE customer_id = p_id AND cell = in_cell AND reason IS NOT NULL;
  UPDATE transfer_steps s SET reason = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND b.cell = in_cell AND s.transfer_id = b.id AND s.cell = in_cell AND s.reason IS NOT NULL;
  UPDATE transfers_by_hand h SET evidence = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND b.cell = in_cell AND h.transfer_id = b.id AND h.cell = in_cell;
  UPDATE reconciliation_notes n SET note = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND b.cell = in_cell AND n.reference = b.id::text;
  UPDATE ledger_reversals SET reason = '[erased]' WHERE customer_id = p_id AND cell = in_cell;
  WITH void AS (
    UPDATE network_awards SET void_at = greatest(p_now, happened_at)
    WHERE beneficiary_id = p_id AND cell = in_cell AND kind = 'bonus' AND due_at IS NULL AND void_at IS NULL RETURNING value
  )
  SELECT coalesce(sum(value), 0) INTO gone FROM void;
  UPDATE network_beneficiaries SET bonuses = bonuses - gone WHERE customer_id = p_id AND cell = in_cell AND gone > 0;
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
  cell smallint NOT NULL CONSTRAINT privacy_requests_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
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
  PRIMARY KEY (id, cell),
  CONSTRAINT what_was_answered_says_how CHECK ((outcome IS NULL) = (answered_at IS NULL))
);
CREATE UNIQUE INDEX a_customer_waits_for_one_answer_of_a_kind ON privacy_requests (customer_id, kind, cell) WHERE answered_at IS NULL;
CREATE INDEX privacy_requests_due ON privacy_requests (due_on, id) WHERE answered_at IS NULL;
CREATE INDEX privacy_requests_answered ON privacy_requests (answered_at DESC, id DESC) WHERE answered_at IS NOT NULL;
CREATE INDEX privacy_requests_of_a_customer ON privacy_requests (customer_id);
CREATE TRIGGER privacy_requests_stay BEFORE DELETE ON privacy_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER privacy_requests_are_never_emptied BEFORE TRUNCATE ON privacy_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON privacy_requests FROM lastro_app;
