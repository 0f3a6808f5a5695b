-- An erased customer is nobody: nothing is paid to them, whatever way it comes. Their accounts are closed with them, and the row refuses.
ALTER TABLE ledger.accounts ADD COLUMN erased boolean NOT NULL DEFAULT false;
ALTER TABLE ledger.accounts ADD CONSTRAINT nothing_is_paid_to_an_erased_customer
  CHECK (NOT erased OR balance = 0 AND held = 0 AND invested = 0 AND promised = 0 AND zord = 0);
UPDATE ledger.accounts a SET erased = true FROM public.customers c
WHERE c.id = a.owner AND c.erased_at IS NOT NULL AND (a.balance, a.held, a.invested, a.promised, a.zord) = (0, 0, 0, 0, 0);

-- As before, and also while somebody below them has earned them an award that is not carried to them yet: what a member did and the network
-- has not taken up, and a position that is over and not settled.
CREATE OR REPLACE FUNCTION erasure_obstacles(p_id uuid, p_keep_days int, p_now timestamptz) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT 'balance' FROM ledger.accounts WHERE owner = p_id AND cell = cell_of(p_id)
    AND (held + invested + promised > 0 OR balance + zord >= 10000)
  UNION ALL SELECT 'position' WHERE EXISTS (SELECT FROM positions WHERE customer_id = p_id AND cell = cell_of(p_id) AND state = 'running')
  UNION ALL SELECT 'transfer' WHERE EXISTS (SELECT FROM broker_transfers WHERE customer_id = p_id AND cell = cell_of(p_id) AND ended_at IS NULL)
  UNION ALL SELECT 'award' WHERE EXISTS (SELECT FROM network_awards WHERE beneficiary_id = p_id AND cell = cell_of(p_id) AND due_at IS NOT NULL
    AND paid_at IS NULL)
  UNION ALL SELECT 'cause' WHERE EXISTS (
    SELECT FROM (SELECT customer_id FROM network_causes WHERE done_at IS NULL
      UNION ALL SELECT customer_id FROM positions WHERE state = 'running' AND ends_at <= p_now) c
    JOIN customers m ON m.id = c.customer_id
    WHERE p_id = m.id OR p_id = ANY (m.upline[greatest(cardinality(m.upline) - 2, 1):]))
  UNION ALL SELECT 'case' WHERE EXISTS (SELECT FROM cases WHERE customer_id = p_id AND cell = cell_of(p_id) AND closed_at IS NULL)
  UNION ALL SELECT 'kept_by_law' WHERE p_keep_days > 0 AND EXISTS (SELECT FROM ledger.journals WHERE owner = p_id AND cell = cell_of(p_id)
    AND happened_at > p_now - make_interval(days => p_keep_days) AND kind <> 'remainder_given_up')
$$;

-- As before, and their accounts are closed.
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
  PERFORM ledger.hold_accounts(ARRAY[p_id]);
  UPDATE ledger.accounts SET erased = true WHERE owner = p_id AND cell = in_cell;
  -- No address, so nobody can type it; no code, so nobody is brought by it. The birth is nobody's.
  UPDATE customers SET erased_at = now(), email = 'erased:' || p_id, email_confirmed_at = NULL, name = '—', phone = '', birth = '1900-01-01',
    password_hash = p_password_hash, language = 'pt-BR', is_language_chosen = false, theme = NULL, avatar = NULL,
    code = 'erased:' || p_id, is_masked_to_upline = false
  WHERE id = p_id;
END
$$;
