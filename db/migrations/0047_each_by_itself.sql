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

-- As carry_to_trees(), and each cause has the percentage that was in effect when it happened: what was set between a member's call and the job that
-- carries it changes nothing about it.
CREATE FUNCTION carry_each_to_trees(
  p_cell smallint, p_percentages bigint[], p_roots uuid[], p_causes uuid[], p_kinds text[], p_positions uuid[], p_amounts bigint[]
) RETURNS TABLE (cause_id uuid, granted bigint, percentage bigint) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  c record;
  t network_trees;
  change bigint;
  used bigint;
  -- What is written at the end, by one statement, and what had been written before.
  steps network_tree_steps[] := '{}';
  earlier network_tree_steps[] := '{}';
  -- Of the tree at hand.
  carried network_tree_steps[];
BEGIN
  INSERT INTO network_trees (root_id, cell) SELECT DISTINCT r, p_cell FROM unnest(p_roots) AS r
  WHERE NOT EXISTS (SELECT FROM network_trees x WHERE x.root_id = r AND x.cell = p_cell) ORDER BY r ON CONFLICT DO NOTHING;
  FOR t IN
    SELECT x.* FROM network_trees x WHERE x.cell = p_cell AND x.root_id IN (SELECT r FROM unnest(p_roots) AS r)
    ORDER BY x.root_id FOR NO KEY UPDATE
  LOOP
    carried := ARRAY(SELECT s FROM network_tree_steps s WHERE s.root_id = t.root_id AND s.cell = p_cell AND s.cause_id = ANY (ARRAY(
      SELECT e.id FROM unnest(p_roots, p_causes) AS e (root_id, id) WHERE e.root_id = t.root_id)));
    earlier := earlier || carried;
    FOR c IN
      SELECT e.* FROM unnest(p_percentages, p_roots, p_causes, p_kinds, p_positions, p_amounts) WITH ORDINALITY
        AS e (percent, root_id, id, kind, position_id, amount, n)
      WHERE e.root_id = t.root_id AND e.id <> ALL (ARRAY(SELECT s.cause_id FROM unnest(carried) AS s))
      ORDER BY e.n
    LOOP
      change := 0;
      used := 0;
      IF c.kind = 'capital' THEN
        change := c.amount;
      ELSIF c.kind = 'invested' THEN
        used := least(c.amount, t.high_water - t.used);
        IF div(used::numeric * c.percent, 100000000) = 0 THEN
          used := 0;
        END IF;
      ELSE
        SELECT -sum(s.granted) INTO used FROM network_tree_steps s
        WHERE s.root_id = t.root_id AND s.position_id = c.position_id AND s.cell = p_cell;
        -- It may have been opened a moment before, and be among what is not written yet.
        used := coalesce(used, -(SELECT sum(s.granted) FROM unnest(steps) AS s WHERE s.position_id = c.position_id), 0);
      END IF;
      t.capital := t.capital + change;
      t.high_water := greatest(t.high_water, t.capital);
      t.used := t.used + used;
      steps := steps || ROW(t.root_id, c.id, p_cell, c.kind, c.position_id, change, used,
        CASE c.kind WHEN 'invested' THEN c.percent END, now())::network_tree_steps;
    END LOOP;
    UPDATE network_trees x SET capital = t.capital, high_water = t.high_water, used = t.used
    WHERE x.root_id = t.root_id AND x.cell = p_cell
      AND (x.capital, x.high_water, x.used) <> (t.capital, t.high_water, t.used);
  END LOOP;
  INSERT INTO network_tree_steps SELECT s.* FROM unnest(steps) AS s;
  RETURN QUERY SELECT s.cause_id, s.granted, s.percentage FROM unnest(earlier || steps) AS s;
END
$$;

-- As before, with one percentage for all; the build before this one calls it.
CREATE OR REPLACE FUNCTION carry_to_trees(
  p_cell smallint, p_percentage bigint, p_roots uuid[], p_causes uuid[], p_kinds text[], p_positions uuid[], p_amounts bigint[]
) RETURNS TABLE (cause_id uuid, granted bigint, percentage bigint) LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT * FROM carry_each_to_trees(p_cell, array_fill(p_percentage, ARRAY[cardinality(p_causes)]), p_roots, p_causes, p_kinds, p_positions, p_amounts)
$$;
