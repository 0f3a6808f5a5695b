-- The ledger: who holds what, and every journal that made it so. Nothing else in this database is money: positions and transfers
-- with the brokerage only say why a journal was posted. Rows are written by ledger.post() alone and never change afterwards; the
-- running balances are the one exception, and they follow from the entries.
--
-- Everything is kept by cell, the last byte of the customer's id (256 cells, for good). A transaction that moves money writes one
-- cell, so two customers wait for each other only where they share a cell's part of the treasury.
CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO lastro_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA ledger GRANT SELECT ON TABLES TO lastro_app;

-- The house's own journals of a cell belong to an owner of their own, whose id ends with the cell.
CREATE FUNCTION ledger.house_of(p_cell smallint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT ('00000000-0000-0000-0000-0000000000' || lpad(to_hex(p_cell::int), 2, '0'))::uuid
$$;
GRANT EXECUTE ON FUNCTION ledger.house_of(smallint) TO lastro_app;

-- Money of the treasury on its way from one cell to another: it has left the one, and arrives in the other under a key of its own.
CREATE TABLE ledger.transits (
  id uuid NOT NULL,
  cell smallint NOT NULL,
  to_cell smallint NOT NULL,
  amount bigint NOT NULL CONSTRAINT something_is_on_its_way CHECK (amount > 0),
  sent_at timestamptz NOT NULL DEFAULT now(),
  arrived_at timestamptz,
  PRIMARY KEY (id, cell),
  CONSTRAINT it_leads_to_another_cell CHECK (cell <> to_cell)
);
CREATE INDEX transits_on_their_way ON ledger.transits (cell, sent_at) INCLUDE (amount) WHERE arrived_at IS NULL;

-- What an audit has found good: up to this number, with this hash and these balances. The next one begins behind it.
CREATE TABLE ledger.seals (
  owner uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT seals_are_in_their_cell CHECK (cell = get_byte(uuid_send(owner), 15)),
  number bigint NOT NULL,
  head bytea NOT NULL,
  last_at timestamptz NOT NULL,
  balance bigint NOT NULL,
  held bigint NOT NULL,
  invested bigint NOT NULL,
  promised bigint NOT NULL,
  zord bigint NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cell, owner)
);

CREATE FUNCTION ledger.refuse_change_of_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT OLD.retired AND NEW.retired
    AND (NEW.kind, NEW.owned, NEW.referenced, NEW.legs, NEW.required)
      = (OLD.kind, OLD.owned, OLD.referenced, OLD.legs, OLD.required) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a kind of event never changes: retire it and add another' USING ERRCODE = 'LB003';
END
$$;

-- The house has two accounts more: `taxes` is what was withheld and is owed to the authority, `authority` what was paid to it.
CREATE FUNCTION ledger.add_kind(p_kind text, p_legs text[], owned boolean DEFAULT true, referenced boolean DEFAULT true)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  accounts constant text := '(balance|held|invested|promised|zord|brokerage|funding|fees|trading|treasury|transit|taxes|authority)';
  leg text;
BEGIN
  FOREACH leg IN ARRAY p_legs LOOP
    IF leg !~ ('^' || accounts || '>' || accounts || '\??$') THEN
      RAISE EXCEPTION 'a leg is written from>to between accounts that there are, not %', leg;
    END IF;
  END LOOP;
  INSERT INTO ledger.kinds (kind, owned, referenced, legs, required)
  SELECT p_kind, add_kind.owned, add_kind.referenced, array_agg(rtrim(l, '?')), coalesce(array_agg(l) FILTER (WHERE l NOT LIKE '%?'), '{}')
  FROM unnest(p_legs) AS l;
END
$$;

-- A kind that is retired is posted by nothing any more.
CREATE FUNCTION ledger.retire_kind(p_kind text) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  UPDATE ledger.kinds SET retired = true WHERE kind = p_kind;
  EXECUTE format('DROP FUNCTION IF EXISTS ledger.%I', 'post_' || p_kind);
  EXECUTE format('DROP FUNCTION IF EXISTS ledger.%I', 'post_' || p_kind || '_many');
END
$$;

