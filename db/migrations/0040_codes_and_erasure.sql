-- What a promotional code is for, and what becomes of less than a cent when a customer is erased.

-- A promotional code's conditions hold for the investment that takes its use, not only for the one that claimed it. Two calls under one
-- idempotency key share a claim, and only one of them invests: its amount and its moment are what counts.

-- A claim that there is under the key is found only for an amount and a moment that the code is for.
CREATE OR REPLACE FUNCTION claim_promocode(
  p_id uuid, p_customer uuid, p_key text, p_code text, p_amount bigint, p_now timestamptz
) RETURNS TABLE (claim uuid, is_answered boolean, own_uses bigint, open_uses bigint, own_open_uses bigint, promocode promocodes)
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  in_cell smallint := cell_of(p_customer);
  is_free boolean := false;
BEGIN
  is_answered := EXISTS (SELECT FROM idempotency_keys k WHERE k.customer_id = p_customer AND k.cell = in_cell AND k.key = p_key);
  IF NOT is_answered THEN
    -- Whoever comes at the same moment waits for the row, and finds the count of the one before.
    PERFORM FROM promocodes p WHERE p.code = p_code AND p.min_amount <= p_amount AND p.uses < p.uses_allowed
      AND p.valid_from <= p_now AND p.valid_until > p_now AND (p.ended_at IS NULL OR p.ended_at > p_now) FOR NO KEY UPDATE;
    is_free := FOUND;
    SELECT c.id INTO claim FROM promocode_claims c JOIN promocodes p ON p.code = c.code
    WHERE c.customer_id = p_customer AND c.cell = in_cell AND c.key = p_key AND c.code = p_code AND c.position_id IS NULL
      AND p.min_amount <= p_amount
      AND p.valid_from <= p_now AND p.valid_until > p_now AND (p.ended_at IS NULL OR p.ended_at > p_now);
  END IF;
  IF is_free AND claim IS NULL AND (SELECT count(*) FROM promocode_claims c WHERE c.code = p_code AND c.customer_id = p_customer)
    < (SELECT p.uses_per_customer FROM promocodes p WHERE p.code = p_code) THEN
    INSERT INTO promocode_claims (id, customer_id, cell, key, code) VALUES (p_id, p_customer, in_cell, p_key, p_code)
    ON CONFLICT DO NOTHING RETURNING id INTO claim;
    IF FOUND THEN
      UPDATE promocodes p SET uses = p.uses + 1 WHERE p.code = p_code;
    END IF;
  END IF;
  SELECT count(*) FILTER (WHERE c.customer_id = p_customer),
    count(*) FILTER (WHERE c.position_id IS NULL AND c.claimed_at > now() - interval '20 seconds'),
    count(*) FILTER (WHERE c.customer_id = p_customer AND c.position_id IS NULL AND c.claimed_at > now() - interval '20 seconds')
  INTO own_uses, open_uses, own_open_uses
  FROM promocode_claims c WHERE c.code = p_code AND (c.customer_id = p_customer OR c.position_id IS NULL);
  FOR promocode IN SELECT p.* FROM promocodes p WHERE p.code = p_code LOOP
    RETURN NEXT;
  END LOOP;
END
$$;

