-- Until when a feed is complete: whoever keeps it says that every operation that closed before is in it. A traded position is paid when its feed is
-- complete up to its end, at the latest some hours after its end (the setting payouts.awaited_hours): a feed that comes at night pays a position's
-- last hours too. Before, a position was paid the moment it ended, from what was known by then.

-- completed_at: the business time at which it was said.
ALTER TABLE payout_feeds ADD COLUMN complete_until timestamptz, ADD COLUMN completed_at timestamptz;
-- Nothing is owed of what has been paid already.
UPDATE payout_feeds f SET complete_until = (SELECT max(p.ends_at) FROM positions p WHERE p.product = f.product AND p.state = 'ended');

-- How long after its end a position awaits operations at most.
CREATE FUNCTION longest_wait() RETURNS interval LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT make_interval(hours => coalesce((SELECT (s.value #>> '{}')::int FROM settings s WHERE s.key = 'payouts.awaited_hours'), 48))
$$;

-- Up to when positions of the products with a feed are paid at this time: those that ended later are still awaiting operations. What has no feed
-- is not among them and is paid at once. Together, so that a statement over many positions asks once.
CREATE FUNCTION feeds_paid_until(p_now timestamptz, OUT traded text[], OUT until timestamptz[])
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT array_agg(f.product), array_agg(least(p_now, greatest(f.complete_until, p_now - longest_wait())))
  FROM payout_feeds f
$$;

-- As before, without those that are awaiting operations.
CREATE OR REPLACE FUNCTION settle_these(p_cell smallint, p_now timestamptz, p_positions uuid[]) RETURNS SETOF positions
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
  PERFORM ledger.post_all(ARRAY(
    SELECT j.journal FROM unnest(ended) AS x JOIN products r ON r.product = x.product CROSS JOIN LATERAL (
      SELECT 1 AS step, CASE r.yield
        WHEN 'fixed' THEN ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY[x.amount, x.promised], false, NULL)::ledger.new_journal
        ELSE ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY[x.amount + least(x.result, 0), greatest(-x.result, 0), greatest(x.result, 0)], false, NULL)::ledger.new_journal END AS journal
      UNION ALL
      SELECT 2, ROW(x.product || ':' || x.id || ':withheld', x.product || '_withheld', x.customer_id, x.id, p_now,
        ARRAY[withheld_tax(x.promised, x.tax_rate)], false, NULL)::ledger.new_journal
      WHERE withheld_tax(x.promised, x.tax_rate) > 0
    ) j ORDER BY x.customer_id, x.product, x.ends_at, x.id, j.step));
  RETURN QUERY SELECT x.* FROM unnest(ended) AS x ORDER BY x.product, x.customer_id, x.ends_at, x.id;
END
$$;

CREATE OR REPLACE FUNCTION settle_positions(p_cell smallint, p_now timestamptz, p_most int) RETURNS SETOF positions
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

CREATE OR REPLACE FUNCTION cells_with_due_positions(p_now timestamptz) RETURNS SETOF smallint
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