-- What the hash of a journal covers besides the hash of the one before: whose it is, which, when, and all that it moved. p_legs is each
-- leg as `from>to:amount`, in order, parted by commas. STABLE, as convert_to() is: only so does PostgreSQL put it into the statement.
CREATE FUNCTION ledger.link(
  p_owner uuid, p_number bigint, p_at timestamptz, p_key text, p_kind text, p_reference uuid, p_legs text
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT uuid_send(p_owner) || int8send(p_number) || timestamptz_send(p_at)
    || convert_to(concat(p_key, E'\n', p_kind, E'\n', p_reference, E'\n', p_legs), 'UTF8')
$$;
GRANT EXECUTE ON FUNCTION ledger.link(uuid,bigint,timestamp with time zone,text,text,uuid,text) TO lastro_app;

-- The hash of a journal.
CREATE FUNCTION ledger.chain(
  p_before bytea, p_owner uuid, p_number bigint, p_at timestamptz, p_key text, p_kind text, p_reference uuid, p_legs text
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(p_before || ledger.link(p_owner, p_number, p_at, p_key, p_kind, p_reference, p_legs))
$$;
GRANT EXECUTE ON FUNCTION ledger.chain(bytea,uuid,bigint,timestamp with time zone,text,text,uuid,text) TO lastro_app;

-- The hashes of journals that follow each other, as a window function: chained(head of the one before all, link) in their order.
CREATE FUNCTION ledger.append_link(p_chain bytea, p_head bytea, p_link bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN sha256(coalesce(p_chain, p_head) || p_link);
END
$$;

CREATE AGGREGATE ledger.chained(p_head bytea, p_link bytea) (SFUNC = ledger.append_link, STYPE = bytea);

-- What sum() is, without the way through numeric: amounts that do not fit are refused as everywhere.
CREATE AGGREGATE ledger.running(p_change bigint) (SFUNC = int8pl, STYPE = bigint, INITCOND = '0');
GRANT EXECUTE ON FUNCTION ledger.running(bigint) TO lastro_app;

-- The only way money moves. Claims the event's key, changes the customer's accounts and the cell's treasury with one conditional update
-- each (a row that did not change is the refusal), appends to the owner's chain and writes journal and entries. p_owner null means
-- the house of p_cell. Accounts are locked before the treasury, by everybody.
--
-- Returns the journal's number and whether this call posted it (false: the event had been posted before, and nothing moved now).
-- Errors: LB001 an account has too little, its name in DETAIL · LB004 an event that draws on the treasury and gives back to it at once
-- · LB006 no such kind, or not its legs.
-- What a kind says of its legs is not reckoned again where an event moves all of them; balances are compared at once.
CREATE FUNCTION ledger.post(
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
GRANT EXECUTE ON FUNCTION ledger.post(text,text,uuid,uuid,timestamp with time zone,text[],text[],bigint[],smallint) TO lastro_app;

-- An event that is to be posted with many others.
CREATE TYPE ledger.new_journal AS (
  key text,
  kind text,
  owner uuid,
  reference uuid,
  happened_at timestamptz,
  from_accounts text[],
  to_accounts text[],
  amounts bigint[]
);

-- What ledger.post() does for one event of a customer's, for thousands of one cell, in the order in which they are given: one statement
-- writes journals and entries, changes each customer's accounts once and the cell's treasury once. Events that had been posted before
-- move nothing. Where anything is not plainly right (a kind, a leg, an account with too little) they are posted one by one instead, so
-- that what is refused, and how, is said in one place. Answers how many were posted now. Errors: those of post(), and LB009 when they
-- are not of customers of this cell.
--
-- Planned once and for any number: nothing that is given is joined with anything else that is given.
CREATE FUNCTION ledger.post_many(p_cell smallint, p_journals ledger.new_journal[]) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  is_plain boolean;
  from_treasury bigint;
  is_drawn boolean;
  posted bigint;
BEGIN
  IF EXISTS (SELECT FROM unnest(p_journals) AS g WHERE public.cell_of(g.owner) IS DISTINCT FROM p_cell) THEN
    RAISE EXCEPTION 'what is posted together is of customers of one cell' USING ERRCODE = 'LB009';
  END IF;
  PERFORM ledger.hold_accounts(ARRAY(SELECT g.owner FROM unnest(p_journals) AS g));
  WITH given AS MATERIALIZED (
    SELECT g.key, g.kind, g.owner, g.reference, g.from_accounts, g.to_accounts, g.amounts, g.n,
      a.number + row_number() OVER own AS number, greatest(a.last_at, max(g.happened_at) OVER own) AS happened_at,
      a.head, a.balance, a.held, a.invested, a.promised, a.zord
    FROM unnest(p_journals) WITH ORDINALITY
      AS g (key, kind, owner, reference, happened_at, from_accounts, to_accounts, amounts, n)
    JOIN ledger.accounts a ON a.owner = g.owner AND a.cell = p_cell
    WHERE NOT EXISTS (SELECT FROM ledger.journals j WHERE j.key = g.key AND j.cell = p_cell)
    WINDOW own AS (PARTITION BY g.owner ORDER BY g.n)
  ), legs AS MATERIALIZED (
    SELECT g.owner, g.number, g.key, g.kind, g.reference, g.happened_at, g.head, l.from_account, l.to_account, l.amount,
      row_number() OVER journal AS leg, lead(l.leg) OVER journal IS NULL AS is_last,
      string_agg(l.from_account || '>' || l.to_account || ':' || l.amount || ',', '') OVER journal AS written,
      array_agg(l.from_account || '>' || l.to_account) OVER journal AS names,
      -- What is left in each account behind the leg.
      g.balance + ledger.running(CASE WHEN l.to_account = 'balance' THEN l.amount WHEN l.from_account = 'balance' THEN -l.amount ELSE 0 END) OVER own AS balance,
      g.held + ledger.running(CASE WHEN l.to_account = 'held' THEN l.amount WHEN l.from_account = 'held' THEN -l.amount ELSE 0 END) OVER own AS held,
      g.invested + ledger.running(CASE WHEN l.to_account = 'invested' THEN l.amount WHEN l.from_account = 'invested' THEN -l.amount ELSE 0 END) OVER own AS invested,
      g.promised + ledger.running(CASE WHEN l.to_account = 'promised' THEN l.amount WHEN l.from_account = 'promised' THEN -l.amount ELSE 0 END) OVER own AS promised,
      g.zord + ledger.running(CASE WHEN l.to_account = 'zord' THEN l.amount WHEN l.from_account = 'zord' THEN -l.amount ELSE 0 END) OVER own AS zord
    FROM given g CROSS JOIN LATERAL unnest(g.from_accounts, g.to_accounts, g.amounts) WITH ORDINALITY
      AS l (from_account, to_account, amount, leg)
    WHERE l.amount <> 0 OR num_nulls(l.from_account, l.to_account, l.amount) > 0
    WINDOW journal AS (PARTITION BY g.owner, g.number ORDER BY l.leg), own AS (PARTITION BY g.owner ORDER BY g.number, l.leg)
  ), added AS MATERIALIZED (
    SELECT l.*, lead(l.number) OVER own IS NULL AS is_newest,
      ledger.chained(l.head, ledger.link(l.owner, l.number, l.happened_at, l.key, l.kind, l.reference, l.written)) OVER own AS hash
    FROM legs l WHERE l.is_last WINDOW own AS (PARTITION BY l.owner ORDER BY l.number)
  ), checked AS MATERIALIZED (
    SELECT (SELECT count(*) FROM added) = (SELECT count(*) FROM given)
      AND NOT EXISTS (SELECT FROM added WHERE least(balance, held, invested, promised, zord) < 0)
      AND NOT EXISTS (SELECT FROM (SELECT DISTINCT kind, reference IS NOT NULL AS is_referenced, names FROM added) s
        WHERE NOT EXISTS (SELECT FROM ledger.kinds k WHERE k.kind = s.kind AND NOT k.retired AND k.owned AND k.referenced = s.is_referenced
            AND s.names <@ k.legs AND k.required <@ s.names)
          OR cardinality(s.names) <> (SELECT count(DISTINCT name) FROM unnest(s.names) AS name)
          OR array_to_string(s.names, ',') ~ 'treasury>' AND array_to_string(s.names, ',') ~ '>treasury') AS is_plain,
      (SELECT coalesce(sum(CASE 'treasury' WHEN from_account THEN amount WHEN to_account THEN -amount END), 0)::bigint FROM legs) AS from_treasury
  ), drawn AS (
    UPDATE ledger.treasury t SET balance = t.balance - c.from_treasury FROM checked c
    WHERE t.cell = p_cell AND c.is_plain AND c.from_treasury <> 0 AND t.balance >= c.from_treasury RETURNING 1
  ), journals AS (
    INSERT INTO ledger.journals (owner, number, cell, key, kind, reference, happened_at, hash, balance, held, invested, promised, zord)
    SELECT owner, number, p_cell, key, kind, reference, happened_at, hash, balance, held, invested, promised, zord FROM added
    WHERE (SELECT c.is_plain FROM checked c)
  ), entries AS (
    INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, from_balance, to_balance, happened_at)
    SELECT owner, number, leg, p_cell, kind, from_account, to_account, amount,
      CASE from_account WHEN 'balance' THEN balance WHEN 'held' THEN held WHEN 'invested' THEN invested WHEN 'promised' THEN promised WHEN 'zord' THEN zord END,
      CASE to_account WHEN 'balance' THEN balance WHEN 'held' THEN held WHEN 'invested' THEN invested WHEN 'promised' THEN promised WHEN 'zord' THEN zord END, happened_at
    FROM legs WHERE (SELECT c.is_plain FROM checked c)
  ), accounts AS (
    UPDATE ledger.accounts a SET balance = n.balance, held = n.held, invested = n.invested, promised = n.promised, zord = n.zord,
      number = n.number, head = n.hash, last_at = n.happened_at
    FROM added n WHERE a.owner = n.owner AND a.cell = p_cell AND n.is_newest AND (SELECT c.is_plain FROM checked c)
  )
  SELECT c.is_plain, c.from_treasury, EXISTS (SELECT FROM drawn), (SELECT count(*) FROM added)
  INTO is_plain, from_treasury, is_drawn, posted FROM checked c;
  IF NOT is_plain THEN
    SELECT count(*) FILTER (WHERE p.posted) INTO posted FROM unnest(p_journals) AS g,
      LATERAL ledger.post(g.key, g.kind, g.owner, g.reference, g.happened_at, g.from_accounts, g.to_accounts, g.amounts) AS p;
  ELSIF from_treasury <> 0 AND NOT is_drawn THEN
    RAISE EXCEPTION 'the treasury of cell % has too little', p_cell USING ERRCODE = 'LB001', DETAIL = 'treasury';
  END IF;
  RETURN posted;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.post_many(smallint,ledger.new_journal[]) TO lastro_app;

-- The first thing that a call of a customer's own does that moves their money: locks their accounts and refuses where the key that it is
-- made under has its answer (LB013), or an operator has stopped them (LB007). Two equal calls meet at the lock, and the second one finds the
-- first one's answer behind it, which was written last of all. A freeze waits for calls that are under way, and holds for all that come after it.
CREATE FUNCTION ledger.require_movable(p_owner uuid, p_key text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_owner), 15);
  frozen timestamptz;
BEGIN
  SELECT x.frozen_at INTO frozen FROM ledger.accounts x WHERE x.owner = p_owner AND x.cell = in_cell FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    frozen := (ledger.lock_accounts(p_owner)).frozen_at;
  END IF;
  IF EXISTS (SELECT FROM public.idempotency_keys k WHERE k.customer_id = p_owner AND k.key = p_key AND k.cell = in_cell) THEN
    RAISE EXCEPTION 'the key has its answer' USING ERRCODE = 'LB013';
  END IF;
  IF frozen IS NOT NULL THEN
    RAISE EXCEPTION 'the money of % is stopped', p_owner USING ERRCODE = 'LB007';
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.require_movable(uuid,text) TO lastro_app;

-- Stops a customer's money, or lets it go again (p_at null). False when it was so before.
CREATE FUNCTION ledger.freeze(p_owner uuid, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
BEGIN
  IF ((ledger.lock_accounts(p_owner)).frozen_at IS NULL) = (p_at IS NULL) THEN
    RETURN false;
  END IF;
  UPDATE ledger.accounts SET frozen_at = p_at WHERE owner = p_owner AND cell = public.cell_of(p_owner);
  RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION ledger."freeze"(uuid,timestamp with time zone) TO lastro_app;

-- Locks the accounts of many customers of one cell, in the order that everybody keeps, and makes those that are missing.
CREATE FUNCTION ledger.hold_accounts(p_owners uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_owners[1]), 15);
BEGIN
  IF cardinality(p_owners) = 1 THEN
    PERFORM 1 FROM ledger.accounts x WHERE x.owner = p_owners[1] AND x.cell = in_cell FOR NO KEY UPDATE;
    IF FOUND THEN
      RETURN;
    END IF;
  END IF;
  p_owners := ARRAY(SELECT DISTINCT o FROM unnest(p_owners) AS o ORDER BY o);
  IF cardinality(p_owners) > (SELECT count(*) FROM ledger.accounts x WHERE x.owner = ANY (p_owners) AND x.cell = in_cell) THEN
    -- Of another cell is no account of this one: the row's check refuses it.
    INSERT INTO ledger.accounts (owner, cell) SELECT o, in_cell FROM unnest(p_owners) AS o ON CONFLICT DO NOTHING;
  END IF;
  PERFORM 1 FROM ledger.accounts x WHERE x.owner = ANY (p_owners) AND x.cell = in_cell ORDER BY x.owner FOR NO KEY UPDATE;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.hold_accounts(uuid[]) TO lastro_app;

CREATE FUNCTION ledger.hold_free_accounts(p_owners uuid[]) RETURNS uuid[]
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_owners[1]), 15);
BEGIN
  RETURN ARRAY(SELECT x.owner FROM ledger.accounts x WHERE x.owner = ANY (p_owners) AND x.cell = in_cell
    ORDER BY x.owner FOR NO KEY UPDATE SKIP LOCKED);
