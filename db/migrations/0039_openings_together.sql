-- Openings of several customers at once (docs/decisions/0085-calls-that-commit-together.md). Half of what a statement costs is preparing it;
-- one that opens many positions prepares it once. The function of one event stays the reference: the function of many does only what is
-- plain for all of them. If anything is not, it raises LB032 and nothing has happened; those that it names are then opened one by one.

-- Writes ledger.post_<kind>_many(keys, owners, references, moments, the amounts of each leg …): what ledger.post_<kind>() does, with
-- movable true, for one event of each of several customers. Raises LB032 where any of them would be refused or take the longer way, with
-- their ids as its detail. It waits 50 ms for a row that somebody else holds (55P03): one customer's lock may not hold up the others for
-- longer.
CREATE FUNCTION ledger.write_postings(p_kind text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  k ledger.kinds;
  account text;
  change text;
  sets text := '';
  enough text := '';
  drawn text;
  words text;
  amounts text;
  given text;
  parameters text;
  columns text;
  legs text;
BEGIN
  SELECT * INTO STRICT k FROM ledger.kinds x WHERE x.kind = p_kind AND x.owned AND x.referenced AND NOT x.retired;
  IF 'treasury' = ANY (k.from_accounts) AND 'treasury' = ANY (k.to_accounts) THEN
    RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
  END IF;
  FOREACH account IN ARRAY '{balance,held,invested,promised,zord}'::text[] LOOP
    change := ledger.change_of(account, k);
    IF change <> '' THEN
      sets := sets || format('%1$s = x.%1$s%2$s, ', account, change);
    END IF;
    IF account = ANY (k.from_accounts) THEN
      enough := enough || format(' AND x.%s%s >= 0', account, change);
    END IF;
  END LOOP;
  drawn := ledger.change_of('treasury', k);
  SELECT string_agg(format('%L, p_%s', leg || ':', n), ', '','', ' ORDER BY n), string_agg('p_' || n, ', ' ORDER BY n),
    string_agg('many_' || n, ', ' ORDER BY n), string_agg(format('many_%s bigint[]', n), ', ' ORDER BY n),
    string_agg('g.p_' || n, ', ' ORDER BY n),
    string_agg(format('(%1$s, %2$L, %3$L, p_%1$s, (%4$s)::bigint, (%5$s)::bigint)', n, k.from_accounts[n], k.to_accounts[n],
      ledger.left_behind(k.from_accounts[n], k, n::int), ledger.left_behind(k.to_accounts[n], k, n::int)), ', ' ORDER BY n)
  INTO words, amounts, given, parameters, columns, legs FROM unnest(k.legs) WITH ORDINALITY AS l (leg, n);
  EXECUTE format($write$
CREATE FUNCTION ledger.%1$I(p_keys text[], p_owners uuid[], p_references uuid[], p_moments timestamptz[], %2$s) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan SET lock_timeout = '50ms' AS $post$
DECLARE
  posted bigint;
  others uuid[];
BEGIN
  WITH given AS MATERIALIZED (
    SELECT get_byte(uuid_send(u.customer), 15)::smallint AS in_cell, u.*
    FROM unnest(p_keys, p_owners, p_references, p_moments, %3$s) AS u (event, customer, about, at, %4$s)
  ), moved AS (
    UPDATE ledger.accounts x SET %5$snumber = x.number + 1, last_at = greatest(g.at, x.last_at),
      head = ledger.chain(x.head, g.customer, x.number + 1, greatest(g.at, x.last_at), g.event, %6$L, g.about, concat(%7$s, ','))
    FROM given g
    WHERE x.owner = g.customer AND x.cell = g.in_cell AND x.frozen_at IS NULL AND g.about IS NOT NULL AND least(%4$s) > 0%8$s
    RETURNING x.owner, x.cell, x.number, x.last_at, x.head, x.balance, x.held, x.invested, x.promised, x.zord, g.event, g.about, %9$s
  ), wanted AS (
    SELECT cell, sum(0%10$s)::bigint AS change FROM moved GROUP BY cell%12$s
  ), held AS MATERIALIZED (
    SELECT t.cell, w.change FROM wanted w JOIN ledger.treasury t ON t.cell = w.cell ORDER BY t.cell FOR NO KEY UPDATE OF t
  ), drawn AS (
    UPDATE ledger.treasury x SET balance = x.balance + h.change FROM held h WHERE x.cell = h.cell AND x.balance + h.change >= 0
    RETURNING x.cell
  ), journals AS (
    INSERT INTO ledger.journals (owner, number, cell, key, kind, reference, happened_at, hash, balance, held, invested, promised, zord)
    SELECT owner, number, cell, event, %6$L, about, last_at, head, balance, held, invested, promised, zord FROM moved
  ), entries AS (
    INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, from_balance, to_balance, happened_at)
    SELECT moved.owner, moved.number, l.leg, moved.cell, %6$L, l.from_account, l.to_account, l.amount, l.from_balance, l.to_balance,
      moved.last_at
    FROM moved CROSS JOIN LATERAL (VALUES %11$s) AS l (leg, from_account, to_account, amount, from_balance, to_balance)
  )
  SELECT (SELECT count(*) FROM moved), ARRAY(
    SELECT g.customer FROM given g WHERE g.customer NOT IN (SELECT m.owner FROM moved m)
      OR g.in_cell IN (SELECT w.cell FROM wanted w EXCEPT SELECT d.cell FROM drawn d))
  INTO posted, others;
  IF posted <> cardinality(p_owners) OR others <> '{}' THEN
    RAISE EXCEPTION 'these %% events cannot be posted together', cardinality(p_owners)
      USING ERRCODE = 'LB032', DETAIL = array_to_string(others, ' ');
  END IF;
END
$post$ $write$, 'post_' || k.kind || '_many', parameters, given, amounts, sets, k.kind, words, enough, columns, drawn, legs,
    CASE drawn WHEN '' THEN ' HAVING false' ELSE '' END);
  EXECUTE format('REVOKE EXECUTE ON FUNCTION ledger.%I FROM PUBLIC', 'post_' || k.kind || '_many');
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION ledger.%I TO lastro_app', 'post_' || k.kind || '_many');
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION ledger.write_postings FROM PUBLIC;

