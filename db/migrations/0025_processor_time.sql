-- What a money call costs in processor time (docs/decisions/0076-what-a-stake-costs.md): the same rules with fewer expressions, since
-- PostgreSQL prepares each anew in every transaction that meets it.

-- What follows from a kind's legs is reckoned once: the accounts on both sides, their places among those with a running balance (7: it
-- has none), and whether each of these occurs once, so that the balance behind an entry is the one behind the journal.
CREATE FUNCTION ledger.side_of(p_legs text[], p_side int) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path = ledger, pg_temp AS $$
  SELECT array_agg(split_part(l.leg, '>', p_side) ORDER BY l.n) FROM unnest(p_legs) WITH ORDINALITY AS l (leg, n)
$$;
CREATE FUNCTION ledger.places_of(p_accounts text[]) RETURNS int[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path = ledger, pg_temp AS $$
  SELECT array_agg(coalesce(array_position('{balance,held,invested,promised,zord,treasury}', a.account), 7) ORDER BY a.n)
  FROM unnest(p_accounts) WITH ORDINALITY AS a (account, n)
$$;
CREATE FUNCTION ledger.occur_once(p_places int[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path = ledger, pg_temp AS $$
  SELECT count(*) = count(DISTINCT place) FROM unnest(p_places) AS place WHERE place < 7
$$;
ALTER TABLE ledger.kinds
  ADD COLUMN from_accounts text[] NOT NULL GENERATED ALWAYS AS (ledger.side_of(legs, 1)) STORED,
  ADD COLUMN to_accounts text[] NOT NULL GENERATED ALWAYS AS (ledger.side_of(legs, 2)) STORED,
  ADD COLUMN sources int[] NOT NULL GENERATED ALWAYS AS (ledger.places_of(ledger.side_of(legs, 1))) STORED,
  ADD COLUMN targets int[] NOT NULL GENERATED ALWAYS AS (ledger.places_of(ledger.side_of(legs, 2))) STORED,
  ADD COLUMN is_plain boolean NOT NULL GENERATED ALWAYS AS (
    ledger.occur_once(ledger.places_of(ledger.side_of(legs, 1)) || ledger.places_of(ledger.side_of(legs, 2)))) STORED;

-- The same bytes as before: concat() writes nothing for a reference that is not there.
CREATE OR REPLACE FUNCTION ledger.link(
  p_owner uuid, p_number bigint, p_at timestamptz, p_key text, p_kind text, p_reference uuid, p_legs text
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT uuid_send(p_owner) || int8send(p_number) || timestamptz_send(p_at)
    || convert_to(concat(p_key, E'\n', p_kind, E'\n', p_reference, E'\n', p_legs), 'UTF8')
$$;

-- As before. What a kind says of its legs is not reckoned again where an event moves all of them; balances are compared at once.
CREATE OR REPLACE FUNCTION ledger.post(
  p_key text, p_kind text, p_owner uuid, p_reference uuid, p_at timestamptz, p_from text[], p_to text[], p_amount bigint[],
  p_cell smallint DEFAULT NULL, OUT number bigint, OUT posted boolean
) LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- The accounts with a running balance, in the order of `change` and `after`; behind them a place for those that have none.
  running constant text[] := '{balance,held,invested,promised,zord,treasury}';
  is_owned boolean := p_owner IS NOT NULL;
  owned_by uuid := coalesce(p_owner, ledger.house_of(p_cell));
  in_cell smallint := get_byte(uuid_send(owned_by), 15);
  names text[];
  sources int[];
  targets int[];
  is_plain boolean;
  moves int;
  written text := '';
  change bigint[] := '{0,0,0,0,0,0,0}';
  happened timestamptz;
  link bytea;
  after bigint[];
  after_from bigint[] := '{}';
  after_to bigint[] := '{}';
BEGIN
  -- What moves nothing (a fee of zero) is no leg.
  IF 0 = ANY (p_amount) THEN
    SELECT array_agg(l.f ORDER BY l.n), array_agg(l.g ORDER BY l.n), array_agg(l.a ORDER BY l.n) INTO p_from, p_to, p_amount
    FROM unnest(p_from, p_to, p_amount) WITH ORDINALITY AS l (f, g, a, n) WHERE l.a <> 0;
  END IF;
  -- Most events move all that their kind may, in its order; then what follows from that is known.
  SELECT k.legs, k.sources, k.targets, k.is_plain, cardinality(k.legs) INTO names, sources, targets, is_plain, moves FROM ledger.kinds k
  WHERE k.kind = p_kind AND NOT k.retired AND k.owned = is_owned AND k.referenced = (p_reference IS NOT NULL)
    AND k.from_accounts = p_from AND k.to_accounts = p_to AND cardinality(p_amount) = cardinality(k.legs);
  IF NOT FOUND THEN
    moves := coalesce(cardinality(p_from), 0);
    names := '{}';
    sources := '{}';
    targets := '{}';
    is_plain := false;
    FOR n IN 1 .. moves LOOP
      names[n] := p_from[n] || '>' || p_to[n];
      sources[n] := coalesce(array_position(running, p_from[n]), 7);
      targets[n] := coalesce(array_position(running, p_to[n]), 7);
    END LOOP;
    PERFORM 1 FROM ledger.kinds k WHERE k.kind = p_kind AND NOT k.retired AND k.owned = is_owned
      AND k.referenced = (p_reference IS NOT NULL) AND cardinality(p_to) = moves AND cardinality(p_amount) = moves
      AND names <@ k.legs AND k.required <@ names AND moves > 0 AND moves = (SELECT count(DISTINCT l) FROM unnest(names) AS l);
    IF NOT FOUND THEN
      PERFORM ledger.refuse_kind(p_kind, is_owned, p_reference, names);
    END IF;
  END IF;
  IF 6 = ANY (sources) AND 6 = ANY (targets) THEN
    RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
  END IF;
  FOR n IN 1 .. moves LOOP
    written := concat(written, names[n], ':', p_amount[n], ',');
    change[sources[n]] := change[sources[n]] - p_amount[n];
    change[targets[n]] := change[targets[n]] + p_amount[n];
  END LOOP;

  posted := true;
  IF is_owned THEN
    FOR attempt IN 1 .. 2 LOOP
      UPDATE ledger.accounts x SET balance = x.balance + change[1], held = x.held + change[2], invested = x.invested + change[3],
        promised = x.promised + change[4], zord = x.zord + change[5], number = x.number + 1, last_at = greatest(p_at, x.last_at),
        head = ledger.chain(x.head, owned_by, x.number + 1, greatest(p_at, x.last_at), p_key, p_kind, p_reference, written)
      WHERE x.owner = owned_by AND x.cell = in_cell AND least(x.balance + change[1], x.held + change[2], x.invested + change[3],
          x.promised + change[4], x.zord + change[5]) >= 0
        AND NOT EXISTS (SELECT FROM ledger.journals j WHERE j.key = p_key AND j.cell = in_cell)
      RETURNING x.number, x.last_at, x.head, ARRAY[x.balance, x.held, x.invested, x.promised, x.zord] INTO number, happened, link, after;
      EXIT WHEN FOUND;
      SELECT j.number INTO number FROM ledger.journals j WHERE j.key = p_key AND j.cell = in_cell;
      posted := NOT FOUND;
      IF NOT posted THEN
        RETURN;
      END IF;
      IF attempt = 2 THEN
        RAISE EXCEPTION 'an account of % has too little', owned_by USING ERRCODE = 'LB001', DETAIL = (
          SELECT CASE WHEN x.balance + change[1] < 0 THEN 'balance' WHEN x.zord + change[5] < 0 THEN 'zord'
            WHEN x.held + change[2] < 0 THEN 'held' WHEN x.invested + change[3] < 0 THEN 'invested' ELSE 'promised' END
          FROM ledger.accounts x WHERE x.owner = owned_by AND x.cell = in_cell);
      END IF;
      -- Too little is there, or nothing has ever moved there, or something just has: with the row made and held it is clear which.
      PERFORM ledger.lock_accounts(owned_by);
    END LOOP;
    IF change[6] <> 0 THEN
      UPDATE ledger.treasury x SET balance = x.balance + change[6] WHERE x.cell = in_cell AND x.balance + change[6] >= 0;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the treasury of cell % has too little', in_cell USING ERRCODE = 'LB001', DETAIL = 'treasury';
      END IF;
    END IF;
  ELSE
    UPDATE ledger.treasury x SET balance = x.balance + change[6], number = x.number + 1, last_at = greatest(p_at, x.last_at),
      head = ledger.chain(x.head, owned_by, x.number + 1, greatest(p_at, x.last_at), p_key, p_kind, p_reference, written)
    WHERE x.cell = in_cell AND x.balance + change[6] >= 0
      AND NOT EXISTS (SELECT FROM ledger.journals j WHERE j.key = p_key AND j.cell = in_cell)
    RETURNING x.number, x.last_at, x.head, ARRAY[NULL, NULL, NULL, NULL, NULL, x.balance] INTO number, happened, link, after;
    IF NOT FOUND THEN
      SELECT j.number INTO number FROM ledger.journals j WHERE j.key = p_key AND j.cell = in_cell;
      posted := NOT FOUND;
      IF NOT posted THEN
        RETURN;
      END IF;
      RAISE EXCEPTION 'the treasury of cell % has too little', in_cell USING ERRCODE = 'LB001', DETAIL = 'treasury';
    END IF;
  END IF;

  INSERT INTO ledger.journals (owner, number, cell, key, kind, reference, happened_at, hash, balance, held, invested, promised, zord)
  VALUES (owned_by, post.number, in_cell, p_key, p_kind, p_reference, happened, link, after[1], after[2], after[3], after[4], after[5])
  ON CONFLICT (key, cell) DO NOTHING;
  IF NOT FOUND THEN
    -- Posted by somebody else since it was looked for: whoever asked begins again, and finds it.
    RAISE EXCEPTION 'event % was posted meanwhile', p_key USING ERRCODE = 'serialization_failure';
  END IF;
  IF is_plain THEN
    -- Each account was touched once: what is in it now is what the entry left behind.
    INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, from_balance, to_balance, happened_at)
    SELECT owned_by, post.number, l.leg, in_cell, p_kind, l.from_account, l.to_account, l.amount, after[l.source], after[l.target], happened
    FROM unnest(p_from, p_to, p_amount, sources, targets) WITH ORDINALITY AS l (from_account, to_account, amount, source, target, leg);
    RETURN;
  END IF;
  -- What each leg left behind, from the last one backwards.
  FOR n IN REVERSE moves .. 1 LOOP
    after_from[n] := after[sources[n]];
    after_to[n] := after[targets[n]];
    after[sources[n]] := after[sources[n]] + p_amount[n];
    after[targets[n]] := after[targets[n]] - p_amount[n];
  END LOOP;
  INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, from_balance, to_balance, happened_at)
  SELECT owned_by, post.number, l.leg, in_cell, p_kind, l.from_account, l.to_account, l.amount, l.from_balance, l.to_balance, happened
  FROM unnest(p_from, p_to, p_amount, after_from, after_to)
    WITH ORDINALITY AS l (from_account, to_account, amount, from_balance, to_balance, leg);
END
$$;

-- A position is sound when it is opened, and stays so. These were ten CHECK constraints, of which PostgreSQL reads the text of each
-- anew for every statement that writes: a tenth of a stake. The trigger that notes a position's maturity says them now, with what
-- they were called, and what may change of a position afterwards is compared in the statement itself. (CHECK stays for the cell.)
CREATE FUNCTION enter_position() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  violated text;
BEGIN
  IF (NEW.amount > 0 AND NEW.ends_at > NEW.started_at AND NEW.promised >= 0 AND NEW.rate > 0 AND (NEW.rate IS NULL) = (NEW.promised = 0)
    AND NEW.cancel_fee BETWEEN 0 AND 100000000 AND NEW.state IN ('running', 'ended', 'canceled')
    AND (NEW.state = 'running') = (NEW.closed_at IS NULL) AND NEW.result >= -NEW.amount
    AND num_nonnulls(NEW.operations_seen, NEW.payouts, NEW.result) = (CASE WHEN NEW.state = 'ended' AND NEW.rate IS NULL THEN 3 ELSE 0 END)
  ) IS NOT FALSE THEN
    INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
    VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, 1, NEW.amount, NEW.promised);
    RETURN NULL;
  END IF;
  violated := CASE
    WHEN NEW.amount <= 0 THEN 'something_is_invested'
    WHEN NEW.ends_at <= NEW.started_at THEN 'a_position_ends_after_it_starts'
    WHEN NEW.promised < 0 THEN 'a_promise_is_not_negative'
    WHEN NEW.rate <= 0 THEN 'a_rate_is_positive'
    WHEN (NEW.rate IS NULL) <> (NEW.promised = 0) THEN 'a_fixed_yield_promises'
    WHEN NEW.cancel_fee NOT BETWEEN 0 AND 100000000 THEN 'a_cancel_fee_is_a_part'
    WHEN NEW.state NOT IN ('running', 'ended', 'canceled') THEN 'state_is_known'
    WHEN (NEW.state = 'running') <> (NEW.closed_at IS NULL) THEN 'an_end_is_whole'
    WHEN NEW.result < -NEW.amount THEN 'no_more_is_lost_than_the_amount'
    ELSE 'a_result_is_of_an_ended_traded_position' END;
  RAISE EXCEPTION 'position % violates "%"', NEW.id, violated USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA,
    TABLE = TG_TABLE_NAME, CONSTRAINT = violated;
END
$$;
CREATE TRIGGER positions_are_sound AFTER INSERT ON positions FOR EACH ROW EXECUTE FUNCTION enter_position();
-- What else there is of a position never changes (ended_positions_never_change).
CREATE TRIGGER positions_stay_sound AFTER UPDATE ON positions FOR EACH ROW
  WHEN ((NEW.state IN ('running', 'ended', 'canceled') AND (NEW.state = 'running') = (NEW.closed_at IS NULL) AND NEW.result >= -NEW.amount
    AND num_nonnulls(NEW.operations_seen, NEW.payouts, NEW.result) = CASE WHEN NEW.state = 'ended' AND NEW.rate IS NULL THEN 3 ELSE 0 END) IS FALSE)
  EXECUTE FUNCTION enter_position();
DROP TRIGGER positions_note_their_maturity ON positions;
ALTER TABLE positions
  DROP CONSTRAINT a_cancel_fee_is_a_part, DROP CONSTRAINT a_fixed_yield_promises, DROP CONSTRAINT a_position_ends_after_it_starts,
  DROP CONSTRAINT a_promise_is_not_negative, DROP CONSTRAINT a_rate_is_positive,
  DROP CONSTRAINT a_result_is_of_an_ended_traded_position, DROP CONSTRAINT an_end_is_whole,
  DROP CONSTRAINT no_more_is_lost_than_the_amount, DROP CONSTRAINT something_is_invested, DROP CONSTRAINT state_is_known;

-- The other half of it: a position that is opened is noted by enter_position().
CREATE OR REPLACE FUNCTION note_maturity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
  VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, -1, -NEW.amount, -NEW.promised);
  RETURN NULL;