END
$$;
GRANT EXECUTE ON FUNCTION ledger.hold_free_accounts(uuid[]) TO lastro_app;

-- Takes from the treasury of one cell what another needs: the first half of the way. Gives what left, which may be less than was
-- asked for, or 0. Its other half is ledger.receive() in a transaction of the other cell, and then ledger.arrive() in one of this.
CREATE FUNCTION ledger.send(p_id uuid, p_cell smallint, p_to smallint, p_amount bigint, p_at timestamptz) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  sent bigint;
BEGIN
  SELECT least(x.balance, p_amount) INTO sent FROM ledger.treasury x WHERE x.cell = p_cell FOR NO KEY UPDATE;
  IF coalesce(sent, 0) <= 0 THEN
    RETURN 0;
  END IF;
  INSERT INTO ledger.transits (id, cell, to_cell, amount) VALUES (p_id, p_cell, p_to, sent);
  PERFORM ledger.post('transit:' || p_id || ':sent', 'treasury_sent', NULL, p_id, p_at, '{treasury}', '{transit}', ARRAY[sent], p_cell);
  RETURN sent;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.send(uuid,smallint,smallint,bigint,timestamp with time zone) TO lastro_app;

CREATE FUNCTION ledger.receive(p_id uuid, p_to smallint, p_amount bigint, p_at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT ledger.post('transit:' || p_id || ':received', 'treasury_received', NULL, p_id, p_at, '{transit}', '{treasury}',
    ARRAY[p_amount], p_to)
$$;
GRANT EXECUTE ON FUNCTION ledger.receive(uuid,smallint,bigint,timestamp with time zone) TO lastro_app;

CREATE FUNCTION ledger.arrive(p_ids uuid[], p_cell smallint) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  UPDATE ledger.transits SET arrived_at = now() WHERE id = ANY (p_ids) AND cell = p_cell AND arrived_at IS NULL
$$;
GRANT EXECUTE ON FUNCTION ledger.arrive(uuid[],smallint) TO lastro_app;

-- Sends every cell that has less than its share what it lacks, as far as this one has it: after the operator has put money there.
CREATE FUNCTION ledger.spread(p_cell smallint, p_at timestamptz) RETURNS TABLE (id uuid, to_cell smallint, amount bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  share bigint := (SELECT div(sum(x.balance), count(*)) FROM ledger.treasury x);
BEGIN
  FOR to_cell, amount IN
    SELECT x.cell, share - x.balance FROM ledger.treasury x WHERE x.cell <> p_cell AND x.balance < share ORDER BY x.cell
  LOOP
    id := gen_random_uuid();
    amount := ledger.send(id, p_cell, to_cell, amount, p_at);
    EXIT WHEN amount = 0;
    RETURN NEXT;
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.spread(smallint,timestamp with time zone) TO lastro_app;

-- Keeps what an audit of this cell has just found good, in its own transaction (REPEATABLE READ): each owner's number, hash and
-- balances. A seal only ever moves forward, and only to where the owner's last journal is. Answers how many moved.
CREATE FUNCTION ledger.seal(p_cell smallint) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  moved bigint;
BEGIN
  IF current_setting('transaction_isolation') = 'read committed' THEN
    RAISE EXCEPTION 'a seal is of the books that were audited: REPEATABLE READ' USING ERRCODE = 'LB008';
  END IF;
  INSERT INTO ledger.seals AS s (owner, cell, number, head, last_at, balance, held, invested, promised, zord)
  SELECT o.* FROM (
    SELECT a.owner, a.cell, a.number, a.head, a.last_at, a.balance, a.held, a.invested, a.promised, a.zord
    FROM ledger.accounts a WHERE a.cell = p_cell
    UNION ALL
    SELECT ledger.house_of(t.cell), t.cell, t.number, t.head, t.last_at, t.balance, 0, 0, 0, 0 FROM ledger.treasury t WHERE t.cell = p_cell
  ) o LEFT JOIN ledger.seals k ON k.cell = o.cell AND k.owner = o.owner
  WHERE (o.number, o.balance) IS DISTINCT FROM (k.number, k.balance) AND o.number >= coalesce(k.number, 0)
    AND (o.number = 0 AND o.head = '' OR EXISTS (
      SELECT FROM ledger.journals j WHERE j.cell = o.cell AND j.owner = o.owner AND j.number = o.number AND j.hash = o.head))
  ON CONFLICT (cell, owner) DO UPDATE SET number = EXCLUDED.number, head = EXCLUDED.head, last_at = EXCLUDED.last_at, balance = EXCLUDED.balance,
    held = EXCLUDED.held, invested = EXCLUDED.invested, promised = EXCLUDED.promised, zord = EXCLUDED.zord, sealed_at = now();
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.seal(smallint) TO lastro_app;

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

-- What kinds of events there are, and which money each may move: `ledger.post()` refuses the rest, whoever asks. The catalogue says what
-- may be posted; it does not say that something in the product stands behind an event, which the rules of the books do (`books audit`).
-- A kind is added by a migration and never changes afterwards; one that is over is retired, and what was posted stays readable.
CREATE TABLE ledger.kinds (
  kind text PRIMARY KEY CONSTRAINT a_kind_is_named CHECK (kind ~ '^[a-z]+(_[a-z]+)*$' AND length(kind) <= 60),
  -- Whether its events are a customer's, or the house's own.
  owned boolean NOT NULL,
  -- Whether its events are about something: a position, a transfer with the brokerage, an award.
  referenced boolean NOT NULL,
  -- From where to where an event of the kind moves money, each `from>to`: what it may, and what it always does.
  legs text[] NOT NULL CONSTRAINT a_kind_moves_something CHECK (cardinality(legs) > 0),
  required text[] NOT NULL,
  retired boolean NOT NULL DEFAULT false,
  from_accounts text[] NOT NULL GENERATED ALWAYS AS (ledger.side_of(legs, 1)) STORED,
  to_accounts text[] NOT NULL GENERATED ALWAYS AS (ledger.side_of(legs, 2)) STORED,
  sources int[] NOT NULL GENERATED ALWAYS AS (ledger.places_of(ledger.side_of(legs, 1))) STORED,
  targets int[] NOT NULL GENERATED ALWAYS AS (ledger.places_of(ledger.side_of(legs, 2))) STORED,
  is_plain boolean NOT NULL GENERATED ALWAYS AS (
    ledger.occur_once(ledger.places_of(ledger.side_of(legs, 1)) || ledger.places_of(ledger.side_of(legs, 2)))) STORED,
  -- Entries are of kinds, and no kind has a leg from an account to itself.
  CONSTRAINT money_moves_between_two_accounts CHECK (array_to_string(legs, ',') !~ '(^|,)([a-z]+)>\2(,|$)')
);
CREATE TRIGGER kinds_are_only_retired BEFORE UPDATE OR DELETE ON ledger.kinds
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change_of_kind();
CREATE TRIGGER kinds_are_never_emptied BEFORE TRUNCATE ON ledger.kinds
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
SELECT ledger.add_kind('treasury_funded', '{funding>treasury}', owned => false, referenced => false);
SELECT ledger.add_kind('treasury_sent', '{treasury>transit}', owned => false);
SELECT ledger.add_kind('treasury_received', '{transit>treasury}', owned => false);
SELECT ledger.add_kind('deposit_settled', '{brokerage>balance}');
SELECT ledger.add_kind('withdrawal_held', '{balance>held}');
SELECT ledger.add_kind('withdrawal_settled', '{held>brokerage,held>fees?}');
SELECT ledger.add_kind('withdrawal_returned', '{held>balance}');
SELECT ledger.add_kind('network_bonus', '{treasury>balance}');
SELECT ledger.add_kind('network_residual', '{treasury>balance}');

-- Says what is wrong with an event that its kind does not allow: LB006, and in DETAIL what it is.
CREATE FUNCTION ledger.refuse_kind(p_kind text, p_is_owned boolean, p_reference uuid, p_legs text[])
RETURNS void LANGUAGE plpgsql STABLE SET search_path = ledger, pg_temp AS $$
DECLARE
  known ledger.kinds;
  wrong text;
BEGIN
  SELECT * INTO known FROM ledger.kinds k WHERE k.kind = p_kind AND NOT k.retired;
  wrong := coalesce(CASE
    WHEN known.kind IS NULL THEN 'there is no such kind'
    WHEN known.owned <> p_is_owned THEN 'owner'
    WHEN known.referenced <> (p_reference IS NOT NULL) THEN 'reference'
    WHEN coalesce(cardinality(p_legs), 0) = 0 THEN 'it moves nothing'
    WHEN NOT p_legs <@ known.legs THEN (SELECT min(l) FROM unnest(p_legs) AS l WHERE l <> ALL (known.legs))
    WHEN NOT known.required <@ p_legs THEN (SELECT min(l) FROM unnest(known.required) AS l WHERE l <> ALL (p_legs))
    ELSE 'a leg twice'
  END, 'a leg that is not whole');
  RAISE EXCEPTION '% is no journal of the ledger: %', p_kind, wrong USING ERRCODE = 'LB006', DETAIL = wrong;
END
$$;

-- Likewise of a position: the trigger of its opening looks, and one for whoever moves it. What a position that runs has not is looked at
-- together; any other way of being sound is found on the longer way.
CREATE FUNCTION enter_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount > 0 AND NEW.ends_at > NEW.started_at AND NEW.promised >= 0 AND NEW.rate > 0 AND (NEW.rate IS NULL) = (NEW.promised = 0)
    AND NEW.cancel_fee BETWEEN 0 AND 100000000 AND NEW.cell = get_byte(uuid_send(NEW.customer_id), 15) AND NEW.state = 'running'
    AND num_nonnulls(NEW.closed_at, NEW.operations_seen, NEW.payouts, NEW.result, NEW.tax_rate) = 0) IS FALSE THEN
    PERFORM require_sound(NEW);
  END IF;
  INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
  VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, 1, NEW.amount, NEW.promised);
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
    greatest(cause_place(), (SELECT last.recorded_xid FROM network_causes last
      WHERE last.customer_id = p_customer AND last.cell = in_cell ORDER BY last.number DESC LIMIT 1))
  FROM ledger.accounts a WHERE a.owner = p_customer AND a.cell = in_cell;
