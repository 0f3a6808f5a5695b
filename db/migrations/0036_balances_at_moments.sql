-- A balance at each of many moments is one probe of journals_by_moment a moment. Where most customers have few journals, PostgreSQL takes reading all
-- of one's by another index and sorting them to be as cheap, and one who had ten thousand waited a second for a year; so it may not sort here.
CREATE FUNCTION ledger.balances_at(p_owner uuid, p_moments timestamptz[]) RETURNS TABLE (balance bigint, zord bigint)
LANGUAGE plpgsql STABLE SET search_path = ledger, public, pg_temp SET plan_cache_mode = force_generic_plan SET enable_sort = off AS $$
BEGIN
  RETURN QUERY SELECT coalesce(j.balance, 0), coalesce(j.zord, 0) FROM unnest(p_moments) AS moment LEFT JOIN LATERAL (
    SELECT x.balance, x.zord FROM ledger.journals x WHERE x.owner = p_owner AND x.cell = cell_of(p_owner) AND x.happened_at <= moment
    ORDER BY x.happened_at DESC, x.number DESC LIMIT 1
  ) j ON true;
END
$$;

REVOKE EXECUTE ON FUNCTION ledger.balances_at FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    GRANT EXECUTE ON FUNCTION ledger.balances_at TO lastro_app;
  END IF;
END
$$;
