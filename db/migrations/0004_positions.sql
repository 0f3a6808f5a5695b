-- Positions: amounts that customers have put to work in a product for a term. A position says what was agreed; the money itself is in
-- the ledger (`invested` the amount, `promised` a fixed profit), under journals whose reference is its id. An end is written once.

-- The products, as src/positions/registry.ts has them (a test compares the two).
CREATE TABLE products (
  product text PRIMARY KEY CONSTRAINT product_is_one_word CHECK (product ~ '^[a-z]+$'),
  -- fixed: the profit is promised and set aside when it opens. traded: the amount by the payouts of its operations while it ran.
  yield text NOT NULL CONSTRAINT yield_is_known CHECK (yield IN ('fixed', 'traded')),
  -- Where its money comes from and goes back to.
  source text NOT NULL CONSTRAINT source_account_is_known CHECK (source IN ('balance', 'zord')),
  cancelable boolean NOT NULL
);
REVOKE INSERT, UPDATE, DELETE ON products FROM lastro_app;

-- The order in which a product's operations became known here, which is not the order of their dates. Whoever adds an operation locks
-- the product's row alone; whoever pays a position out holds it shared, and so knows what it has seen.
CREATE TABLE payout_feeds (
  product text PRIMARY KEY REFERENCES products (product),
  last_number bigint NOT NULL DEFAULT 0,
  -- Until when a feed is complete: whoever keeps it says that every operation that closed before is in it. A traded position is paid when its feed is
  -- complete up to its end, at the latest some hours after its end (the setting payouts.awaited_hours): a feed that comes at night pays a position's
  -- last hours too. Before, a position was paid the moment it ended, from what was known by then.
  -- completed_at: the business time at which it was said.
  complete_until timestamptz,
  completed_at timestamptz
);

-- For migrations: a product with the kinds of its events. That is all the database needs to know of a new one.
-- Of a fixed yield with what may be withheld of its profit.
CREATE FUNCTION add_product(p_product text, p_yield text, p_source text, p_cancelable boolean) RETURNS void
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

-- An operation: one trade that the operator's desk closed for a product, with what it paid in percent. It says what happened; it is not
-- money and belongs to no customer. Each is one row however many positions take part in it, comes in through the operator with the
-- reference that its source gave it, and never changes.
CREATE TABLE operations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  product text NOT NULL REFERENCES payout_feeds (product),
  number bigint NOT NULL,
  happened_at timestamptz NOT NULL,
  asset text NOT NULL CONSTRAINT asset_is_named CHECK (length(asset) BETWEEN 1 AND 40),
  pair text NOT NULL CONSTRAINT pair_is_named CHECK (length(pair) BETWEEN 1 AND 40),
  -- Millionths of a percent point, as every rate.
  payout bigint NOT NULL CONSTRAINT an_operation_loses_no_more_than_all CHECK (payout BETWEEN -100000000 AND 1000000000),
  source text NOT NULL CONSTRAINT source_is_known CHECK (source IN ('operator', 'sandbox')),
  reference text NOT NULL CONSTRAINT reference_is_given CHECK (length(reference) BETWEEN 1 AND 100),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  opened_at timestamptz NOT NULL,
  CONSTRAINT an_operation_is_known_once UNIQUE (product, reference),
  CONSTRAINT operations_are_numbered_without_gap UNIQUE (product, number),
  CONSTRAINT an_operation_opens_before_it_closes CHECK (opened_at <= happened_at)
);
REVOKE UPDATE, DELETE ON operations FROM lastro_app;
CREATE INDEX operations_newest_first ON operations (product, happened_at DESC, id DESC);
CREATE INDEX operations_of_an_asset_newest_first ON operations (product, asset, happened_at DESC, id DESC);
CREATE TRIGGER operations_never_change BEFORE UPDATE OR DELETE ON operations
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operations_are_never_emptied BEFORE TRUNCATE ON operations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The payout index: for each moment at which a product had operations, the sum of all its payouts up to and with it. What was paid
-- while a position ran is the difference of two of its rows. `last_number` is the highest number of the same operations: a position
-- that had seen so many was reached by none later. It can be recomputed from the operations.
CREATE TABLE payout_index (
  product text NOT NULL REFERENCES payout_feeds (product),
  happened_at timestamptz NOT NULL,
  total bigint NOT NULL,
  last_number bigint NOT NULL,
  PRIMARY KEY (product, happened_at)
);