END
$$;

-- What an audit has found good of a customer's rows in the products: a sum of their hashes (src/operator/server/audited-rows.ts), made with
-- the rules that they were held against. As long as the rows come to it they need not be held against the same rules again.
CREATE TABLE ledger.product_seals (
  cell smallint NOT NULL,
  customer_id uuid NOT NULL,
  -- Which rules: those of a customer's own rows, or of their positions with what others earn by them.
  subject text NOT NULL CONSTRAINT subject_is_known CHECK (subject IN ('customer', 'position')),
  mark numeric NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cell, customer_id, subject),
  CONSTRAINT product_seals_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15))
);

-- Keeps them, and forgets those of whom nothing is left (mark null). Only of customers whose ledger is sealed as far as it goes: what the rules
-- compared the rows with is then sealed as well. Answers how many were kept.
CREATE FUNCTION ledger.seal_products(p_cell smallint, p_subject text, p_customers uuid[], p_marks numeric[]) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  kept bigint;
BEGIN
  DELETE FROM ledger.product_seals p USING unnest(p_customers, p_marks) AS n (customer_id, mark)
  WHERE p.cell = p_cell AND p.customer_id = n.customer_id AND p.subject = p_subject AND n.mark IS NULL;
  INSERT INTO ledger.product_seals AS p (cell, customer_id, subject, mark)
  SELECT p_cell, n.customer_id, p_subject, n.mark FROM unnest(p_customers, p_marks) AS n (customer_id, mark)
  LEFT JOIN ledger.accounts a ON a.cell = p_cell AND a.owner = n.customer_id
  LEFT JOIN ledger.seals s ON s.cell = p_cell AND s.owner = n.customer_id
  WHERE n.mark IS NOT NULL AND (a.number, a.head) IS NOT DISTINCT FROM (s.number, s.head)
  ORDER BY n.customer_id
  ON CONFLICT (cell, customer_id, subject) DO UPDATE SET mark = EXCLUDED.mark, sealed_at = now();
  GET DIAGNOSTICS kept = ROW_COUNT;
  RETURN kept;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.seal_products(smallint,text,uuid[],numeric[]) TO lastro_app;

