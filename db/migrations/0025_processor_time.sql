-- What a money call costs in processor time (docs/decisions/0076-what-a-stake-costs.md): the same rules with fewer expressions, since
-- PostgreSQL prepares each anew in every transaction that meets it.

-- A position is sound when it is opened, and stays so. These were ten CHECK constraints, of which PostgreSQL reads the text of each
-- anew for every statement that writes: a tenth of a stake. The trigger that notes a position's maturity says them now, with what
-- they were called, and what may change of a position afterwards is compared in the statement itself. (CHECK stays for the cell.)
CREATE FUNCTION enter_position() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  violated text;
BEGIN
  IF (NEW.amount > 0 AND NEW.ends_at > NEW.started_at AND NEW.promised >= 0 AND NEW.rate > 0 AND (NEW.rate IS NULL) = (NEW.promised = 0)
    AND NEW.cancel_fee BETWEEN 0 AND 100000000 AND NEW.state IN ('running', 'ended', 'canceled')
    AND (NEW.state = 'running') = (NEW.closed_at IS NULL) AND NEW.result >= -NEW.amount
    AND num_nonnulls(NEW.operations_seen, NEW.payouts, NEW.result) = (CASE WHEN NEW.state = 'ended' AND NEW.rate IS NULL THEN 3 ELSE 0 END)
  ) IS NOT FALSE THEN
    INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
    VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, 1, NEW.amount, NEW.promised);
    RETURN NULL;
  END IF;
  violated := CASE
    WHEN NEW.amount <= 0 THEN 'something_is_invested'
    WHEN NEW.ends_at <= NEW.started_at THEN 'a_position_ends_after_it_starts'
    WHEN NEW.promised < 0 THEN 'a_promise_is_not_negative'
    WHEN NEW.rate <= 0 THEN 'a_rate_is_positive'
    WHEN (NEW.rate IS NULL) <> (NEW.promised = 0) THEN 'a_fixed_yield_promises'
    WHEN NEW.cancel_fee NOT BETWEEN 0 AND 100000000 THEN 'a_cancel_fee_is_a_part'
    WHEN NEW.state NOT IN ('running', 'ended', 'canceled') THEN 'state_is_known'
    WHEN (NEW.state = 'running') <> (NEW.closed_at IS NULL) THEN 'an_end_is_whole'
    WHEN NEW.result < -NEW.amount THEN 'no_more_is_lost_than_the_amount'
    ELSE 'a_result_is_of_an_ended_traded_position' END;
  RAISE EXCEPTION 'position % violates "%"', NEW.id, violated USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA,
    TABLE = TG_TABLE_NAME, CONSTRAINT = violated;
END
$$;
CREATE TRIGGER positions_are_sound AFTER INSERT ON positions FOR EACH ROW EXECUTE FUNCTION enter_position();
-- What else there is of a position never changes (ended_positions_never_change).
CREATE TRIGGER positions_stay_sound AFTER UPDATE ON positions FOR EACH ROW
  WHEN ((NEW.state IN ('running', 'ended', 'canceled') AND (NEW.state = 'running') = (NEW.closed_at IS NULL) AND NEW.result >= -NEW.amount
    AND num_nonnulls(NEW.operations_seen, NEW.payouts, NEW.result) = CASE WHEN NEW.state = 'ended' AND NEW.rate IS NULL THEN 3 ELSE 0 END) IS FALSE)
  EXECUTE FUNCTION enter_position();
DROP TRIGGER positions_note_their_maturity ON positions;
ALTER TABLE positions
  DROP CONSTRAINT a_cancel_fee_is_a_part, DROP CONSTRAINT a_fixed_yield_promises, DROP CONSTRAINT a_position_ends_after_it_starts,
  DROP CONSTRAINT a_promise_is_not_negative, DROP CONSTRAINT a_rate_is_positive,
  DROP CONSTRAINT a_result_is_of_an_ended_traded_position, DROP CONSTRAINT an_end_is_whole,
  DROP CONSTRAINT no_more_is_lost_than_the_amount, DROP CONSTRAINT something_is_invested, DROP CONSTRAINT state_is_known;

-- The other half of it: a position that is opened is noted by enter_position().
CREATE OR REPLACE FUNCTION note_maturity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
  VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, -1, -NEW.amount, -NEW.promised);
  RETURN NULL;
END
$$;

-- Uses the member's new capital in what they invested: what no bonus was reckoned on yet and is still here. Behind the journal, so the
-- member's accounts are locked and their number is the journal's. Most have none: then it is one look into an index.
CREATE FUNCTION use_new_capital(p_customer uuid, p_id uuid, p_product text, p_position uuid, p_amount bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_customer), 15);
  usable bigint;
BEGIN
  SELECT least(p_amount, n.high_water - n.used, n.contributed) INTO usable FROM network_capital n
  WHERE n.customer_id = p_customer AND n.cell = in_cell AND n.high_water > n.used AND n.contributed > 0 FOR NO KEY UPDATE;
  IF NOT FOUND OR EXISTS (
    SELECT FROM network_causes c WHERE c.position_id = p_position AND c.kind = 'invested' AND c.cell = in_cell) THEN
    RETURN;
  END IF;
  UPDATE network_capital n SET used = n.used + usable WHERE n.customer_id = p_customer AND n.cell = in_cell;
  INSERT INTO network_causes (id, cell, customer_id, kind, product, position_id, amount, base, happened_at, number, recorded_xid)
  SELECT p_id, in_cell, p_customer, 'invested', p_product, p_position, p_amount, usable, p_at, a.number,
    greatest(pg_current_xact_id(), (SELECT last.recorded_xid FROM network_causes last
      WHERE last.customer_id = p_customer AND last.cell = in_cell ORDER BY last.number DESC LIMIT 1))
  FROM ledger.accounts a WHERE a.owner = p_customer AND a.cell = in_cell;
END
$$;
