-- The order of the network's causes across a restore. A cause's place is the id of its transaction, and a database that was dumped and
-- restored into another cluster finds that cluster's ids below those that it brought along: what its members did next stood before what they
-- had done, and money that had left with one of them earned a second bonus with another. In a cluster other than the last, ids are counted
-- from beyond all that were recorded. A copy of a cluster's files keeps its identifier, and its ids go on.
CREATE TABLE cause_clock (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_order_of_causes CHECK (only_row),
  -- The cluster's, as pg_control_system() says.
  system_identifier bigint NOT NULL,
  -- What is added to a transaction's id there.
  ahead bigint NOT NULL CONSTRAINT causes_are_never_ordered_before_those_of_another_cluster CHECK (ahead >= 0)
);
-- A database that was restored before this existed has ids that this cluster has yet to reach.
INSERT INTO cause_clock (system_identifier, ahead)
SELECT system_identifier, coalesce((SELECT c.recorded_xid FROM network_causes c WHERE c.recorded_xid >= pg_snapshot_xmax(pg_current_snapshot())
  ORDER BY c.recorded_xid DESC LIMIT 1)::text::bigint, 0) FROM pg_control_system();
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON cause_clock FROM lastro_app;

-- The place of what this transaction does. The first cause in another cluster finds the place of the last one before, once.
CREATE FUNCTION cause_place() RETURNS xid8
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  here bigint := (SELECT c.system_identifier FROM pg_control_system() c);
  k cause_clock;
BEGIN
  SELECT * INTO STRICT k FROM cause_clock;
  IF k.system_identifier <> here THEN
    UPDATE cause_clock SET system_identifier = here, ahead = greatest(ahead,
      (SELECT c.recorded_xid::text::bigint FROM network_causes c ORDER BY c.recorded_xid DESC LIMIT 1))
    WHERE system_identifier <> here;
    SELECT * INTO STRICT k FROM cause_clock;
  END IF;
  RETURN (pg_current_xact_id()::text::bigint + k.ahead)::text::xid8;
END
$$;
ALTER TABLE network_causes ALTER COLUMN recorded_xid SET DEFAULT cause_place();

-- As before, by places. What was restored and nothing was recorded after yet is older than everything here (from xmax on).
CREATE OR REPLACE FUNCTION network_causes_to_carry(p_most int) RETURNS SETOF network_causes
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT c.* FROM network_causes c WHERE c.done_at IS NULL
    AND (c.recorded_xid < (SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + k.ahead)::text::xid8 FROM cause_clock k)
      OR c.recorded_xid >= (SELECT (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + k.ahead)::text::xid8 FROM cause_clock k))
  ORDER BY c.recorded_xid, c.customer_id, c.number LIMIT p_most
$$;

-- As before, at its place.
CREATE OR REPLACE FUNCTION use_new_capital(p_customer uuid, p_id uuid, p_product text, p_position uuid, p_amount bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_customer), 15);
  usable bigint;
BEGIN
  SELECT least(p_amount, n.high_water - n.used, n.contributed) INTO usable FROM network_capital n
  WHERE n.customer_id = p_customer AND n.cell = in_cell AND n.high_water > n.used AND n.contributed > 0 FOR NO KEY UPDATE;
  IF NOT FOUND OR EXISTS (
    SELECT FROM network_causes c WHERE c.position_id = p_position AND c.kind = 'invested' AND c.cell = in_cell) THEN
    RETURN;
  END IF;
  UPDATE network_capital n SET used = n.used + usable WHERE n.customer_id = p_customer AND n.cell = in_cell;
  INSERT INTO network_causes (id, cell, customer_id, kind, product, position_id, amount, base, happened_at, number, recorded_xid)
  SELECT p_id, in_cell, p_customer, 'invested', p_product, p_position, p_amount, usable, p_at, a.number,
    greatest(cause_place(), (SELECT last.recorded_xid FROM network_causes last
      WHERE last.customer_id = p_customer AND last.cell = in_cell ORDER BY last.number DESC LIMIT 1))
  FROM ledger.accounts a WHERE a.owner = p_customer AND a.cell = in_cell;
END
$$;

-- The awards of a customer that were taken back, which the sums of what they earned leave out.
CREATE INDEX awards_reversed ON ledger_reversals (customer_id) INCLUDE (reference) WHERE kind IN ('reversed_bonus', 'reversed_residual');