-- What a money call costs in processor time, once more (docs/decisions/0083-a-posting-by-kind.md). For an event that happens often its kind
-- has a function of its own that posts it: the statements of ledger.post() with the kind's legs written into them, so that nothing of
-- what the kind says is read and reckoned again with every event. It is not another rule: it is written by one function from the kind,
-- moves what the kind may and nothing else, and leaves everything but the plain case to ledger.post().

-- The rules of single columns are said by the columns' types, which PostgreSQL keeps prepared; a CHECK of a table is read anew from its
-- text by each statement that writes. They have the names that they had.
CREATE DOMAIN ledger.left_over AS bigint CONSTRAINT accounts_never_below_zero CHECK (VALUE >= 0);

-- A customer's accounts, one row: what is free (balance), held for a withdrawal on its way, at work in positions (invested), profit
-- set aside for them until it falls due (promised), and the bot's wallet (zord). Made when something first moves. `number` counts the
-- customer's journals, `head` is the hash of the last one and `last_at` its moment.
CREATE TABLE ledger.accounts (
  owner uuid NOT NULL,
  cell smallint NOT NULL,
  balance ledger.left_over NOT NULL DEFAULT 0,
  held ledger.left_over NOT NULL DEFAULT 0,
  invested ledger.left_over NOT NULL DEFAULT 0,
  promised ledger.left_over NOT NULL DEFAULT 0,
  zord ledger.left_over NOT NULL DEFAULT 0,
  number bigint NOT NULL DEFAULT 0,
  head bytea NOT NULL DEFAULT '\x',
  last_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Since when an operator has stopped their money: nothing of it leaves and nothing opens by their own call.
  frozen_at timestamptz,
  -- An erased customer is nobody: nothing is paid to them, whatever way it comes. Their accounts are closed with them, and the row refuses.
  erased boolean NOT NULL DEFAULT false,
  PRIMARY KEY (cell, owner),
  CONSTRAINT nothing_is_paid_to_an_erased_customer
  CHECK (NOT erased OR balance = 0 AND held = 0 AND invested = 0 AND promised = 0 AND zord = 0)
) WITH (fillfactor = 60);
CREATE TRIGGER accounts_are_never_dropped BEFORE DELETE ON ledger.accounts
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER accounts_are_never_emptied BEFORE TRUNCATE ON ledger.accounts
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

