-- What a money call costs in processor time, once more.

-- The rules of single columns are said by the columns' types, which PostgreSQL keeps prepared; a CHECK of a table is read anew from its
-- text by each statement that writes. They have the names that they had.
CREATE DOMAIN ledger.left_over AS bigint CONSTRAINT accounts_never_below_zero CHECK (VALUE >= 0);
CREATE DOMAIN ledger.left_to_promise AS bigint CONSTRAINT treasury_never_below_zero CHECK (VALUE >= 0);
CREATE DOMAIN ledger.moved_amount AS bigint CONSTRAINT amount_is_positive CHECK (VALUE > 0);
CREATE DOMAIN ledger.leg_number AS smallint CONSTRAINT legs_are_numbered CHECK (VALUE BETWEEN 1 AND 8);
CREATE DOMAIN ledger.journal_key AS text CONSTRAINT journal_key_is_short CHECK (length(VALUE) BETWEEN 1 AND 200);
ALTER TABLE ledger.accounts
  DROP CONSTRAINT accounts_never_below_zero,
  ALTER balance TYPE ledger.left_over, ALTER held TYPE ledger.left_over, ALTER invested TYPE ledger.left_over,
  ALTER promised TYPE ledger.left_over, ALTER zord TYPE ledger.left_over;
ALTER TABLE ledger.treasury DROP CONSTRAINT treasury_never_below_zero, ALTER balance TYPE ledger.left_to_promise;
ALTER TABLE ledger.journals DROP CONSTRAINT journal_key_is_short, ALTER key TYPE ledger.journal_key;
ALTER TABLE ledger.entries
  DROP CONSTRAINT amount_is_positive, DROP CONSTRAINT legs_are_numbered, DROP CONSTRAINT money_moves_between_two_accounts,
  ALTER amount TYPE ledger.moved_amount, ALTER leg TYPE ledger.leg_number;
-- Entries are of kinds, and no kind has a leg from an account to itself.
ALTER TABLE ledger.kinds ADD CONSTRAINT money_moves_between_two_accounts CHECK (array_to_string(legs, ',') !~ '(^|,)([a-z]+)>\2(,|$)');

-- In which cell an account is never changes: looked at where it could.
ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_are_in_their_cell;
CREATE FUNCTION ledger.keep_in_cell() RETURNS trigger LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  IF NEW.cell = get_byte(uuid_send(NEW.owner), 15) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'accounts of % violate "%"', NEW.owner, TG_NAME USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA,
    TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;
CREATE TRIGGER accounts_are_in_their_cell BEFORE INSERT OR UPDATE OF owner, cell ON ledger.accounts
  FOR EACH ROW EXECUTE FUNCTION ledger.keep_in_cell();
-- As a constraint does, it holds for a replica's writing, too.
ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_are_in_their_cell;

-- Which rule a position does not keep; NULL: it is sound.
CREATE FUNCTION rule_against(p positions) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p.amount <= 0 THEN 'something_is_invested'
    WHEN p.ends_at <= p.started_at THEN 'a_position_ends_after_it_starts'
    WHEN p.promised < 0 THEN 'a_promise_is_not_negative'
    WHEN p.rate <= 0 THEN 'a_rate_is_positive'
    WHEN (p.rate IS NULL) <> (p.promised = 0) THEN 'a_fixed_yield_promises'
    WHEN p.cancel_fee NOT BETWEEN 0 AND 100000000 THEN 'a_cancel_fee_is_a_part'
    WHEN p.tax_rate NOT BETWEEN 1 AND 100000000 OR p.tax_rate IS NOT NULL AND p.rate IS NULL THEN 'a_tax_is_a_part_of_a_promise'
    WHEN p.cell <> get_byte(uuid_send(p.customer_id), 15) THEN 'positions_are_in_their_cell'
    WHEN p.state NOT IN ('running', 'ended', 'canceled') THEN 'state_is_known'
    WHEN (p.state = 'running') <> (p.closed_at IS NULL) THEN 'an_end_is_whole'
    WHEN p.result < -p.amount THEN 'no_more_is_lost_than_the_amount'
    WHEN num_nonnulls(p.operations_seen, p.payouts, p.result) <> (CASE WHEN p.state = 'ended' AND p.rate IS NULL THEN 3 ELSE 0 END)
      THEN 'a_result_is_of_an_ended_traded_position' END
$$;
CREATE FUNCTION require_sound(p positions) RETURNS void LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  violated text := rule_against(p);
BEGIN
  IF violated IS NOT NULL THEN
    RAISE EXCEPTION 'position % violates "%"', p.id, violated USING ERRCODE = 'check_violation', SCHEMA = 'public', TABLE = 'positions', CONSTRAINT = violated;
  END IF;
END
$$;

-- Likewise of a position: the trigger of its opening looks, and one for whoever moves it. What a position that runs has not is looked at
-- together; any other way of being sound is found on the longer way.
CREATE OR REPLACE FUNCTION enter_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount > 0 AND NEW.ends_at > NEW.started_at AND NEW.promised >= 0 AND NEW.rate > 0 AND (NEW.rate IS NULL) = (NEW.promised = 0)
    AND NEW.cancel_fee BETWEEN 0 AND 100000000 AND NEW.cell = get_byte(uuid_send(NEW.customer_id), 15) AND NEW.state = 'running'
    AND num_nonnulls(NEW.closed_at, NEW.operations_seen, NEW.payouts, NEW.result, NEW.tax_rate) = 0) IS FALSE THEN
    PERFORM require_sound(NEW);
  END IF;
  INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
  VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, 1, NEW.amount, NEW.promised);
  RETURN NULL;
END
$$;
CREATE TRIGGER positions_are_in_their_cell AFTER UPDATE OF cell ON positions FOR EACH ROW
  WHEN (NEW.cell IS DISTINCT FROM get_byte(uuid_send(NEW.customer_id), 15)) EXECUTE FUNCTION enter_position();
ALTER TABLE positions ENABLE ALWAYS TRIGGER positions_are_in_their_cell;
ALTER TABLE positions DROP CONSTRAINT positions_are_in_their_cell, DROP CONSTRAINT a_tax_is_a_part_of_a_promise;

REVOKE EXECUTE ON FUNCTION ledger.keep_in_cell FROM PUBLIC;
