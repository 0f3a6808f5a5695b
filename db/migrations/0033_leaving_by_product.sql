-- Leaving a position costs what opening one does: the journal by its kind's own posting, and triggers that are looked at where something
-- that they say could change (docs/decisions/0083-a-posting-by-kind.md). A trigger's WHEN is text, which every statement reads anew.

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

-- A product's own way to leave a position before its end, in place of cancel_position(). Whoever changes the row has the position. The
-- customer's accounts are held before it, as by whoever settles; p_fee is what leaving costs where the position does not say it.
CREATE FUNCTION write_leaving(p_product text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  amounts text;
BEGIN
  PERFORM ledger.write_posting(p_product || '_canceled');
  SELECT CASE x.yield WHEN 'fixed' THEN 'x.amount - fee, fee, x.promised' ELSE 'x.amount - fee, fee' END INTO STRICT amounts
  FROM products x WHERE x.product = p_product AND x.cancelable;
  EXECUTE format($write$
CREATE FUNCTION public.%1$I(p_id uuid, p_customer uuid, p_now timestamptz, p_fee bigint, p_movable boolean DEFAULT false) RETURNS positions
LANGUAGE plpgsql VOLATILE AS $cancel$
DECLARE
  in_cell smallint := pg_catalog.get_byte(pg_catalog.uuid_send(p_customer), 15);
  x public.positions;
  fee bigint;
  number bigint;
BEGIN
  IF p_movable THEN
    PERFORM ledger.require_movable(p_customer);
  ELSE
    PERFORM ledger.hold_accounts(ARRAY[p_customer]);
  END IF;
  UPDATE public.positions SET state = 'canceled', closed_at = p_now
  WHERE id = p_id AND cell = in_cell AND customer_id = p_customer AND product = %2$L AND state = 'running'
    AND ends_at > p_now
  RETURNING * INTO x;
  IF NOT FOUND THEN
    IF EXISTS (SELECT FROM public.positions WHERE id = p_id AND cell = in_cell AND customer_id = p_customer AND product = %2$L) THEN
      RAISE EXCEPTION 'position %% does not run any more', p_id USING ERRCODE = 'LB011';
    END IF;
    RAISE EXCEPTION 'there is no position %%', p_id USING ERRCODE = 'LB010';
  END IF;
  fee := div(x.amount::numeric * coalesce(x.cancel_fee, p_fee), 100000000);
  number := ledger.%3$I(concat(%4$L, p_id, ':canceled'), p_customer, p_id, p_now, false, %5$s);
  RETURN x;
END
$cancel$ $write$, 'cancel_' || p_product, p_product, 'post_' || p_product || '_canceled', p_product || ':', amounts);
END
$$;
DO $$
BEGIN
  PERFORM write_leaving(x.product) FROM products x WHERE x.cancelable;
END
$$;
DROP FUNCTION cancel_position(uuid, uuid, text, timestamptz, bigint);

-- As before, and then its leaving.
CREATE OR REPLACE FUNCTION add_product(p_product text, p_yield text, p_source text, p_cancelable boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO products (product, yield, source, cancelable) VALUES (p_product, p_yield, p_source, p_cancelable);
  IF p_yield = 'fixed' THEN
    PERFORM ledger.add_kind(p_product || '_opened', ARRAY[p_source || '>invested', 'treasury>promised']);
    PERFORM ledger.add_kind(p_product || '_matured', ARRAY['invested>' || p_source, 'promised>' || p_source]);
    PERFORM ledger.add_kind(p_product || '_withheld', ARRAY[p_source || '>taxes']);
  ELSE
    INSERT INTO payout_feeds (product) VALUES (p_product);
    PERFORM ledger.add_kind(p_product || '_opened', ARRAY[p_source || '>invested']);
    PERFORM ledger.add_kind(p_product || '_matured',
      ARRAY['invested>' || p_source || '?', 'invested>trading?', 'trading>' || p_source || '?']);
  END IF;
  IF p_cancelable THEN
    PERFORM ledger.add_kind(p_product || '_canceled', CASE p_yield
      WHEN 'fixed' THEN ARRAY['invested>' || p_source, 'invested>fees?', 'promised>treasury']
      ELSE ARRAY['invested>' || p_source, 'invested>fees?'] END);
  END IF;
  PERFORM write_opening(p_product);
  IF p_cancelable THEN
    PERFORM write_leaving(p_product);
  END IF;
END
$$;