-- A customer's accounts, locked for the rest of the transaction; made where nothing has moved yet.
CREATE FUNCTION ledger.lock_accounts(p_owner uuid) RETURNS ledger.accounts
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  a ledger.accounts;
BEGIN
  SELECT * INTO a FROM ledger.accounts x WHERE x.owner = p_owner AND x.cell = public.cell_of(p_owner) FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ledger.accounts (owner, cell) VALUES (p_owner, public.cell_of(p_owner)) ON CONFLICT DO NOTHING;
    SELECT * INTO STRICT a FROM ledger.accounts x WHERE x.owner = p_owner AND x.cell = public.cell_of(p_owner) FOR NO KEY UPDATE;
  END IF;
  RETURN a;
END
$$;

CREATE DOMAIN ledger.left_to_promise AS bigint CONSTRAINT treasury_never_below_zero CHECK (VALUE >= 0);

-- What is left to promise, a part in each cell, with the chain of the house's own journals there.
CREATE TABLE ledger.treasury (
  cell smallint PRIMARY KEY,
  balance ledger.left_to_promise NOT NULL DEFAULT 0,
  number bigint NOT NULL DEFAULT 0,
  head bytea NOT NULL DEFAULT '\x',
  last_at timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 20);
INSERT INTO ledger.treasury (cell) SELECT generate_series(0, 255);
CREATE TRIGGER treasury_is_never_dropped BEFORE DELETE ON ledger.treasury
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER treasury_is_never_emptied BEFORE TRUNCATE ON ledger.treasury
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