END
$$;

-- Uses the member's new capital in what they invested: what no bonus was reckoned on yet and is still here. Behind the journal, so the
-- member's accounts are locked and their number is the journal's. Most have none: then it is one look into an index.
CREATE FUNCTION use_new_capital(p_customer uuid, p_id uuid, p_product text, p_position uuid, p_amount bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_customer), 15);
  usable bigint;
BEGIN
  SELECT least(p_amount, n.high_water - n.used, n.contributed) INTO usable FROM network_capital n
  WHERE n.customer_id = p_customer AND n.cell = in_cell AND n.high_water > n.used AND n.contributed > 0 FOR NO KEY UPDATE;
  IF NOT FOUND OR EXISTS (
    SELECT FROM network_causes c WHERE c.position_id = p_position AND c.kind = 'invested' AND c.cell = in_cell) THEN
    RETURN;
  END IF;
  UPDATE network_capital n SET used = n.used + usable WHERE n.customer_id = p_customer AND n.cell = in_cell;
  INSERT INTO network_causes (id, cell, customer_id, kind, product, position_id, amount, base, happened_at, number, recorded_xid)
  SELECT p_id, in_cell, p_customer, 'invested', p_product, p_position, p_amount, usable, p_at, a.number,
    greatest(pg_current_xact_id(), (SELECT last.recorded_xid FROM network_causes last
      WHERE last.customer_id = p_customer AND last.cell = in_cell ORDER BY last.number DESC LIMIT 1))
  FROM ledger.accounts a WHERE a.owner = p_customer AND a.cell = in_cell;
END
$$;
