-- ledger.post(): the only way money moves. One call, one round trip: claims the event's key, locks the accounts it touches
-- in ascending id, moves with conditional updates (a row that did not move is the refusal), writes the transfers.
--
-- Errors: LB001 an account has too little, its kind in DETAIL · LB002 an account does not exist · LB004 an event
-- that draws on the treasury and gives back to it at once.

-- One of the treasury's shards that can pay p_amount by itself, locked; null when none can. Takes a free one rather than
-- waiting for a busy one, so the treasury is not a queue.
CREATE FUNCTION ledger.take_shard(p_amount bigint) RETURNS bigint
LANGUAGE sql VOLATILE SET search_path = ledger, pg_temp AS $$
  SELECT b.account_id FROM ledger.balances b
  WHERE b.account_id BETWEEN 16 AND 31 AND b.balance >= p_amount
  ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
$$;

-- One end of a transfer. Returns the balance after it, null for house accounts, which have none.
CREATE FUNCTION ledger.move(p_account bigint, p_change bigint) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  after_it bigint;
BEGIN
  IF p_account < 16 THEN
    RETURN NULL;
  END IF;
  UPDATE ledger.balances SET balance = balance + p_change, version = version + 1
  WHERE account_id = p_account AND balance + p_change >= 0
  RETURNING balance INTO after_it;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % has too little', p_account USING ERRCODE = 'LB001',
      DETAIL = (SELECT kind FROM ledger.accounts WHERE id = p_account);
  END IF;
  RETURN after_it;
END
$$;

-- Takes p_amount out of the treasury: from one shard when one can pay alone, from several when only their sum can. All
-- shards are locked before their sum decides, in ascending id. Returns what each paid and has left.
CREATE FUNCTION ledger.draw_on_treasury(p_amount bigint)
RETURNS TABLE (account_id bigint, amount bigint, after_it bigint)
LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  alone bigint := ledger.take_shard(p_amount);
  rest bigint := p_amount;
  shard record;
BEGIN
  IF alone IS NOT NULL THEN
    RETURN QUERY SELECT alone, p_amount, ledger.move(alone, -p_amount);
    RETURN;
  END IF;
  PERFORM 1 FROM ledger.balances b WHERE b.account_id BETWEEN 16 AND 31 ORDER BY b.account_id FOR NO KEY UPDATE;
  FOR shard IN
    SELECT b.account_id, b.balance FROM ledger.balances b
    WHERE b.account_id BETWEEN 16 AND 31 AND b.balance > 0 ORDER BY b.balance DESC
  LOOP
    EXIT WHEN rest = 0;
    account_id := shard.account_id;
    amount := least(rest, shard.balance);
    after_it := ledger.move(account_id, -amount);
    rest := rest - amount;
    RETURN NEXT;
  END LOOP;
  IF rest > 0 THEN
    RAISE EXCEPTION 'the treasury has too little' USING ERRCODE = 'LB001', DETAIL = 'treasury';
  END IF;
END
$$;

-- p_from and p_to name accounts by kind: a house account, `treasury`, or an account of p_owner. Returns the journal and
-- whether this call posted it (false: the event had been posted before, and nothing moved now).
CREATE FUNCTION ledger.post(
  p_key text, p_kind text, p_owner uuid, p_reference uuid, p_at timestamptz,
  p_from text[], p_to text[], p_amount bigint[]
) RETURNS TABLE (journal_id bigint, posted boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  n int;
  drawn record;
  sources bigint[] := '{}';
  targets bigint[] := '{}';
  amounts bigint[] := '{}';
  drawn_after bigint[] := '{}';
  target bigint;
  from_after bigint;
  to_after bigint;
BEGIN
  INSERT INTO ledger.journals (key, kind, owner, reference, happened_at)
  VALUES (p_key, p_kind, p_owner, p_reference, p_at)
  ON CONFLICT (key) DO NOTHING RETURNING id INTO journal_id;
  IF journal_id IS NULL THEN
    SELECT j.id INTO journal_id FROM ledger.journals j WHERE j.key = p_key;
    posted := false;
    RETURN NEXT;
    RETURN;
  END IF;

  IF 'treasury' = ANY (p_from) AND 'treasury' = ANY (p_to) THEN
    RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
  END IF;

  -- What moves, as account ids. Money is drawn from the treasury right here, before any customer's account is locked: its
  -- shards have the lowest ids of all accounts with a balance.
  FOR n IN 1 .. coalesce(array_length(p_from, 1), 0) LOOP
    target := ledger.find_account(p_to[n], p_owner);
    IF p_from[n] = 'treasury' THEN
      FOR drawn IN SELECT * FROM ledger.draw_on_treasury(p_amount[n]) LOOP
        sources := sources || drawn.account_id;
        targets := targets || target;
        amounts := amounts || drawn.amount;
        drawn_after := drawn_after || drawn.after_it;
      END LOOP;
    ELSE
      sources := sources || ledger.find_account(p_from[n], p_owner);
      targets := targets || target;
      amounts := amounts || p_amount[n];
      drawn_after := drawn_after || NULL::bigint;
    END IF;
  END LOOP;

  PERFORM 1 FROM ledger.balances b
  WHERE b.account_id = ANY (sources || targets) ORDER BY b.account_id FOR NO KEY UPDATE;

  FOR n IN 1 .. coalesce(array_length(sources, 1), 0) LOOP
    from_after := coalesce(drawn_after[n], ledger.move(sources[n], -amounts[n]));
    to_after := ledger.move(targets[n], amounts[n]);
    INSERT INTO ledger.transfers (journal_id, from_account, to_account, amount, from_balance, to_balance, happened_at)
    VALUES (post.journal_id, sources[n], targets[n], amounts[n], from_after, to_after, p_at);
  END LOOP;
  posted := true;
  RETURN NEXT;
END
$$;

-- The account that a name means. Money given back to the treasury goes to any of its shards.
CREATE FUNCTION ledger.find_account(p_kind text, p_owner uuid) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  found_id bigint;
BEGIN
  found_id := CASE p_kind
    WHEN 'brokerage' THEN 1
    WHEN 'funding' THEN 2
    WHEN 'fees' THEN 3
    WHEN 'treasury' THEN 16 + floor(random() * 16)::bigint
    ELSE (SELECT a.id FROM ledger.accounts a WHERE a.owner = p_owner AND a.kind = p_kind)
  END;
  IF found_id IS NULL THEN
    RAISE EXCEPTION 'no % account of %', p_kind, coalesce(p_owner::text, 'the house') USING ERRCODE = 'LB002';
  END IF;
  RETURN found_id;
END
$$;
