-- An import of operations is withdrawn whole, as long as nothing was paid by it: its operations leave the feed and its index, and are kept
-- apart under their numbers, which nobody else gets. What the house's own feed in a sandbox makes up is not withdrawn.

-- What came in at once: numbers that follow each other.
CREATE TABLE operation_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product text NOT NULL REFERENCES payout_feeds (product),
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  -- Until when the feed was complete before it, and since when.
  complete_before timestamptz,
  completed_before timestamptz,
  made_at timestamptz NOT NULL DEFAULT now(),
  made_by text NOT NULL,
  withdrawn_at timestamptz,
  withdrawn_by text,
  CONSTRAINT an_import_begins_once UNIQUE (product, first_number),
  CONSTRAINT an_import_has_operations CHECK (first_number <= last_number),
  CONSTRAINT somebody_withdraws_it CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
);
REVOKE UPDATE, DELETE ON operation_imports FROM lastro_app;

-- Operations that are none any more, as they were.
CREATE TABLE withdrawn_operations (
  id uuid PRIMARY KEY,
  product text NOT NULL,
  number bigint NOT NULL,
  happened_at timestamptz NOT NULL,
  asset text NOT NULL,
  pair text NOT NULL,
  payout bigint NOT NULL,
  source text NOT NULL,
  reference text NOT NULL,
  recorded_at timestamptz NOT NULL,
  opened_at timestamptz NOT NULL,
  CONSTRAINT withdrawn_operations_keep_their_numbers UNIQUE (product, number)
);
REVOKE INSERT, UPDATE, DELETE ON withdrawn_operations FROM lastro_app;
CREATE TRIGGER withdrawn_operations_never_change BEFORE UPDATE OR DELETE ON withdrawn_operations
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawn_operations_are_never_emptied BEFORE TRUNCATE ON withdrawn_operations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An operation never changes, and leaves only as one that was withdrawn.
CREATE FUNCTION keep_operation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NOT EXISTS (SELECT FROM withdrawn_operations w WHERE w.id = OLD.id) THEN
    RAISE EXCEPTION 'rows of % are never changed, only added', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME USING ERRCODE = 'LB003';
  END IF;
  RETURN OLD;
END
$$;
CREATE OR REPLACE TRIGGER operations_never_change BEFORE UPDATE OR DELETE ON operations
  FOR EACH ROW EXECUTE FUNCTION keep_operation();

-- Withdraws an import, and says from when on the index has to be reckoned anew; or why not. It waits for the feed as another import does:
-- what is being paid is paid and seen, and what is paid later is paid without it. Paid by it was a position that one of its operations
-- reached, or that was not awaited any longer because the feed was complete by then.
CREATE FUNCTION withdraw_import(p_id bigint, p_by text, OUT outcome text, OUT since timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  it operation_imports;
BEGIN
  SELECT * INTO it FROM operation_imports i WHERE i.id = p_id;
  IF NOT FOUND THEN
    outcome := 'unknown';
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(feed_queue(it.product));
  PERFORM FROM payout_feeds f WHERE f.product = it.product FOR UPDATE;
  IF EXISTS (
    SELECT FROM positions p JOIN operations o ON o.product = p.product AND o.number BETWEEN it.first_number AND it.last_number
      AND o.number <= p.operations_seen AND p.started_at <= o.opened_at AND least(p.ends_at, p.closed_at) > o.happened_at
    WHERE p.product = it.product AND p.operations_seen >= it.first_number
  ) OR EXISTS (
    SELECT FROM positions p JOIN payout_feeds f ON f.product = p.product
    WHERE p.product = it.product AND p.operations_seen >= it.first_number
      AND p.ends_at > coalesce(it.complete_before, '-infinity') AND p.ends_at <= f.complete_until
      AND p.closed_at < p.ends_at + longest_wait()
  ) THEN
    outcome := 'paid';
    RETURN;
  END IF;
  UPDATE operation_imports i SET withdrawn_at = now(), withdrawn_by = p_by WHERE i.id = p_id AND i.withdrawn_at IS NULL;
  IF NOT FOUND THEN
    outcome := 'withdrawn_before';
    RETURN;
  END IF;
  INSERT INTO withdrawn_operations (id, product, number, happened_at, asset, pair, payout, source, reference, recorded_at, opened_at)
    SELECT o.id, o.product, o.number, o.happened_at, o.asset, o.pair, o.payout, o.source, o.reference, o.recorded_at, o.opened_at
    FROM operations o WHERE o.product = it.product AND o.number BETWEEN it.first_number AND it.last_number;
  DELETE FROM operations o WHERE o.product = it.product AND o.number BETWEEN it.first_number AND it.last_number;
  SELECT min(w.happened_at) INTO since FROM withdrawn_operations w
    WHERE w.product = it.product AND w.number BETWEEN it.first_number AND it.last_number;
  DELETE FROM payout_index x WHERE x.product = it.product AND x.happened_at >= since
    AND NOT EXISTS (SELECT FROM operations o WHERE o.product = x.product AND o.happened_at = x.happened_at);
  -- Never later than it is now: what another withdrawn import said does not come back.
  UPDATE payout_feeds f SET complete_until = it.complete_before, completed_at = it.completed_before
    WHERE f.product = it.product AND f.complete_until > coalesce(it.complete_before, '-infinity');
  outcome := 'withdrawn';
END
$$;