-- The sum of a product's payouts with p_start <= opening and closing < p_end: of those that closed between them, without those that were open at
-- the start. Two look-ups and the few that were open, however many operations there are.
CREATE FUNCTION payouts_between(p_product text, p_start timestamptz, p_end timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_end
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_start
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT sum(payout) FROM operations WHERE product = p_product
      AND tstzrange(opened_at, happened_at, '(]') @> p_start AND happened_at < p_end), 0)::bigint
$$;

-- What a position earned: its amount by the sum of payouts, to the micro-dollar towards zero, and never more lost than the amount itself.
CREATE FUNCTION payout_result(p_amount bigint, p_payouts bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT greatest(-p_amount, div(p_amount::numeric * p_payouts, 100000000))::bigint
$$;

-- Profit that was promised over a term accrues with time alone, in whole milliseconds, rounded down (src/money/accrual.ts). STABLE, as
-- extract() is: only so does PostgreSQL put it into the statement, and does not begin a statement for each position.
CREATE FUNCTION accrued_profit(p_promised bigint, p_start timestamptz, p_end timestamptz, p_at timestamptz) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT div(p_promised::numeric * least(greatest(floor(extract(epoch FROM p_at) * 1000) - floor(extract(epoch FROM p_start) * 1000), 0),
      floor(extract(epoch FROM p_end) * 1000) - floor(extract(epoch FROM p_start) * 1000)),
    floor(extract(epoch FROM p_end) * 1000) - floor(extract(epoch FROM p_start) * 1000))::bigint
$$;

CREATE TABLE positions (
  id uuid NOT NULL,
  cell smallint NOT NULL,
  -- No foreign keys: they would lock rows that everybody shares. The audit compares.
  customer_id uuid NOT NULL,
  product text NOT NULL,
  amount bigint NOT NULL,
  -- Fixed yield: the agreed rate, in millionths of a percent point, and the profit that it makes of the amount.
  rate bigint,
  promised bigint NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'running',
  closed_at timestamptz,
  -- Traded: what it was reckoned from when it ended, and what came of it.
  operations_seen bigint,
  payouts bigint,
  result bigint,
  -- What its product agreed beyond that, in the product's own words.
  terms jsonb NOT NULL DEFAULT '{}',
  -- What leaving early and a withdrawal in USDT cost is a setting: each position and each withdrawal keeps what was agreed when it was made,
  -- and whoever accepted the terms of use what these said then. Empty in what is older, and in what the build before this one writes: then
  -- the specification's fees (40 and 2 %) are meant, which were the only ones.
  -- Millionths of a percent of the amount, as every rate; empty too where a product's positions cannot be left.
  cancel_fee bigint,
  -- Taxes withheld: a part of a promised profit that the house keeps back at the moment it is paid and owes to the tax authority. Which part is
  -- a setting (`taxes.withheld_percent`); each position keeps what held when it was opened. It is a journal of its own behind the one that pays, so
  -- that the whole profit was paid first. What operations won is not withheld of, and neither is what is left early: it pays no profit.
  -- Millionths of a percent of the promised profit; empty where nothing is withheld, as in all that is older.
  tax_rate bigint,
  PRIMARY KEY (id, cell)
);
CREATE TRIGGER positions_are_sound AFTER INSERT ON positions FOR EACH ROW EXECUTE FUNCTION enter_position();

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
CREATE TRIGGER positions_are_in_their_cell AFTER UPDATE OF cell ON positions FOR EACH ROW
  WHEN (NEW.cell IS DISTINCT FROM get_byte(uuid_send(NEW.customer_id), 15)) EXECUTE FUNCTION enter_position();
ALTER TABLE positions ENABLE ALWAYS TRIGGER positions_are_in_their_cell;

-- A customer's lists, newest first; what has fallen due, cell by cell.
CREATE INDEX positions_newest_first ON positions (customer_id, product, started_at DESC, id DESC);
CREATE INDEX positions_due ON positions (cell, ends_at) WHERE state = 'running';
CREATE INDEX positions_by_promocode ON positions ((terms ->> 'promocode')) WHERE terms ? 'promocode';

CREATE FUNCTION refuse_change_of_ended_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was agreed of position % never changes, nor does its end', OLD.id USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER positions_are_never_dropped BEFORE DELETE ON positions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER positions_are_never_emptied BEFORE TRUNCATE ON positions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What all running positions owe, by product and by the day (UTC) on which they fall due. A figure for whoever watches the house,
-- derived from the positions; an invariant compares them. Nobody who opens or ends a position waits for anybody: each adds a line of
-- its own to `maturity_changes`, which a job folds into `maturity_days`; what is owed is the sum of both, at every moment.
CREATE TABLE maturity_days (
  cell smallint NOT NULL,
  product text NOT NULL REFERENCES products (product),
  due_on date NOT NULL,
  positions bigint NOT NULL,
  amount bigint NOT NULL,
  promised bigint NOT NULL,
  PRIMARY KEY (product, due_on, cell)
);

CREATE TABLE maturity_changes (
  cell smallint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  product text NOT NULL,
  due_on date NOT NULL,
  positions integer NOT NULL,
  amount bigint NOT NULL,
  promised bigint NOT NULL,
  PRIMARY KEY (cell, id)
);

-- Pays what has fallen due in one cell: amount and profit, or what its operations made of the amount, go back to where they came from.
-- Up to p_most positions in one transaction, oldest first, passing over customers whom another worker holds. Safe to run twice and by
-- many at once: a position is ended once, and its journal's key is the position and the event. However many they are, they are ended
-- by one statement a kind of yield and posted by one.
-- Of what was promised the tax is withheld behind each payment, in the same statement.
-- What has fallen due in one cell, up to p_most, oldest first.
CREATE FUNCTION settle_positions(p_cell smallint, p_now timestamptz, p_most int) RETURNS SETOF positions
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  paid record;
BEGIN
  SELECT * INTO paid FROM feeds_paid_until(p_now);
  RETURN QUERY SELECT * FROM settle_these(p_cell, p_now, ARRAY(
    SELECT p.id FROM positions p WHERE p.cell = p_cell AND p.state = 'running' AND p.ends_at <= p_now
      AND p.ends_at <= coalesce(paid.until[array_position(paid.traded, p.product)], p_now) ORDER BY p.ends_at LIMIT p_most));
END
$$;

-- The cells in which something has fallen due.
CREATE FUNCTION cells_with_due_positions(p_now timestamptz) RETURNS SETOF smallint
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  paid record;
BEGIN
  SELECT * INTO paid FROM feeds_paid_until(p_now);
  RETURN QUERY SELECT c.cell FROM ledger.treasury c
    WHERE EXISTS (SELECT FROM positions p WHERE p.cell = c.cell AND p.state = 'running' AND p.ends_at <= p_now
      AND p.ends_at <= coalesce(paid.until[array_position(paid.traded, p.product)], p_now));
END
$$;

-- What is withheld of a promised profit: rounded down to the micro-dollar, in the customer's favour.
CREATE FUNCTION withheld_tax(p_promised bigint, p_rate bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT div(p_promised::numeric * coalesce(p_rate, 0), 100000000)::bigint
$$;
SELECT ledger.add_kind('reversed_withholding', '{taxes>balance}');
SELECT ledger.add_kind('taxes_paid', '{taxes>authority}', owned => false, referenced => false);
SELECT ledger.add_kind('taxes_returned', '{authority>taxes}', owned => false, referenced => false);
CREATE INDEX entries_of_the_house ON ledger.entries (happened_at) INCLUDE (from_account, to_account, amount)
  WHERE from_account IN ('brokerage', 'funding', 'fees', 'trading', 'taxes', 'authority')
    OR to_account IN ('brokerage', 'funding', 'fees', 'trading', 'taxes', 'authority');

-- What is owed and what was paid is asked for by itself; where nothing is withheld there is nothing in it.
CREATE INDEX entries_of_taxes ON ledger.entries (happened_at) INCLUDE (from_account, to_account, amount)
  WHERE from_account IN ('taxes', 'authority') OR to_account IN ('taxes', 'authority');
CREATE TRIGGER ended_positions_never_change BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.state <> 'running') EXECUTE FUNCTION refuse_change_of_ended_position();
CREATE TRIGGER what_was_agreed_never_changes
  BEFORE UPDATE OF id, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate ON positions FOR EACH ROW
  WHEN ((OLD.id, OLD.customer_id, OLD.product, OLD.amount, OLD.rate, OLD.promised, OLD.started_at, OLD.ends_at, OLD.terms, OLD.cancel_fee, OLD.tax_rate)
    IS DISTINCT FROM (NEW.id, NEW.customer_id, NEW.product, NEW.amount, NEW.rate, NEW.promised, NEW.started_at, NEW.ends_at, NEW.terms,
      NEW.cancel_fee, NEW.tax_rate))
  EXECUTE FUNCTION refuse_change_of_ended_position();

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
SELECT add_product('stake', 'fixed', 'balance', true);
SELECT add_product('copytrade', 'traded', 'balance', false);
SELECT add_product('primevault', 'fixed', 'balance', false);
SELECT add_product('primezord', 'traded', 'zord', false);

-- Two kinds of work that was done for many together is done for each by itself where that makes a difference: paying, and the percentage of a bonus.

-- Positions that have fallen due are paid thousands in a transaction. Where one customer's cannot be paid, all the others' in it were not paid
-- either, for as long as nobody repaired it. So a transaction may also be given the positions it pays, and whoever settles finds the one in
-- the way.

-- The number of a feed's queue. It keeps nothing right, it is only for order: what is right is kept by the lock of the feed's row.
CREATE FUNCTION feed_queue(p_product text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('payout feed of ' || p_product, 0)
$$;

-- Holds the feeds of these products until the end of the transaction: an operation that comes in meanwhile is not one of those that are paid in it.
-- Any number of payments hold a feed at once, and PostgreSQL lets one more in before an import that waits; so each first stands in a queue that lets
-- nobody pass, and an import waits no longer than for the payments that are under way. False where none of the products has a feed.
CREATE FUNCTION hold_feeds(p_products text[]) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(feed_queue(f.product)) FROM payout_feeds f WHERE f.product = ANY (p_products) ORDER BY f.product;
  PERFORM 1 FROM payout_feeds f WHERE f.product = ANY (p_products) ORDER BY f.product FOR SHARE;
  RETURN FOUND;
END
$$;

-- Pays these positions of one cell, those that have fallen due and still run: amount and profit, or what their operations made of the
-- amount, go back to where they came from. Customers whom another worker holds are passed over. Safe to run twice and by many at once: a
-- position is ended once, and its journal's key is the position and the event. However many they are, they are ended by one statement a
-- kind of yield and posted by one.
-- Without what was open when a position started.
-- Without those that are awaiting operations.
CREATE FUNCTION settle_these(p_cell smallint, p_now timestamptz, p_positions uuid[]) RETURNS SETOF positions
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  due uuid[];
  owners uuid[];
  held uuid[];
  in_products text[];
  ended positions[];
  ended_by_operations positions[];
  paid record;
BEGIN
  SELECT * INTO paid FROM feeds_paid_until(p_now);
  SELECT array_agg(d.id), array_agg(d.customer_id), array_agg(DISTINCT d.product) INTO due, owners, in_products FROM positions d
  -- What still runs has no end yet: written so that no plan reads all that is due in the cell.
  WHERE d.id = ANY (p_positions) AND d.cell = p_cell AND num_nulls(d.closed_at) = 1 AND d.ends_at <= p_now
    AND d.ends_at <= coalesce(paid.until[array_position(paid.traded, d.product)], p_now);
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
  SELECT array_agg(x::positions) INTO ended FROM x;
  -- Held until the end of the transaction: an operation that comes in meanwhile is not one of those that are paid here.
  IF hold_feeds(in_products) THEN
    WITH reckoned AS MATERIALIZED (
      SELECT p.id, f.last_number AS seen, coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.ends_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.started_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT sum(o.payout) FROM operations o WHERE o.product = p.product
          AND tstzrange(o.opened_at, o.happened_at, '(]') @> p.started_at AND o.happened_at < p.ends_at), 0)::bigint AS payouts
      FROM positions p JOIN payout_feeds f ON f.product = p.product WHERE p.id = ANY (due) AND p.cell = p_cell AND p.state = 'running'
    ), x AS (
      UPDATE positions p SET state = 'ended', closed_at = p_now, operations_seen = reckoned.seen, payouts = reckoned.payouts,
        result = payout_result(p.amount, reckoned.payouts)
      FROM reckoned WHERE p.id = reckoned.id AND p.cell = p_cell AND p.state = 'running' RETURNING p.*
    )
    SELECT array_agg(x::positions) INTO ended_by_operations FROM x;
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
