-- What leaving early and a withdrawal in USDT cost is a setting: each position and each withdrawal keeps what was agreed when it was made,
-- and whoever accepted the terms of use what these said then. Empty in what is older, and in what the build before this one writes: then
-- the specification's fees (40 and 2 %) are meant, which were the only ones.

-- Millionths of a percent of the amount, as every rate; empty too where a product's positions cannot be left.
ALTER TABLE positions ADD COLUMN cancel_fee bigint;
ALTER TABLE positions ADD CONSTRAINT a_cancel_fee_is_a_part CHECK (cancel_fee BETWEEN 0 AND 100000000) NOT VALID;
CREATE OR REPLACE TRIGGER ended_positions_never_change BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.state <> 'running' OR (OLD.id, OLD.customer_id, OLD.product, OLD.amount, OLD.rate, OLD.promised, OLD.started_at, OLD.ends_at, OLD.terms, OLD.cancel_fee)
    IS DISTINCT FROM (NEW.id, NEW.customer_id, NEW.product, NEW.amount, NEW.rate, NEW.promised, NEW.started_at, NEW.ends_at, NEW.terms, NEW.cancel_fee))
  EXECUTE FUNCTION refuse_change_of_ended_position();

-- Likewise, of a withdrawal in USDT.
ALTER TABLE broker_transfers ADD COLUMN fee_rate bigint;
ALTER TABLE broker_transfers ADD CONSTRAINT a_fee_rate_is_a_part CHECK (fee_rate BETWEEN 0 AND 100000000) NOT VALID;

-- The fees that the terms of use named, by setting, where the operator had set them.
ALTER TABLE customers ADD COLUMN terms_fees jsonb;

-- As before, and with what leaving early costs; the build before this one does not say it.
DROP FUNCTION open_position(uuid, uuid, text, bigint, bigint, bigint, timestamptz, timestamptz, jsonb);
CREATE FUNCTION open_position(
  p_id uuid, p_customer uuid, p_product text, p_amount bigint, p_rate bigint, p_promised bigint,
  p_started_at timestamptz, p_ends_at timestamptz, p_terms jsonb DEFAULT '{}', p_cancel_fee bigint DEFAULT NULL
) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  kind text := p_product || '_opened';
  key text := p_product || ':' || p_id || ':opened';
  yields text;
  source text;
  number bigint;
BEGIN
  SELECT x.yield, x.source INTO STRICT yields, source FROM products x WHERE x.product = p_product;
  -- Assigned and not selected: so PostgreSQL calls it without a statement around it.
  IF yields = 'fixed' THEN
    number := (ledger.post(key, kind, p_customer, p_id, p_started_at, ARRAY[source, 'treasury'], ARRAY['invested', 'promised'],
      ARRAY[p_amount, p_promised])).number;
  ELSE
    number := (ledger.post(key, kind, p_customer, p_id, p_started_at, ARRAY[source], ARRAY['invested'], ARRAY[p_amount])).number;
  END IF;
  INSERT INTO positions (id, cell, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee)
  VALUES (p_id, cell_of(p_customer), p_customer, p_product, p_amount, p_rate, coalesce(p_promised, 0), p_started_at, p_ends_at, p_terms,
    p_cancel_fee);
END
$$;

-- As before, by the position's own fee; p_fee is that of a position that has none.
CREATE OR REPLACE FUNCTION cancel_position(p_id uuid, p_customer uuid, p_product text, p_now timestamptz, p_fee bigint) RETURNS positions
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  x positions;
  fee bigint;
  source text;
BEGIN
  PERFORM ledger.hold_accounts(ARRAY[p_customer]);
  UPDATE positions SET state = 'canceled', closed_at = p_now
  WHERE id = p_id AND cell = cell_of(p_customer) AND customer_id = p_customer AND product = p_product AND state = 'running'
    AND ends_at > p_now
  RETURNING * INTO x;
  IF NOT FOUND THEN
    IF EXISTS (SELECT FROM positions WHERE id = p_id AND cell = cell_of(p_customer) AND customer_id = p_customer AND product = p_product) THEN
      RAISE EXCEPTION 'position % does not run any more', p_id USING ERRCODE = 'LB011';
    END IF;
    RAISE EXCEPTION 'there is no position %', p_id USING ERRCODE = 'LB010';
  END IF;
  SELECT p.source INTO STRICT source FROM products p WHERE p.product = p_product;
  fee := div(x.amount::numeric * coalesce(x.cancel_fee, p_fee), 100000000);
  PERFORM ledger.post(p_product || ':' || p_id || ':canceled', p_product || '_canceled', p_customer, p_id, p_now,
    ARRAY['invested', 'invested', 'promised'], ARRAY[source, 'fees', 'treasury'], ARRAY[x.amount - fee, fee, x.promised]);
  RETURN x;
END
$$;
