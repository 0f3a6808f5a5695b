-- A position is opened and left by one function each, whatever its product; the journal is posted with the amounts of its kind.

-- Opens a position: its journal and its row. The accounts refuse what is not there (LB001), or is stopped (LB007) where its customer asks.
CREATE FUNCTION open_position(
  p_product text, p_id uuid, p_customer uuid, p_amount bigint, p_rate bigint, p_promised bigint, p_started_at timestamptz,
  p_ends_at timestamptz, p_terms jsonb DEFAULT '{}', p_cancel_fee bigint DEFAULT NULL, p_tax_rate bigint DEFAULT NULL, p_movable boolean DEFAULT false
) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM ledger.post_all(ARRAY[opened_journal(p_product, p_id, p_customer, p_amount, p_promised, p_started_at, p_movable)]);
  INSERT INTO positions (id, cell, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate)
  VALUES (p_id, cell_of(p_customer), p_customer, p_product, p_amount, p_rate, coalesce(p_promised, 0), p_started_at, p_ends_at, p_terms,
    p_cancel_fee, p_tax_rate);
END
$$;

-- The journal of an opening: a traded product has no leg for a promise.
CREATE FUNCTION opened_journal(
  p_product text, p_id uuid, p_customer uuid, p_amount bigint, p_promised bigint, p_at timestamptz, p_movable boolean
) RETURNS ledger.new_journal LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT ROW(p_product || ':' || p_id || ':opened', p_product || '_opened', p_customer, p_id, p_at,
    CASE x.yield WHEN 'fixed' THEN ARRAY[p_amount, p_promised] ELSE ARRAY[p_amount] END, p_movable, NULL)::ledger.new_journal
  FROM products x WHERE x.product = p_product
$$;

-- Opens a position for each of several customers who ask for it, or none: where any is refused, LB032 names those customers in its detail. It waits
-- 50 ms for a row that somebody else holds (55P03): one customer's lock may not hold up the others for longer.
CREATE FUNCTION open_positions(
  p_product text, p_ids uuid[], p_customers uuid[], p_amounts bigint[], p_rates bigint[], p_promises bigint[],
  p_starts timestamptz[], p_ends timestamptz[], p_terms jsonb[], p_cancel_fees bigint[], p_tax_rates bigint[]
) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET lock_timeout = '50ms' AS $$
DECLARE
  refused uuid[];
BEGIN
  SELECT array_agg(p_customers[o.n]) INTO refused FROM ledger.post(ARRAY(
    SELECT opened_journal(p_product, g.id, g.customer, g.amount, g.promised, g.started_at, true)
    FROM unnest(p_ids, p_customers, p_amounts, p_promises, p_starts) WITH ORDINALITY AS g (id, customer, amount, promised, started_at, n) ORDER BY g.n)) AS o
  WHERE o.outcome IS NOT NULL;
  IF refused IS NOT NULL THEN
    RAISE EXCEPTION 'these % positions cannot be opened together', cardinality(p_ids) USING ERRCODE = 'LB032', DETAIL = array_to_string(refused, ' ');
  END IF;
  INSERT INTO positions (id, cell, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate)
  SELECT g.id, get_byte(uuid_send(g.customer), 15), g.customer, p_product, g.amount, g.rate, coalesce(g.promised, 0), g.started_at, g.ends_at,
    g.terms, g.cancel_fee, g.tax_rate
  FROM unnest(p_ids, p_customers, p_amounts, p_rates, p_promises, p_starts, p_ends, p_terms, p_cancel_fees, p_tax_rates)
    AS g (id, customer, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate);
END
$$;

-- Leaves a position before its end: the fee, rounded down, is the house's, the profit goes back to the treasury; p_fee is what leaving costs
-- where the position does not say it. The customer's accounts are held before it, as by whoever settles; whoever changes the row has the
-- position. LB010 when there is no such position of the customer's, LB011 when it does not run any more.
CREATE FUNCTION cancel_position(
  p_product text, p_id uuid, p_customer uuid, p_now timestamptz, p_fee bigint, p_movable boolean DEFAULT false
) RETURNS positions LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  in_cell smallint := cell_of(p_customer);
  x positions;
  fee bigint;
BEGIN
  IF p_movable THEN
    PERFORM ledger.require_movable(p_customer);
  ELSE
    PERFORM ledger.hold_accounts(ARRAY[p_customer]);
  END IF;
  UPDATE positions SET state = 'canceled', closed_at = p_now
  WHERE id = p_id AND cell = in_cell AND customer_id = p_customer AND product = p_product AND state = 'running' AND ends_at > p_now
  RETURNING * INTO x;
  IF NOT FOUND THEN
    IF EXISTS (SELECT FROM positions WHERE id = p_id AND cell = in_cell AND customer_id = p_customer AND product = p_product) THEN
      RAISE EXCEPTION 'position % does not run any more', p_id USING ERRCODE = 'LB011';
    END IF;
    RAISE EXCEPTION 'there is no position %', p_id USING ERRCODE = 'LB010';
  END IF;
  fee := div(x.amount::numeric * coalesce(x.cancel_fee, p_fee), 100000000);
  PERFORM ledger.post_all(ARRAY[ROW(p_product || ':' || p_id || ':canceled', p_product || '_canceled', p_customer, p_id, p_now,
    CASE WHEN x.rate IS NULL THEN ARRAY[x.amount - fee, fee] ELSE ARRAY[x.amount - fee, fee, x.promised] END, false, NULL)::ledger.new_journal]);
  RETURN x;
END
$$;
