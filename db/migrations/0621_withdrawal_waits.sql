-- Why a withdrawal waits for an operator, and what that is judged by: when a customer's phone and password were changed, and what
-- has been asked for lately. Which device they come from is known where sessions are. Nothing here decides anything.

ALTER TABLE broker_transfers ADD COLUMN waits_because text;
-- Those of before were over the limit of a single one.
UPDATE broker_transfers SET waits_because = 'over_limit' WHERE needs_approval;
ALTER TABLE broker_transfers
  ADD CONSTRAINT whoever_waits_is_told_why CHECK (needs_approval = (waits_because IS NOT NULL)),
  ADD CONSTRAINT why_a_withdrawal_waits_is_known CHECK (
    waits_because IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device'));

-- What left lately: of a customer, and of everybody.
CREATE INDEX withdrawals_of_a_customer_lately ON broker_transfers (customer_id, created_at) INCLUDE (amount)
  WHERE direction = 'withdrawal' AND state <> 'returned';
CREATE INDEX withdrawals_lately ON broker_transfers (created_at) INCLUDE (amount, net, currency, state)
  WHERE direction = 'withdrawal' AND state <> 'returned';

-- Whoever asks for a withdrawal well below the house's limits holds one of these, and whoever asks near them holds all: so what is
-- not yet committed is either little enough or not there, and nobody waits for a single row that all share (decision 32).
CREATE TABLE withdrawal_turnstiles (
  id smallint PRIMARY KEY
);
INSERT INTO withdrawal_turnstiles SELECT generate_series(1, 8);

ALTER TABLE customers ADD COLUMN phone_changed_at timestamptz, ADD COLUMN password_changed_at timestamptz;

-- Whoever changes one of them, by whatever way.
CREATE FUNCTION note_customer_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone THEN
    NEW.phone_changed_at := now();
  END IF;
  IF NEW.password_hash IS DISTINCT FROM OLD.password_hash THEN
    NEW.password_changed_at := now();
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER customers_note_change BEFORE UPDATE OF phone, password_hash ON customers
  FOR EACH ROW EXECUTE FUNCTION note_customer_change();
