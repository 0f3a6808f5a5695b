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
END
$$;
SELECT add_product('stake', 'fixed', 'balance', true);
SELECT add_product('copytrade', 'traded', 'balance', false);
SELECT add_product('primevault', 'fixed', 'balance', false);
SELECT add_product('primezord', 'traded', 'zord', false);

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
  id uuid PRIMARY KEY,
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
  tax_rate bigint
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

-- A customer's lists, newest first; what has fallen due, longest ago first.
CREATE INDEX positions_newest_first ON positions (customer_id, product, started_at DESC, id DESC);
CREATE INDEX positions_due ON positions (ends_at, id) WHERE state = 'running';
CREATE INDEX positions_by_promocode ON positions ((terms ->> 'promocode')) WHERE terms ? 'promocode';

CREATE FUNCTION refuse_change_of_ended_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was agreed of position % never changes, nor does its end', OLD.id USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER positions_are_never_dropped BEFORE DELETE ON positions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER positions_are_never_emptied BEFORE TRUNCATE ON positions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What all running positions owe, by product and by the day of the house on which they fall due. A figure for whoever watches the house,
-- derived from the positions; an invariant compares them. Nobody who opens or ends a position waits for anybody: each adds a line of
-- its own to `maturity_changes`, which a job folds into `maturity_days`; what is owed is the sum of both, at every moment.
CREATE TABLE maturity_days (
  product text NOT NULL REFERENCES products (product),
  due_on date NOT NULL,
  positions bigint NOT NULL,
  amount bigint NOT NULL,
  promised bigint NOT NULL,
  PRIMARY KEY (product, due_on)
);

CREATE TABLE maturity_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product text NOT NULL,
  due_on date NOT NULL,
  positions integer NOT NULL,
  amount bigint NOT NULL,
  promised bigint NOT NULL
);

