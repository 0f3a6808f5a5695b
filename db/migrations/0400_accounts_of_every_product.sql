-- Accounts for every product: `held` while a withdrawal is on its way, `copytrade` and `vault` for capital at work, `zord`
-- and `zord_blocked` for the bot's wallet; and for the house `trading`, the other side of what operations won and lost.

ALTER TABLE ledger.accounts DROP CONSTRAINT account_kind_is_known;
ALTER TABLE ledger.accounts DROP CONSTRAINT customers_own_customer_accounts;
ALTER TABLE ledger.accounts ADD CONSTRAINT account_kind_is_known CHECK (
  kind IN ('balance', 'staked', 'promised', 'held', 'copytrade', 'vault', 'zord', 'zord_blocked',
    'brokerage', 'funding', 'fees', 'trading', 'treasury')
);
ALTER TABLE ledger.accounts ADD CONSTRAINT customers_own_customer_accounts CHECK (
  (owner IS NULL) = (kind IN ('brokerage', 'funding', 'fees', 'trading', 'treasury'))
);

INSERT INTO ledger.accounts (id, kind) VALUES (4, 'trading');

CREATE OR REPLACE FUNCTION ledger.open_accounts(p_owner uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  WITH opened AS (
    INSERT INTO ledger.accounts (kind, owner)
    SELECT kind, p_owner
    FROM unnest(ARRAY['balance', 'staked', 'promised', 'held', 'copytrade', 'vault', 'zord', 'zord_blocked']) AS kind
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO ledger.balances (account_id) SELECT id FROM opened;
$$;

SELECT ledger.open_accounts(id) FROM customers;

CREATE OR REPLACE FUNCTION ledger.find_account(p_kind text, p_owner uuid) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  found_id bigint;
BEGIN
  found_id := CASE p_kind
    WHEN 'brokerage' THEN 1
    WHEN 'funding' THEN 2
    WHEN 'fees' THEN 3
    WHEN 'trading' THEN 4
    WHEN 'treasury' THEN 16 + floor(random() * 16)::bigint
    ELSE (SELECT a.id FROM ledger.accounts a WHERE a.owner = p_owner AND a.kind = p_kind)
  END;
  IF found_id IS NULL THEN
    RAISE EXCEPTION 'no % account of %', p_kind, coalesce(p_owner::text, 'the house') USING ERRCODE = 'LB002';
  END IF;
  RETURN found_id;
END
$$;
