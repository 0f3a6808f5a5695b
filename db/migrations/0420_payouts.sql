-- An operation: one trade that the operator's desk closed for a product, with what it paid in percent. It says what
-- happened; it is not money and belongs to no customer. Each is one row however many customers take part in it, comes in
-- through the operator with the reference that its source gave it, and never changes.

-- The order in which a product's operations became known here, which is not the order of their dates. Whoever adds an
-- operation locks the product's row alone; whoever pays a position out holds it shared, and so knows what it has seen.
CREATE TABLE payout_feeds (
  product text PRIMARY KEY,
  last_number bigint NOT NULL DEFAULT 0
);
INSERT INTO payout_feeds (product) VALUES ('copytrade'), ('primezord');

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

CREATE TRIGGER operations_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON operations
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- The payout index: for each moment at which a product had operations, the sum of all its payouts up to and with it. What
-- was paid while a position ran is the difference of two of its rows. It can be recomputed from the operations.
CREATE TABLE payout_index (
  product text NOT NULL REFERENCES payout_feeds (product),
  happened_at timestamptz NOT NULL,
  total bigint NOT NULL,
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

-- What a position earned: its amount by the sum of payouts, to the micro-dollar towards zero, and never more lost than
-- the amount itself.
CREATE FUNCTION payout_result(p_amount bigint, p_payouts bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(-p_amount, div(p_amount::numeric * p_payouts, 100000000))::bigint
$$;
