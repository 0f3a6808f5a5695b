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

-- The order in which a product's operations became known here, which is not the order of their dates. Whoever adds an operation locks
-- the product's row alone; whoever pays a position out holds it shared, and so knows what it has seen.
CREATE TABLE payout_feeds (
  product text PRIMARY KEY REFERENCES products (product),
  last_number bigint NOT NULL DEFAULT 0
);

-- For migrations: a product with the kinds of its events. That is all the database needs to know of a new one.
CREATE FUNCTION add_product(p_product text, p_yield text, p_source text, p_cancelable boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO products (product, yield, source, cancelable) VALUES (p_product, p_yield, p_source, p_cancelable);
  IF p_yield = 'fixed' THEN
    PERFORM ledger.add_kind(p_product || '_opened', ARRAY[p_source || '>invested', 'treasury>promised']);
    PERFORM ledger.add_kind(p_product || '_matured', ARRAY['invested>' || p_source, 'promised>' || p_source]);
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
  CONSTRAINT an_operation_is_known_once UNIQUE (product, reference),
  CONSTRAINT operations_are_numbered_without_gap UNIQUE (product, number)
);
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

-- The sum of a product's payouts with p_start <= date < p_end. Two look-ups, however many operations there are.
CREATE FUNCTION payouts_between(p_product text, p_start timestamptz, p_end timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_end
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_start
      ORDER BY happened_at DESC LIMIT 1), 0)
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
  cell smallint NOT NULL CONSTRAINT positions_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  -- No foreign keys: they would lock rows that everybody shares. The audit compares.
  customer_id uuid NOT NULL,
  product text NOT NULL,
  amount bigint NOT NULL CONSTRAINT something_is_invested CHECK (amount > 0),
  -- Fixed yield: the agreed rate, in millionths of a percent point, and the profit that it makes of the amount.
  rate bigint CONSTRAINT a_rate_is_positive CHECK (rate > 0),
  promised bigint NOT NULL DEFAULT 0 CONSTRAINT a_promise_is_not_negative CHECK (promised >= 0),
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'running' CONSTRAINT state_is_known CHECK (state IN ('running', 'ended', 'canceled')),
  closed_at timestamptz,
  -- Traded: what it was reckoned from when it ended, and what came of it.
  operations_seen bigint,
  payouts bigint,
  result bigint CONSTRAINT no_more_is_lost_than_the_amount CHECK (result >= -amount),
  -- What its product agreed beyond that, in the product's own words.
  terms jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (id, cell),
  CONSTRAINT a_position_ends_after_it_starts CHECK (ends_at > started_at),
  CONSTRAINT a_fixed_yield_promises CHECK ((rate IS NULL) = (promised = 0)),
  CONSTRAINT an_end_is_whole CHECK ((state = 'running') = (closed_at IS NULL)),
  CONSTRAINT a_result_is_of_an_ended_traded_position CHECK (
    num_nonnulls(operations_seen, payouts, result) = CASE WHEN state = 'ended' AND rate IS NULL THEN 3 ELSE 0 END)
);
-- A customer's lists, newest first; what has fallen due, cell by cell.
CREATE INDEX positions_newest_first ON positions (customer_id, product, started_at DESC, id DESC);
CREATE INDEX positions_due ON positions (cell, ends_at) WHERE state = 'running';
CREATE INDEX positions_by_promocode ON positions ((terms ->> 'promocode')) WHERE terms ? 'promocode';

CREATE FUNCTION refuse_change_of_ended_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was agreed of position % never changes, nor does its end', OLD.id USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER ended_positions_never_change BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.state <> 'running' OR (OLD.id, OLD.customer_id, OLD.product, OLD.amount, OLD.rate, OLD.promised, OLD.started_at, OLD.ends_at, OLD.terms)
    IS DISTINCT FROM (NEW.id, NEW.customer_id, NEW.product, NEW.amount, NEW.rate, NEW.promised, NEW.started_at, NEW.ends_at, NEW.terms))
  EXECUTE FUNCTION refuse_change_of_ended_position();
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

CREATE FUNCTION note_maturity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
  VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, sign, sign * NEW.amount, sign * NEW.promised);
  RETURN NULL;
END
$$;
CREATE TRIGGER positions_note_their_maturity AFTER INSERT ON positions FOR EACH ROW EXECUTE FUNCTION note_maturity();
CREATE TRIGGER positions_note_their_end AFTER UPDATE OF state ON positions FOR EACH ROW
  WHEN (OLD.state = 'running' AND NEW.state <> 'running') EXECUTE FUNCTION note_maturity();

-- The cells in which something has fallen due.
CREATE FUNCTION cells_with_due_positions(p_now timestamptz) RETURNS SETOF smallint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT c::smallint FROM generate_series(0, 255) AS c
  WHERE EXISTS (SELECT FROM positions WHERE cell = c AND state = 'running' AND ends_at <= p_now)
$$;
