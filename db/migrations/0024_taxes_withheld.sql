-- Taxes withheld: a part of a promised profit that the house keeps back at the moment it is paid and owes to the tax authority. Which part is
-- a setting (`taxes.withheld_percent`); each position keeps what held when it was opened. It is a journal of its own behind the one that pays, so
-- that the whole profit was paid first. What operations won is not withheld of, and neither is what is left early: it pays no profit.

-- Millionths of a percent of the promised profit; empty where nothing is withheld, as in all that is older.
ALTER TABLE positions ADD COLUMN tax_rate bigint;
ALTER TABLE positions ADD CONSTRAINT a_tax_is_a_part_of_a_promise
  CHECK (tax_rate IS NULL OR (tax_rate BETWEEN 1 AND 100000000 AND rate IS NOT NULL)) NOT VALID;
CREATE OR REPLACE TRIGGER ended_positions_never_change BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.state <> 'running'
    OR (OLD.id, OLD.customer_id, OLD.product, OLD.amount, OLD.rate, OLD.promised, OLD.started_at, OLD.ends_at, OLD.terms, OLD.cancel_fee, OLD.tax_rate)
    IS DISTINCT FROM (NEW.id, NEW.customer_id, NEW.product, NEW.amount, NEW.rate, NEW.promised, NEW.started_at, NEW.ends_at, NEW.terms,
      NEW.cancel_fee, NEW.tax_rate))
  EXECUTE FUNCTION refuse_change_of_ended_position();