-- The investment has come about: its claim is its own from here on. LB012 when the claim was given back meanwhile, or is of another code,
-- or when the code is not for the investment's amount or its start: a code's least amount and its days never change.
CREATE OR REPLACE FUNCTION take_promocode(p_claim uuid, p_customer uuid, p_position uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE promocode_claims c SET position_id = v.id FROM positions v, promocodes p
  WHERE c.id = p_claim AND c.cell = cell_of(p_customer) AND c.customer_id = p_customer AND c.position_id IS NULL
    AND v.id = p_position AND v.cell = c.cell AND v.customer_id = p_customer AND v.terms ->> 'promocode' = c.code
    AND p.code = c.code AND v.amount >= p.min_amount AND v.started_at >= p.valid_from AND v.started_at < p.valid_until;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'claim % is not there for position %', p_claim, p_position USING ERRCODE = 'LB012';
  END IF;
END
$$;

-- What was left of an erased customer's money where it was less than one cent, which nobody can withdraw: given up to the treasury by the
-- transaction that erased them. It is what stands behind the journal, and no figure of anybody's.
CREATE TABLE given_up_remainders (
  customer_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT given_up_remainders_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  -- Micro-dollars, of each account.
  balance bigint NOT NULL,
  zord bigint NOT NULL,
  PRIMARY KEY (customer_id, cell),
  CONSTRAINT less_than_a_cent_is_given_up CHECK (balance >= 0 AND zord >= 0 AND balance + zord BETWEEN 1 AND 9999)
);
CREATE TRIGGER given_up_remainders_stay BEFORE UPDATE OR DELETE ON given_up_remainders FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER given_up_remainders_are_never_emptied BEFORE TRUNCATE ON given_up_remainders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON given_up_remainders FROM lastro_app;
SELECT ledger.add_kind('remainder_given_up', '{balance>treasury?,zord>treasury?}', referenced => false);

-- As before, but a free remainder of less than one cent is in nobody's way, nor is the journal that gives it up a movement of theirs.
CREATE OR REPLACE FUNCTION erasure_obstacles(p_id uuid, p_keep_days int, p_now timestamptz) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT 'balance' FROM ledger.accounts WHERE owner = p_id AND cell = cell_of(p_id)
    AND (held + invested + promised > 0 OR balance + zord >= 10000)
  UNION ALL SELECT 'position' WHERE EXISTS (SELECT FROM positions WHERE customer_id = p_id AND cell = cell_of(p_id) AND state = 'running')
  UNION ALL SELECT 'transfer' WHERE EXISTS (SELECT FROM broker_transfers WHERE customer_id = p_id AND cell = cell_of(p_id) AND ended_at IS NULL)
  UNION ALL SELECT 'award' WHERE EXISTS (SELECT FROM network_awards WHERE beneficiary_id = p_id AND cell = cell_of(p_id) AND due_at IS NOT NULL
    AND paid_at IS NULL)
  UNION ALL SELECT 'cause' WHERE EXISTS (SELECT FROM network_causes WHERE customer_id = p_id AND cell = cell_of(p_id) AND done_at IS NULL)
  UNION ALL SELECT 'case' WHERE EXISTS (SELECT FROM cases WHERE customer_id = p_id AND cell = cell_of(p_id) AND closed_at IS NULL)
  UNION ALL SELECT 'kept_by_law' WHERE p_keep_days > 0 AND EXISTS (SELECT FROM ledger.journals WHERE owner = p_id AND cell = cell_of(p_id)
    AND happened_at > p_now - make_interval(days => p_keep_days) AND kind <> 'remainder_given_up')
$$;

-- As before, and of a customer who has no money at all: what was less than a cent was given up before.
CREATE OR REPLACE FUNCTION erase_customer(p_id uuid, p_password_hash text, p_keep_days int, p_now timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  in_cell smallint := cell_of(p_id);
  gone bigint;
BEGIN
  PERFORM FROM customers WHERE id = p_id AND erased_at IS NULL FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM erasure_obstacles(p_id, p_keep_days, p_now))
    OR EXISTS (SELECT FROM ledger.accounts WHERE owner = p_id AND cell = in_cell AND balance + zord > 0) THEN
    RAISE EXCEPTION 'customer % cannot be erased', p_id USING ERRCODE = 'LB031';
  END IF;
  UPDATE staff_requests SET state = 'expired', ended_at = now() WHERE state = 'waiting' AND id::text IN (
    SELECT substr(place, 9) FROM kept_words WHERE customer_id = p_id AND cell = in_cell AND place LIKE 'request:%');
  DELETE FROM kept_words WHERE customer_id = p_id AND cell = in_cell;
  DELETE FROM customer_notes WHERE customer_id = p_id AND cell = in_cell;
  UPDATE broker_transfers SET reason = '[erased]' WHERE customer_id = p_id AND cell = in_cell AND reason IS NOT NULL;
  UPDATE transfer_steps s SET reason = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND b.cell = in_cell AND s.transfer_id = b.id AND s.cell = in_cell AND s.reason IS NOT NULL;
  UPDATE transfers_by_hand h SET evidence = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND b.cell = in_cell AND h.transfer_id = b.id AND h.cell = in_cell;
  UPDATE reconciliation_notes n SET note = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND b.cell = in_cell AND n.reference = b.id::text;
  UPDATE ledger_reversals SET reason = '[erased]' WHERE customer_id = p_id AND cell = in_cell;
  WITH void AS (
    UPDATE network_awards SET void_at = greatest(p_now, happened_at)
    WHERE beneficiary_id = p_id AND cell = in_cell AND kind = 'bonus' AND due_at IS NULL AND void_at IS NULL RETURNING value
  )
  SELECT coalesce(sum(value), 0) INTO gone FROM void;
  UPDATE network_beneficiaries SET bonuses = bonuses - gone WHERE customer_id = p_id AND cell = in_cell AND gone > 0;
  -- No address, so nobody can type it; no code, so nobody is brought by it. The birth is nobody's.
  UPDATE customers SET erased_at = now(), email = 'erased:' || p_id, email_confirmed_at = NULL, name = '—', phone = '', birth = '1900-01-01',
    password_hash = p_password_hash, language = 'pt-BR', is_language_chosen = false, theme = NULL, avatar = NULL,
    code = 'erased:' || p_id, is_masked_to_upline = false
  WHERE id = p_id;
END
$$;