CREATE OR REPLACE FUNCTION ledger.retire_kind(p_kind text) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  UPDATE ledger.kinds SET retired = true WHERE kind = p_kind;
  EXECUTE format('DROP FUNCTION IF EXISTS ledger.%I', 'post_' || p_kind);
  EXECUTE format('DROP FUNCTION IF EXISTS ledger.%I', 'post_' || p_kind || '_many');
END
$$;

-- Writes open_<product>_many(), which opens a position for each of several customers.
CREATE FUNCTION write_openings(p_product text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  amounts text;
BEGIN
  PERFORM ledger.write_postings(p_product || '_opened');
  SELECT CASE x.yield WHEN 'fixed' THEN 'p_amounts, p_promises' ELSE 'p_amounts' END INTO STRICT amounts FROM products x WHERE x.product = p_product;
  EXECUTE format($write$
CREATE FUNCTION public.%1$I(p_ids uuid[], p_customers uuid[], p_amounts bigint[], p_rates bigint[], p_promises bigint[],
  p_starts timestamptz[], p_ends timestamptz[], p_terms jsonb[], p_cancel_fees bigint[], p_tax_rates bigint[]) RETURNS void
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $open$
BEGIN
  PERFORM ledger.%2$I(ARRAY(SELECT concat(%3$L, id, ':opened') FROM unnest(p_ids) WITH ORDINALITY AS g (id, n) ORDER BY n),
    p_customers, p_ids, p_starts, %4$s);
  INSERT INTO public.positions (id, cell, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate)
  SELECT g.id, pg_catalog.get_byte(pg_catalog.uuid_send(g.customer), 15), g.customer, %5$L, g.amount, g.rate, coalesce(g.promised, 0),
    g.started_at, g.ends_at, g.terms, g.cancel_fee, g.tax_rate
  FROM unnest(p_ids, p_customers, p_amounts, p_rates, p_promises, p_starts, p_ends, p_terms, p_cancel_fees, p_tax_rates)
    AS g (id, customer, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate);
END
$open$ $write$, 'open_' || p_product || '_many', 'post_' || p_product || '_opened_many', p_product || ':', amounts, p_product);
END
$$;
DO $$
BEGIN
  PERFORM write_openings(x.product) FROM products x;
END
$$;

-- As before, and then its openings of several customers.
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
  PERFORM write_openings(p_product);
  IF p_cancelable THEN
    PERFORM write_leaving(p_product);
  END IF;
END
$$;