-- What is withheld of a promised profit: rounded down to the micro-dollar, in the customer's favour.
CREATE FUNCTION withheld_tax(p_promised bigint, p_rate bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT div(p_promised::numeric * coalesce(p_rate, 0), 100000000)::bigint
$$;

-- Of a notice that a position has ended: what was withheld of its profit; empty where nothing was.
ALTER TABLE customer_notices ADD COLUMN withheld bigint;

-- The house has two accounts more: `taxes` is what was withheld and is owed to the authority, `authority` what was paid to it.
CREATE OR REPLACE FUNCTION ledger.add_kind(p_kind text, p_legs text[], owned boolean DEFAULT true, referenced boolean DEFAULT true)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  accounts constant text := '(balance|held|invested|promised|zord|brokerage|funding|fees|trading|treasury|transit|taxes|authority)';
  leg text;
BEGIN
  FOREACH leg IN ARRAY p_legs LOOP
    IF leg !~ ('^' || accounts || '>' || accounts || '\??$') THEN
      RAISE EXCEPTION 'a leg is written from>to between accounts that there are, not %', leg;
    END IF;
  END LOOP;
  INSERT INTO ledger.kinds (kind, owned, referenced, legs, required)
  SELECT p_kind, add_kind.owned, add_kind.referenced, array_agg(rtrim(l, '?')), coalesce(array_agg(l) FILTER (WHERE l NOT LIKE '%?'), '{}')
  FROM unnest(p_legs) AS l;
END
$$;

-- As before, and of a fixed yield with what may be withheld of its profit.
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
END
$$;
SELECT ledger.add_kind(product || '_withheld', ARRAY[source || '>taxes']) FROM products WHERE yield = 'fixed' ORDER BY product;
SELECT ledger.add_kind('reversed_withholding', '{taxes>balance}');
SELECT ledger.add_kind('taxes_paid', '{taxes>authority}', owned => false, referenced => false);
SELECT ledger.add_kind('taxes_returned', '{authority>taxes}', owned => false, referenced => false);

-- As before, with these two among the accounts that have no running balance.
DROP INDEX ledger.entries_of_the_house;
CREATE INDEX entries_of_the_house ON ledger.entries (happened_at) INCLUDE (from_account, to_account, amount)
  WHERE from_account IN ('brokerage', 'funding', 'fees', 'trading', 'taxes', 'authority')
    OR to_account IN ('brokerage', 'funding', 'fees', 'trading', 'taxes', 'authority');

-- What is owed and what was paid is asked for by itself; where nothing is withheld there is nothing in it.
CREATE INDEX entries_of_taxes ON ledger.entries (happened_at) INCLUDE (from_account, to_account, amount)
  WHERE from_account IN ('taxes', 'authority') OR to_account IN ('taxes', 'authority');

-- As before, and with what is withheld of the profit; the build before this one does not say it.
DROP FUNCTION open_position(uuid, uuid, text, bigint, bigint, bigint, timestamptz, timestamptz, jsonb, bigint);
CREATE FUNCTION open_position(
  p_id uuid, p_customer uuid, p_product text, p_amount bigint, p_rate bigint, p_promised bigint,
  p_started_at timestamptz, p_ends_at timestamptz, p_terms jsonb DEFAULT '{}', p_cancel_fee bigint DEFAULT NULL, p_tax_rate bigint DEFAULT NULL
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
  INSERT INTO positions (id, cell, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate)
  VALUES (p_id, cell_of(p_customer), p_customer, p_product, p_amount, p_rate, coalesce(p_promised, 0), p_started_at, p_ends_at, p_terms,
    p_cancel_fee, p_tax_rate);
END
$$;

-- As before; of what was promised the tax is withheld behind each payment, in the same statement.
CREATE OR REPLACE FUNCTION settle_positions(p_cell smallint, p_now timestamptz, p_most int) RETURNS SETOF positions
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  due uuid[];
  owners uuid[];
  held uuid[];
  in_products text[];
  ended positions[];
  ended_by_operations positions[];
BEGIN
  SELECT array_agg(d.id), array_agg(d.customer_id), array_agg(DISTINCT d.product) INTO due, owners, in_products FROM (
    SELECT id, customer_id, product FROM positions WHERE cell = p_cell AND state = 'running' AND ends_at <= p_now ORDER BY ends_at LIMIT p_most
  ) d;
  IF due IS NULL THEN
    RETURN;
  END IF;
  -- Accounts before positions, as everybody locks them.
  held := ledger.hold_free_accounts(owners);
  IF cardinality(held) < (SELECT count(DISTINCT o) FROM unnest(owners) AS o) THEN
    due := ARRAY(SELECT d.id FROM unnest(due, owners) AS d (id, owner) WHERE d.owner = ANY (held));
  END IF;
  -- Whoever was ended by somebody before its owner was held is not found any more.
  WITH x AS (
    UPDATE positions p SET state = 'ended', closed_at = p_now
    WHERE p.id = ANY (due) AND p.cell = p_cell AND p.state = 'running' AND p.rate IS NOT NULL RETURNING p.*
  )
  SELECT array_agg(x) INTO ended FROM x;
  -- Held until the end of the transaction: an operation that comes in meanwhile is not one of those that are paid here.
  PERFORM 1 FROM payout_feeds f WHERE f.product = ANY (in_products) ORDER BY f.product FOR SHARE;
  IF FOUND THEN
    WITH paid AS MATERIALIZED (
      SELECT p.id, f.last_number AS seen, coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.ends_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.started_at
          ORDER BY i.happened_at DESC LIMIT 1), 0) AS payouts
      FROM positions p JOIN payout_feeds f ON f.product = p.product WHERE p.id = ANY (due) AND p.cell = p_cell AND p.state = 'running'
    ), x AS (
      UPDATE positions p SET state = 'ended', closed_at = p_now, operations_seen = paid.seen, payouts = paid.payouts,
        result = payout_result(p.amount, paid.payouts)
      FROM paid WHERE p.id = paid.id AND p.cell = p_cell AND p.state = 'running' RETURNING p.*
    )
    SELECT array_agg(x) INTO ended_by_operations FROM x;
    ended := ended || ended_by_operations;
  END IF;
  PERFORM ledger.post_many(p_cell, ARRAY(
    SELECT j.journal FROM unnest(ended) AS x JOIN products r ON r.product = x.product CROSS JOIN LATERAL (
      SELECT 1 AS step, CASE r.yield
        WHEN 'fixed' THEN ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY['invested', 'promised'], ARRAY[r.source, r.source], ARRAY[x.amount, x.promised])::ledger.new_journal
        ELSE ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY['invested', 'invested', 'trading'], ARRAY[r.source, 'trading', r.source],
          ARRAY[x.amount + least(x.result, 0), greatest(-x.result, 0), greatest(x.result, 0)])::ledger.new_journal END AS journal
      UNION ALL
      SELECT 2, ROW(x.product || ':' || x.id || ':withheld', x.product || '_withheld', x.customer_id, x.id, p_now,
        ARRAY[r.source], ARRAY['taxes'], ARRAY[withheld_tax(x.promised, x.tax_rate)])::ledger.new_journal
      WHERE withheld_tax(x.promised, x.tax_rate) > 0
    ) j ORDER BY x.customer_id, x.product, x.ends_at, x.id, j.step));
  RETURN QUERY SELECT x.* FROM unnest(ended) AS x ORDER BY x.product, x.customer_id, x.ends_at, x.id;
END
$$;
