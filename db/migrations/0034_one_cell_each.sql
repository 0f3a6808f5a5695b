-- What asks about a cell says which, as a value: on one node the index is found by it, and on several the one that has the cell. Each cell
-- has its row of the treasury for good, so that table is where all of them are listed.

-- The same for those whom nobody else holds, without waiting: answers whose they are.
CREATE OR REPLACE FUNCTION ledger.hold_free_accounts(p_owners uuid[]) RETURNS uuid[]
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_owners[1]), 15);
BEGIN
  RETURN ARRAY(SELECT x.owner FROM ledger.accounts x WHERE x.owner = ANY (p_owners) AND x.cell = in_cell
    ORDER BY x.owner FOR NO KEY UPDATE SKIP LOCKED);
END
$$;

-- The cells in which something has fallen due.
CREATE OR REPLACE FUNCTION cells_with_due_positions(p_now timestamptz) RETURNS SETOF smallint
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT c.cell FROM ledger.treasury c
    WHERE EXISTS (SELECT FROM positions p WHERE p.cell = c.cell AND p.state = 'running' AND p.ends_at <= p_now);
END
$$;
