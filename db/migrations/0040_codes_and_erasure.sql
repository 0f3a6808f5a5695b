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
