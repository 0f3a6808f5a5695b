-- Who is held up when several customers' openings could not be posted together because somebody holds a row (55P03, which names nobody;
-- docs/decisions/0085-calls-that-commit-together.md): those of these customers whose accounts, or whose cell's part of the treasury, another
-- transaction has locked. Waits for nobody. What is free it locks until the transaction ends; its caller rolls back at once. A customer who
-- has no accounts yet is held up by nobody.
CREATE FUNCTION ledger.held_up(p_owners uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
BEGIN
  RETURN QUERY WITH given AS MATERIALIZED (
    SELECT o AS owner, get_byte(uuid_send(o), 15)::smallint AS cell FROM unnest(p_owners) AS o
  ), free AS MATERIALIZED (
    SELECT x.owner FROM given g JOIN ledger.accounts x ON x.owner = g.owner AND x.cell = g.cell FOR NO KEY UPDATE OF x SKIP LOCKED
  ), parts AS MATERIALIZED (
    SELECT x.cell FROM ledger.treasury x WHERE x.cell IN (SELECT g.cell FROM given g) FOR NO KEY UPDATE SKIP LOCKED
  )
  SELECT g.owner FROM given g
  WHERE g.owner NOT IN (SELECT f.owner FROM free f)
      AND EXISTS (SELECT FROM ledger.accounts x WHERE x.owner = g.owner AND x.cell = g.cell)
    OR g.cell NOT IN (SELECT t.cell FROM parts t);
END
$$;
REVOKE EXECUTE ON FUNCTION ledger.held_up FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    GRANT EXECUTE ON FUNCTION ledger.held_up TO lastro_app;
  END IF;
END
$$;
