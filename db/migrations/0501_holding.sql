-- Holding, for transactions that pay several customers. Everybody locks in one order: a part of the treasury without waiting
-- for it, then customers, the newest first, each with their accounts in ascending id. What a member does locks the member and
-- then somebody above, who was there before; so what holds many at once begins with the newest too.

-- Locks every account of these customers for the rest of the transaction.
CREATE FUNCTION ledger.hold_accounts(p_owners uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
BEGIN
  PERFORM 1 FROM ledger.balances b
  JOIN ledger.accounts a ON a.id = b.account_id
  JOIN ledger.accounts opened ON opened.owner = a.owner AND opened.kind = 'balance'
  WHERE a.owner = ANY (p_owners)
  ORDER BY opened.id DESC, a.id FOR NO KEY UPDATE OF b;
END
$$;

-- Locks a part of the treasury that can pay this much by itself, if one is free: whoever holds a customer's account may not
-- wait for the treasury. False when none is; then nothing is held.
CREATE FUNCTION ledger.hold_capacity(p_amount bigint) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT ledger.take_shard(p_amount) IS NOT NULL
$$;

-- As before, but a part that this transaction has drawn on already comes first: a transaction that pays many takes few.
CREATE OR REPLACE FUNCTION ledger.take_shard(p_amount bigint) RETURNS bigint
LANGUAGE sql VOLATILE SET search_path = ledger, pg_temp AS $$
  SELECT b.account_id FROM ledger.balances b
  WHERE b.account_id BETWEEN 16 AND 31 AND b.balance >= p_amount
  ORDER BY b.xmin <> pg_current_xact_id()::xid, random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
$$;

REVOKE EXECUTE ON FUNCTION ledger.hold_accounts, ledger.hold_capacity FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    GRANT EXECUTE ON FUNCTION ledger.hold_accounts, ledger.hold_capacity TO lastro_app;
  END IF;
END
$$;