-- What is withheld of a promised profit: rounded down to the micro-dollar, in the customer's favour.
CREATE FUNCTION withheld_tax(p_promised bigint, p_rate bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT div(p_promised::numeric * coalesce(p_rate, 0), 100000000)::bigint
$$;
SELECT ledger.add_kind('reversed_withholding', '{taxes>balance}');
SELECT ledger.add_kind('taxes_paid', '{taxes>authority}', owned => false, referenced => false);
SELECT ledger.add_kind('taxes_returned', '{authority>taxes}', owned => false, referenced => false);
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
    INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
    VALUES (NEW.product, (NEW.ends_at AT TIME ZONE house_zone())::date, -1, -NEW.amount, -NEW.promised);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER positions_stay_sound AFTER UPDATE OF state, closed_at, operations_seen, payouts, result ON positions
  FOR EACH ROW EXECUTE FUNCTION change_position();

-- A position is opened and left by one function each, whatever its product; the journal is posted with the amounts of its kind.

-- The journal of an opening: a traded product has no leg for a promise.
CREATE FUNCTION opened_journal(
  p_product text, p_id uuid, p_customer uuid, p_amount bigint, p_promised bigint, p_at timestamptz, p_movable boolean
) RETURNS ledger.new_journal LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT ROW(p_product || ':' || p_id || ':opened', p_product || '_opened', p_customer, p_id, p_at,
    CASE x.yield WHEN 'fixed' THEN ARRAY[p_amount, p_promised] ELSE ARRAY[p_amount] END, p_movable)::ledger.new_journal
  FROM products x WHERE x.product = p_product
$$;

-- Opens positions, each as its customer's call asks for it, and says of each what became of it. An outcome of NULL: it is open, and its call's key has
-- its answer. Else nothing of it has moved:
--   again          somebody else holds its customer's accounts, or all of the treasury, at this moment: nobody waits for them here
--   answered       its key has an answer already
--   terms_changed  it was decided with other settings than those that count now
--   frozen, too_little, no_capacity  as of ledger.post(), in `account` what has too little
-- A refusal is kept under the key where the call brought its words along (`p_refusals`: by outcome, the status and the text of the answer).
-- A call without a key is nobody's retry: nothing is kept of it.
CREATE FUNCTION open_positions(
  p_customers uuid[], p_settings uuid[], p_keys text[], p_hashes bytea[], p_answers text[], p_refusals jsonb[],
  p_products text[], p_ids uuid[], p_amounts bigint[], p_rates bigint[], p_promises bigint[], p_starts timestamptz[], p_ends timestamptz[],
  p_terms jsonb[], p_cancel_fees bigint[], p_tax_rates bigint[], p_causes uuid[], p_movable boolean DEFAULT true, p_waits boolean DEFAULT false
) RETURNS TABLE (n bigint, outcome text, account text)
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  held uuid[] := ledger.hold_free_accounts(p_customers);
  state uuid := settings_state();
  outcomes text[];
  accounts text[] := array_fill(NULL::text, ARRAY[cardinality(p_ids)]);
  places bigint[];
  journals ledger.new_journal[];
  o record;
BEGIN
  -- Behind the locks: an equal call that came before has its answer by now.
  SELECT array_agg(CASE
    WHEN g.customer <> ALL (held) AND EXISTS (SELECT FROM ledger.accounts a WHERE a.owner = g.customer)
      THEN 'again'
    WHEN EXISTS (SELECT FROM idempotency_keys k WHERE k.customer_id = g.customer AND k.key = g.key) THEN 'answered'
    WHEN g.settings <> state THEN 'terms_changed' END ORDER BY g.n)
  INTO outcomes FROM unnest(p_customers, p_settings, p_keys) WITH ORDINALITY AS g (customer, settings, key, n);

  SELECT array_agg(g.n ORDER BY g.n), array_agg(opened_journal(g.product, g.id, g.customer, g.amount, g.promised, g.started_at, p_movable) ORDER BY g.n)
  INTO places, journals
  FROM unnest(p_products, p_ids, p_customers, p_amounts, p_promises, p_starts, outcomes) WITH ORDINALITY
    AS g (product, id, customer, amount, promised, started_at, outcome, n)
  WHERE g.outcome IS NULL;
  IF places IS NOT NULL THEN
    FOR o IN SELECT p.n, CASE p.outcome WHEN 'after_refused' THEN 'again' ELSE p.outcome END AS outcome, p.account
      FROM ledger.post(journals, p_waits) AS p WHERE p.outcome IS NOT NULL LOOP
      outcomes[places[o.n]] := o.outcome;
      accounts[places[o.n]] := o.account;
    END LOOP;
  END IF;

  INSERT INTO positions (id, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate)
  SELECT g.id, g.customer, g.product, g.amount, g.rate, coalesce(g.promised, 0), g.started_at, g.ends_at,
    g.terms, g.cancel_fee, g.tax_rate
  FROM unnest(p_ids, p_customers, p_products, p_amounts, p_rates, p_promises, p_starts, p_ends, p_terms, p_cancel_fees, p_tax_rates, outcomes)
    AS g (id, customer, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate, outcome)
  WHERE g.outcome IS NULL;
  -- Almost nobody has new capital.
  PERFORM use_new_capital(g.customer, g.cause, g.product, g.id, g.amount, g.started_at)
  FROM unnest(p_ids, p_customers, p_products, p_amounts, p_starts, p_causes, outcomes) AS g (id, customer, product, amount, started_at, cause, outcome)
  JOIN network_capital c ON c.customer_id = g.customer AND c.high_water > c.used
  WHERE g.outcome IS NULL ORDER BY g.customer;
  INSERT INTO idempotency_keys (customer_id, key, request_hash, status, answer)
  SELECT g.customer, g.key, g.hash, coalesce((g.refusals -> g.outcome ->> 'status')::smallint, 201),
    CASE WHEN g.outcome IS NULL THEN g.answer ELSE g.refusals -> g.outcome ->> 'text' END
  FROM unnest(p_customers, p_keys, p_hashes, p_answers, p_refusals, outcomes) AS g (customer, key, hash, answer, refusals, outcome)
  WHERE g.key IS NOT NULL AND (g.outcome IS NULL OR g.refusals ? g.outcome);

  RETURN QUERY SELECT g.n, g.outcome, g.account FROM unnest(outcomes, accounts) WITH ORDINALITY AS g (outcome, account, n);
END
$$;

-- Opens one position in a transaction that does more. The accounts refuse what is not there (LB001), or is stopped (LB007) where its customer asks.
CREATE FUNCTION open_position(
  p_product text, p_id uuid, p_customer uuid, p_amount bigint, p_rate bigint, p_promised bigint, p_started_at timestamptz,
  p_ends_at timestamptz, p_terms jsonb DEFAULT '{}', p_cancel_fee bigint DEFAULT NULL, p_tax_rate bigint DEFAULT NULL, p_movable boolean DEFAULT false,
  p_cause uuid DEFAULT gen_random_uuid()
) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  o record;
BEGIN
  PERFORM ledger.hold_accounts(ARRAY[p_customer]);
  SELECT * INTO o FROM open_positions(ARRAY[p_customer], ARRAY[NULL::uuid], ARRAY[NULL::text], ARRAY[NULL::bytea], ARRAY[NULL::text], ARRAY[NULL::jsonb],
    ARRAY[p_product], ARRAY[p_id], ARRAY[p_amount], ARRAY[p_rate], ARRAY[p_promised], ARRAY[p_started_at], ARRAY[p_ends_at], ARRAY[p_terms],
    ARRAY[p_cancel_fee], ARRAY[p_tax_rate], ARRAY[p_cause], p_movable, p_waits => true);
  IF o.outcome = 'frozen' THEN
    RAISE EXCEPTION 'the money of % is stopped', p_customer USING ERRCODE = 'LB007';
  ELSIF o.outcome IS NOT NULL THEN
    RAISE EXCEPTION '% of % has too little', o.account, p_customer USING ERRCODE = 'LB001', DETAIL = o.account;
  END IF;
END
$$;

-- Leaves a position before its end: the fee, rounded down, is the house's, the profit goes back to the treasury; p_fee is what leaving costs
-- where the position does not say it. The customer's accounts are held before it, as by whoever settles; whoever changes the row has the
-- position. LB010 when there is no such position of the customer's, LB011 when it does not run any more.
CREATE FUNCTION cancel_position(
  p_product text, p_id uuid, p_customer uuid, p_now timestamptz, p_fee bigint, p_movable boolean DEFAULT false
) RETURNS positions LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  x positions;
  fee bigint;
BEGIN
  IF p_movable THEN
    PERFORM ledger.require_movable(p_customer);
  ELSE
    PERFORM ledger.hold_accounts(ARRAY[p_customer]);
  END IF;
  UPDATE positions SET state = 'canceled', closed_at = p_now
  WHERE id = p_id AND customer_id = p_customer AND product = p_product AND state = 'running' AND ends_at > p_now
  RETURNING * INTO x;
  IF NOT FOUND THEN
    IF EXISTS (SELECT FROM positions WHERE id = p_id AND customer_id = p_customer AND product = p_product) THEN
      RAISE EXCEPTION 'position % does not run any more', p_id USING ERRCODE = 'LB011';
    END IF;
    RAISE EXCEPTION 'there is no position %', p_id USING ERRCODE = 'LB010';
  END IF;
  fee := div(x.amount::numeric * coalesce(x.cancel_fee, p_fee), 100000000);
  PERFORM ledger.post_all(ARRAY[ROW(p_product || ':' || p_id || ':canceled', p_product || '_canceled', p_customer, p_id, p_now,
    CASE WHEN x.rate IS NULL THEN ARRAY[x.amount - fee, fee] ELSE ARRAY[x.amount - fee, fee, x.promised] END, false)::ledger.new_journal]);
  RETURN x;
END
$$;

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