-- What a cell has left to promise, held for the rest of the transaction. Accounts are locked before it.
CREATE FUNCTION ledger.hold_treasury(p_cell smallint) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT x.balance FROM ledger.treasury x WHERE x.cell = p_cell FOR NO KEY UPDATE
$$;
GRANT EXECUTE ON FUNCTION ledger.hold_treasury(smallint) TO lastro_app;

-- All that is left to promise. Never less than there is: what another transaction is just drawing still counts.
CREATE FUNCTION ledger.capacity() RETURNS bigint LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT ((SELECT coalesce(sum(balance), 0) FROM ledger.treasury)
    + (SELECT coalesce(sum(amount), 0) FROM ledger.transits WHERE arrived_at IS NULL))::bigint
$$;
GRANT EXECUTE ON FUNCTION ledger.capacity() TO lastro_app;

CREATE DOMAIN ledger.moved_amount AS bigint CONSTRAINT amount_is_positive CHECK (VALUE > 0);

CREATE DOMAIN ledger.leg_number AS smallint CONSTRAINT legs_are_numbered CHECK (VALUE BETWEEN 1 AND 8);

-- A positive amount of micro-dollars that went from one account to another: it cannot be unbalanced. The balances after it are kept
-- where the account has a running one.
CREATE TABLE ledger.entries (
  owner uuid NOT NULL,
  number bigint NOT NULL,
  leg ledger.leg_number NOT NULL,
  cell smallint NOT NULL CONSTRAINT entries_are_in_their_cell CHECK (cell = get_byte(uuid_send(owner), 15)),
  kind text NOT NULL,
  from_account text NOT NULL,
  to_account text NOT NULL,
  amount ledger.moved_amount NOT NULL,
  from_balance bigint,
  to_balance bigint,
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (cell, owner, number, leg)
);
CREATE TRIGGER entries_never_change BEFORE UPDATE OR DELETE ON ledger.entries
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER entries_are_never_emptied BEFORE TRUNCATE ON ledger.entries
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE DOMAIN ledger.journal_key AS text CONSTRAINT journal_key_is_short CHECK (length(VALUE) BETWEEN 1 AND 200);

-- One business event that moved money. The key says which event it is (`stake:<id>:matured`), so the same event posted twice is posted
-- once. `number` is its place among its owner's journals; the hash covers it and the hash of the one before. The balances after it
-- are kept, so that what somebody had at any moment is one row away; their moments never go back.
CREATE TABLE ledger.journals (
  owner uuid NOT NULL,
  number bigint NOT NULL,
  cell smallint NOT NULL CONSTRAINT journals_are_in_their_cell CHECK (cell = get_byte(uuid_send(owner), 15)),
  key ledger.journal_key NOT NULL,
  kind text NOT NULL,
  reference uuid,
  happened_at timestamptz NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT now(),
  hash bytea NOT NULL,
  -- Balances after the journal; null in journals of the house.
  balance bigint,
  held bigint,
  invested bigint,
  promised bigint,
  zord bigint,
  -- The cell first: who reads the books reads them cell by cell, in the order of their chains.
  PRIMARY KEY (cell, owner, number),
  CONSTRAINT an_event_is_posted_once UNIQUE (key, cell)
);

-- With the cell inside: as a filter behind the index it would make every plan believe that almost nothing of an owner is there.
CREATE INDEX journals_by_moment ON ledger.journals (owner, cell, happened_at, number);
CREATE TRIGGER journals_never_change BEFORE UPDATE OR DELETE ON ledger.journals
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER journals_are_never_emptied BEFORE TRUNCATE ON ledger.journals
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE FUNCTION ledger.keep_in_cell() RETURNS trigger LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  IF NEW.cell = get_byte(uuid_send(NEW.owner), 15) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'accounts of % violate "%"', NEW.owner, TG_NAME USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA,
    TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;
CREATE TRIGGER accounts_are_in_their_cell BEFORE INSERT OR UPDATE OF owner, cell ON ledger.accounts
  FOR EACH ROW EXECUTE FUNCTION ledger.keep_in_cell();

-- As a constraint does, it holds for a replica's writing, too.
ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_are_in_their_cell;

-- What an amount p_n on each leg makes of an account: ` - p_1 + p_2`; nothing where no leg beyond p_behind touches it.
CREATE FUNCTION ledger.change_of(p_account text, p_kind ledger.kinds, p_behind int DEFAULT 0) RETURNS text
LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT coalesce(string_agg(CASE p_account WHEN g THEN ' + p_' WHEN f THEN ' - p_' END || n, '' ORDER BY n), '')
  FROM unnest(p_kind.from_accounts, p_kind.to_accounts) WITH ORDINALITY AS leg (f, g, n) WHERE p_account IN (f, g) AND n > p_behind
$$;

-- What is in an account behind a leg: what is there behind the whole journal, less what later legs made of it. NULL: it has no balance.
CREATE FUNCTION ledger.left_behind(p_account text, p_kind ledger.kinds, p_leg int) RETURNS text
LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT CASE WHEN p_account IN ('balance', 'held', 'invested', 'promised', 'zord')
    THEN 'moved.' || p_account || translate(ledger.change_of(p_account, p_kind, p_leg), '+-', '-+') ELSE 'NULL' END
$$;

