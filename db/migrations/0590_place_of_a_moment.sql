-- Where a moment stands in an account's history. Transfers are numbered in the order in which they were posted, which is the order
-- of their moments but for those that were under way at the same time; so the first one since a moment is found by halving, in
-- some thirty look-ups, and no index has to be kept for it. Nothing is stored here.

-- The number of the account's first transfer of p_at or later; beyond every number when there is none. Whoever wants to miss
-- none that was under way asks for a moment a little before, or after, the one that is meant.
CREATE FUNCTION ledger.first_transfer_since(p_account bigint, p_at timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = ledger, pg_temp AS $$
DECLARE
  low bigint := 0;
  high bigint := 9223372036854775807;
  middle bigint;
  candidate record;
BEGIN
  IF p_at = '-infinity' OR p_at = 'infinity' THEN
    RETURN CASE WHEN p_at = 'infinity' THEN high ELSE low END;
  END IF;
  -- As ranges of each index and in its order: nothing else can be taken for them.
  SELECT greatest(
    (SELECT t.id FROM ledger.transfers t WHERE (t.from_account, t.id) >= (p_account, 0) AND (t.from_account, t.id) < (p_account, high)
      ORDER BY t.from_account DESC, t.id DESC LIMIT 1),
    (SELECT t.id FROM ledger.transfers t WHERE (t.to_account, t.id) >= (p_account, 0) AND (t.to_account, t.id) < (p_account, high)
      ORDER BY t.to_account DESC, t.id DESC LIMIT 1)) + 1 INTO middle;
  IF middle IS NULL THEN
    RETURN high;
  END IF;
  high := middle;
  WHILE low < high LOOP
    middle := low + (high - low) / 2;
    SELECT next.id, next.happened_at INTO candidate FROM (
      (SELECT t.id, t.happened_at FROM ledger.transfers t
        WHERE (t.from_account, t.id) >= (p_account, middle) AND (t.from_account, t.id) < (p_account, high)
        ORDER BY t.from_account, t.id LIMIT 1)
      UNION ALL
      (SELECT t.id, t.happened_at FROM ledger.transfers t
        WHERE (t.to_account, t.id) >= (p_account, middle) AND (t.to_account, t.id) < (p_account, high)
        ORDER BY t.to_account, t.id LIMIT 1)
    ) next ORDER BY next.id LIMIT 1;
    IF candidate.id IS NULL OR candidate.happened_at >= p_at THEN
      high := middle;
    ELSE
      low := candidate.id + 1;
    END IF;
  END LOOP;
  RETURN low;
END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    REVOKE EXECUTE ON FUNCTION ledger.first_transfer_since FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION ledger.first_transfer_since TO lastro_app;
  END IF;
END
$$;
