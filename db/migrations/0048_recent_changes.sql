-- The recent changes of an account in one list: each makes its withdrawals wait (F6, L11). Noted by whatever way they were made.
ALTER TABLE customers ADD COLUMN factor_changed_at timestamptz, ADD COLUMN calendar_made_at timestamptz,
  ADD COLUMN address_changed_at timestamptz;

CREATE OR REPLACE FUNCTION note_customer_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone THEN
    NEW.phone_changed_at := now();
  END IF;
  IF NEW.password_hash IS DISTINCT FROM OLD.password_hash THEN
    NEW.password_changed_at := now();
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email THEN
    NEW.address_changed_at := now();
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER customers_note_change ON customers;
CREATE TRIGGER customers_note_change BEFORE UPDATE OF phone, password_hash, email ON customers
  FOR EACH ROW EXECUTE FUNCTION note_customer_change();

-- A way of showing the second factor was added, replaced or removed. An authenticator's step and a passkey's counter change at every use.
CREATE FUNCTION note_factor_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET factor_changed_at = now() WHERE id = coalesce(NEW.customer_id, OLD.customer_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER authenticator_apps_note_change AFTER INSERT OR DELETE OR UPDATE OF sealed_secret, added_at ON authenticator_apps
  FOR EACH ROW EXECUTE FUNCTION note_factor_change();
CREATE TRIGGER passkeys_note_change AFTER INSERT OR DELETE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION note_factor_change();

CREATE FUNCTION note_calendar_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET calendar_made_at = now() WHERE id = NEW.customer_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER calendar_feeds_note_made AFTER INSERT OR UPDATE OF token_hash ON calendar_feeds
  FOR EACH ROW EXECUTE FUNCTION note_calendar_made();

-- A device is known by its token alone: what a browser calls itself proves nothing. Whoever comes without one is new each time.
DROP INDEX a_kind_is_known_once;

CREATE OR REPLACE FUNCTION enter_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  violated text;
BEGIN
  IF (NEW.amount > 0 AND NEW.rate > 0 AND NEW.fee >= 0 AND NEW.net > 0 AND NEW.fee_rate BETWEEN 0 AND 100000000
    AND NEW.direction IN ('deposit', 'withdrawal') AND NEW.currency IN ('brl', 'usdt') AND NEW.decision IN ('approved', 'refused')
    AND NEW.state IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
    AND NEW.waits_because IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device', 'factor_changed',
      'calendar_made', 'address_changed')
    AND (NEW.state IN ('settled', 'returned')) = (NEW.ended_at IS NOT NULL)
    AND (NEW.state IN ('awaiting_approval', 'settled', 'returned')) = (NEW.due_at IS NULL)
    AND CASE NEW.direction WHEN 'withdrawal' THEN NEW.state <> 'created' ELSE NEW.state NOT IN ('awaiting_approval', 'held') END
    AND (NOT NEW.needs_approval OR NEW.direction = 'withdrawal') AND NEW.needs_approval = (NEW.waits_because IS NOT NULL)
    AND CASE
      WHEN NOT NEW.needs_approval THEN NEW.state <> 'awaiting_approval'
        AND (NEW.decision IS NULL OR NEW.decision = 'refused' AND NEW.state = 'returned' AND NEW.direction = 'withdrawal')
      WHEN NEW.decision IS NULL THEN NEW.state = 'awaiting_approval'
      WHEN NEW.decision = 'refused' THEN NEW.state = 'returned'
      ELSE NEW.state <> 'awaiting_approval' END
  ) IS FALSE THEN
    violated := CASE
      WHEN NEW.amount <= 0 THEN 'transferred_amount_is_positive'
      WHEN NEW.rate <= 0 THEN 'exchange_rate_is_positive'
      WHEN NEW.fee < 0 THEN 'fee_is_not_negative'
      WHEN NEW.net <= 0 THEN 'settled_amount_is_positive'
      WHEN NEW.fee_rate NOT BETWEEN 0 AND 100000000 THEN 'a_fee_rate_is_a_part'
      WHEN NEW.direction NOT IN ('deposit', 'withdrawal') THEN 'direction_is_known'
      WHEN NEW.currency NOT IN ('brl', 'usdt') THEN 'currency_is_known'
      WHEN NEW.decision NOT IN ('approved', 'refused') THEN 'decision_is_known'
      WHEN NEW.state NOT IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
        THEN 'transfer_state_is_known'
      WHEN NEW.waits_because NOT IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device', 'factor_changed',
      'calendar_made', 'address_changed')
        THEN 'why_a_withdrawal_waits_is_known'
      WHEN (NEW.state IN ('settled', 'returned')) <> (NEW.ended_at IS NOT NULL) THEN 'only_an_ended_transfer_has_an_end'
      WHEN (NEW.state IN ('awaiting_approval', 'settled', 'returned')) <> (NEW.due_at IS NULL)
        THEN 'work_waits_for_approval_and_ends_with_the_transfer'
      WHEN CASE NEW.direction WHEN 'withdrawal' THEN NEW.state = 'created' ELSE NEW.state IN ('awaiting_approval', 'held') END
        THEN 'a_withdrawal_is_held_and_a_deposit_is_not'
      WHEN NEW.needs_approval AND NEW.direction <> 'withdrawal' THEN 'only_a_withdrawal_needs_approval'
      WHEN NEW.needs_approval <> (NEW.waits_because IS NOT NULL) THEN 'whoever_waits_is_told_why'
      ELSE 'nothing_is_sent_without_its_approval' END;
    RAISE EXCEPTION 'transfer % violates "%"', NEW.id, violated USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA,
      TABLE = TG_TABLE_NAME, CONSTRAINT = violated;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_steps (transfer_id, cell, number, state, attempts, error, reason, decision)
    VALUES (NEW.id, NEW.cell, 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision);
  ELSIF OLD.state NOT IN ('settled', 'returned') AND (NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision)
    IS DISTINCT FROM (OLD.state, OLD.attempts, OLD.last_error, OLD.reason, OLD.decision) THEN
    INSERT INTO transfer_steps (transfer_id, cell, number, state, attempts, error, reason, decision)
    SELECT NEW.id, NEW.cell, coalesce(max(number), 0) + 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision
    FROM transfer_steps WHERE transfer_id = NEW.id AND cell = NEW.cell;
  END IF;
  RETURN NULL;
END
$$;