-- Writes the kind's own posting function, ledger.post_<kind>(key, owner, reference, at, movable, the amount of each leg …), which answers
-- the journal's number. It is for an event that is new by construction, because its key names what is made or ended by the same
-- transaction: a key that was posted before is not looked for, and refused by its constraint. Who asks for their own money (movable) is
-- refused while it is stopped. A leg of nothing, somebody who has too little or has no accounts yet, and whatever else is not plain
-- is left to ledger.require_movable() and ledger.post().
CREATE FUNCTION ledger.write_posting(p_kind text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  k ledger.kinds;
  account text;
  change text;
  sets text := '';
  enough text := '';
  treasury text := '';
  words text;
  amounts text;
  parameters text;
  entries text;
BEGIN
  SELECT * INTO STRICT k FROM ledger.kinds x WHERE x.kind = p_kind AND x.owned AND x.referenced AND NOT x.retired;
  IF 'treasury' = ANY (k.from_accounts) AND 'treasury' = ANY (k.to_accounts) THEN
    RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
  END IF;
  FOREACH account IN ARRAY '{balance,held,invested,promised,zord}'::text[] LOOP
    change := ledger.change_of(account, k);
    IF change <> '' THEN
      sets := sets || format('%1$s = x.%1$s%2$s, ', account, change);
    END IF;
    IF account = ANY (k.from_accounts) THEN
      enough := enough || format(' AND x.%s%s >= 0', account, change);
    END IF;
  END LOOP;
  change := ledger.change_of('treasury', k);
  IF change <> '' THEN
    treasury := format('UPDATE ledger.treasury x SET balance = x.balance%1$s WHERE x.cell = in_cell AND x.balance%1$s >= 0;
  IF NOT FOUND THEN
    RAISE EXCEPTION ''the treasury of cell %% has too little'', in_cell USING ERRCODE = ''LB001'', DETAIL = ''treasury'';
  END IF;', change);
  END IF;
  SELECT string_agg(format('%L, p_%s', leg || ':', n), ', '','', ' ORDER BY n), string_agg('p_' || n, ', ' ORDER BY n),
    string_agg(format('p_%s bigint', n), ', ' ORDER BY n),
    string_agg(format('(p_owner, moved.number, %1$s, in_cell, %2$L, %3$L, %4$L, p_%1$s, %5$s, %6$s, moved.last_at)', n, k.kind, k.from_accounts[n],
      k.to_accounts[n], ledger.left_behind(k.from_accounts[n], k, n::int), ledger.left_behind(k.to_accounts[n], k, n::int)), ', ' ORDER BY n)
  INTO words, amounts, parameters, entries FROM unnest(k.legs) WITH ORDINALITY AS l (leg, n);
  EXECUTE format($write$
CREATE FUNCTION ledger.%1$I(p_key text, p_owner uuid, p_reference uuid, p_at timestamptz, p_movable boolean, %2$s) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $post$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_owner), 15);
  moved ledger.accounts;
BEGIN
  UPDATE ledger.accounts x SET %3$snumber = x.number + 1, last_at = greatest(p_at, x.last_at),
    head = ledger.chain(x.head, p_owner, x.number + 1, greatest(p_at, x.last_at), p_key, %4$L, p_reference, concat(%5$s, ','))
  WHERE x.owner = p_owner AND x.cell = in_cell AND (x.frozen_at IS NULL OR NOT p_movable) AND p_reference IS NOT NULL
    AND least(%6$s) > 0%7$s
  RETURNING * INTO moved;
  IF NOT FOUND THEN
    IF p_movable THEN
      PERFORM ledger.require_movable(p_owner);
    END IF;
    RETURN (ledger.post(p_key, %4$L, p_owner, p_reference, p_at, %8$L, %9$L, ARRAY[%6$s])).number;
  END IF;
  %10$s
  INSERT INTO ledger.journals (owner, number, cell, key, kind, reference, happened_at, hash, balance, held, invested, promised, zord)
  VALUES (p_owner, moved.number, in_cell, p_key, %4$L, p_reference, moved.last_at, moved.head, moved.balance, moved.held, moved.invested,
    moved.promised, moved.zord);
  INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, from_balance, to_balance, happened_at)
  VALUES %11$s;
  RETURN moved.number;
END
$post$ $write$, 'post_' || k.kind, parameters, sets, k.kind, words, amounts, enough, k.from_accounts, k.to_accounts, treasury, entries);
  EXECUTE format('REVOKE EXECUTE ON FUNCTION ledger.%I FROM PUBLIC', 'post_' || k.kind);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION ledger.%I TO lastro_app', 'post_' || k.kind);
  END IF;
END
$$;

-- A product's own way to open a position: the journal, by its kind's own posting, and the position. It takes the place of
-- open_position(), which looked the product up with every call.
CREATE FUNCTION write_opening(p_product text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  amounts text;
BEGIN
  PERFORM ledger.write_posting(p_product || '_opened');
  SELECT CASE x.yield WHEN 'fixed' THEN 'p_amount, p_promised' ELSE 'p_amount' END INTO STRICT amounts FROM products x WHERE x.product = p_product;
  EXECUTE format($write$
CREATE FUNCTION public.%1$I(p_id uuid, p_customer uuid, p_amount bigint, p_rate bigint, p_promised bigint, p_started_at timestamptz,
  p_ends_at timestamptz, p_terms jsonb DEFAULT '{}', p_cancel_fee bigint DEFAULT NULL, p_tax_rate bigint DEFAULT NULL,
  p_movable boolean DEFAULT false) RETURNS void LANGUAGE plpgsql VOLATILE AS $open$
DECLARE
  number bigint;
BEGIN
  number := ledger.%2$I(concat(%3$L, p_id, ':opened'), p_customer, p_id, p_started_at, p_movable, %4$s);
  INSERT INTO public.positions (id, cell, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate)
  VALUES (p_id, pg_catalog.get_byte(pg_catalog.uuid_send(p_customer), 15), p_customer, %5$L, p_amount, p_rate, coalesce(p_promised, 0),
    p_started_at, p_ends_at, p_terms, p_cancel_fee, p_tax_rate);
END
$open$ $write$, 'open_' || p_product, 'post_' || p_product || '_opened', p_product || ':', amounts, p_product);
END
$$;

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
GRANT EXECUTE ON FUNCTION ledger.balances_at(uuid,timestamp with time zone[]) TO lastro_app;
