-- Triggers that are looked at where something that they say could change: a trigger's WHEN is text, which every statement reads anew.

-- What was agreed never changes: looked at where it is among what is written. Nor does a position that has ended.
DROP TRIGGER ended_positions_never_change ON positions;
CREATE TRIGGER ended_positions_never_change BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.state <> 'running') EXECUTE FUNCTION refuse_change_of_ended_position();
CREATE TRIGGER what_was_agreed_never_changes
  BEFORE UPDATE OF id, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate ON positions FOR EACH ROW
  WHEN ((OLD.id, OLD.customer_id, OLD.product, OLD.amount, OLD.rate, OLD.promised, OLD.started_at, OLD.ends_at, OLD.terms, OLD.cancel_fee, OLD.tax_rate)
    IS DISTINCT FROM (NEW.id, NEW.customer_id, NEW.product, NEW.amount, NEW.rate, NEW.promised, NEW.started_at, NEW.ends_at, NEW.terms,
      NEW.cancel_fee, NEW.tax_rate))
  EXECUTE FUNCTION refuse_change_of_ended_position();

-- What may change of a position is sound. One that ends falls due no more.
DROP TRIGGER positions_stay_sound ON positions;
DROP TRIGGER positions_note_their_end ON positions;
DROP FUNCTION note_maturity();
CREATE FUNCTION change_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.state IN ('ended', 'canceled') AND NEW.closed_at IS NOT NULL AND NEW.result >= -NEW.amount
    AND num_nonnulls(NEW.operations_seen, NEW.payouts, NEW.result) = (CASE WHEN NEW.state = 'ended' AND NEW.rate IS NULL THEN 3 ELSE 0 END)) IS NOT TRUE THEN
    PERFORM require_sound(NEW);
  END IF;
  IF OLD.state = 'running' AND NEW.state <> 'running' THEN
    INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
    VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, -1, -NEW.amount, -NEW.promised);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER positions_stay_sound AFTER UPDATE OF state, closed_at, operations_seen, payouts, result ON positions
  FOR EACH ROW EXECUTE FUNCTION change_position();
