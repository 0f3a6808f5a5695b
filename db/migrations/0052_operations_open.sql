-- An operation has two instants: when it opened, and when it closed (happened_at, as before: its result is known since). A position takes part in
-- those that opened and closed while it ran. Before, one instant decided, and whoever opened a moment before an operation closed, when its result
-- could be seen coming, earned all of it.

-- What is recorded already keeps what it was imported under: it opened when it closed. So nothing changes that was shown or paid.
ALTER TABLE operations DISABLE TRIGGER operations_never_change;
ALTER TABLE operations ADD COLUMN opened_at timestamptz;
UPDATE operations SET opened_at = happened_at;
ALTER TABLE operations ALTER COLUMN opened_at SET NOT NULL,
  ADD CONSTRAINT an_operation_opens_before_it_closes CHECK (opened_at <= happened_at);
ALTER TABLE operations ENABLE TRIGGER operations_never_change;

-- Finds those that were open at an instant: that opened before it and closed at it or later. They are few, however many operations there are.
CREATE INDEX operations_open_at ON operations USING gist (tstzrange(opened_at, happened_at, '(]'));

-- The sum of a product's payouts with p_start <= opening and closing < p_end: of those that closed between them, without those that were open at
-- the start. Two look-ups and the few that were open, however many operations there are.
CREATE OR REPLACE FUNCTION payouts_between(p_product text, p_start timestamptz, p_end timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_end
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_start
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT sum(payout) FROM operations WHERE product = p_product
      AND tstzrange(opened_at, happened_at, '(]') @> p_start AND happened_at < p_end), 0)::bigint
$$;

-- As before, without what was open when a position started.
CREATE OR REPLACE FUNCTION settle_these(p_cell smallint, p_now timestamptz, p_positions uuid[]) RETURNS SETOF positions
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  due uuid[];
  owners uuid[];
  held uuid[];
  in_products text[];
  ended positions[];
  ended_by_operations positions[];
BEGIN
  SELECT array_agg(d.id), array_agg(d.customer_id), array_agg(DISTINCT d.product) INTO due, owners, in_products FROM positions d
  -- What still runs has no end yet: written so that no plan reads all that is due in the cell.
  WHERE d.id = ANY (p_positions) AND d.cell = p_cell AND num_nulls(d.closed_at) = 1 AND d.ends_at <= p_now;
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
    WITH paid AS MATERIALIZED (
      SELECT p.id, f.last_number AS seen, coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.ends_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.started_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT sum(o.payout) FROM operations o WHERE o.product = p.product
          AND tstzrange(o.opened_at, o.happened_at, '(]') @> p.started_at AND o.happened_at < p.ends_at), 0)::bigint AS payouts
      FROM positions p JOIN payout_feeds f ON f.product = p.product WHERE p.id = ANY (due) AND p.cell = p_cell AND p.state = 'running'
    ), x AS (
      UPDATE positions p SET state = 'ended', closed_at = p_now, operations_seen = paid.seen, payouts = paid.payouts,
        result = payout_result(p.amount, paid.payouts)
      FROM paid WHERE p.id = paid.id AND p.cell = p_cell AND p.state = 'running' RETURNING p.*
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
