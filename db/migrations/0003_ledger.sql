-- The ledger: who holds what, and every journal that made it so. Nothing else in this database is money: positions and transfers
-- with the brokerage only say why a journal was posted. Rows are written by ledger.post() alone and never change afterwards; the
-- running balances are the one exception, and they follow from the entries.
--
-- Everything is kept by cell, the last byte of the customer's id (256 cells, for good). A transaction that moves money writes one
-- cell, so two customers wait for each other only where they share a cell's part of the treasury.

CREATE SCHEMA ledger;

-- The house's own journals of a cell belong to an owner of their own, whose id ends with the cell.
CREATE FUNCTION ledger.house_of(p_cell smallint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT ('00000000-0000-0000-0000-0000000000' || lpad(to_hex(p_cell::int), 2, '0'))::uuid
$$;

-- A customer's accounts, one row: what is free (balance), held for a withdrawal on its way, at work in positions (invested), profit
-- set aside for them until it falls due (promised), and the bot's wallet (zord). Made when something first moves. `number` counts the
-- customer's journals, `head` is the hash of the last one and `last_at` its moment.
CREATE TABLE ledger.accounts (
  owner uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT accounts_are_in_their_cell CHECK (cell = get_byte(uuid_send(owner), 15)),
  balance bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  invested bigint NOT NULL DEFAULT 0,
  promised bigint NOT NULL DEFAULT 0,
  zord bigint NOT NULL DEFAULT 0,
  number bigint NOT NULL DEFAULT 0,
  head bytea NOT NULL DEFAULT '\x',
  last_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Since when an operator has stopped their money: nothing of it leaves and nothing opens by their own call.
  frozen_at timestamptz,
  PRIMARY KEY (cell, owner),
  -- One constraint: PostgreSQL reads the text of each anew for every statement that writes.
  CONSTRAINT accounts_never_below_zero CHECK (least(balance, held, invested, promised, zord) >= 0)
) WITH (fillfactor = 60);

-- What is left to promise, a part in each cell, with the chain of the house's own journals there.
CREATE TABLE ledger.treasury (
  cell smallint PRIMARY KEY,
  balance bigint NOT NULL DEFAULT 0 CONSTRAINT treasury_never_below_zero CHECK (balance >= 0),
  number bigint NOT NULL DEFAULT 0,
  head bytea NOT NULL DEFAULT '\x',
  last_at timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 20);
INSERT INTO ledger.treasury (cell) SELECT generate_series(0, 255);

-- One business event that moved money. The key says which event it is (`stake:<id>:matured`), so the same event posted twice is posted
-- once. `number` is its place among its owner's journals; the hash covers it and the hash of the one before. The balances after it
-- are kept, so that what somebody had at any moment is one row away; their moments never go back.
CREATE TABLE ledger.journals (
  owner uuid NOT NULL,
  number bigint NOT NULL,
  cell smallint NOT NULL CONSTRAINT journals_are_in_their_cell CHECK (cell = get_byte(uuid_send(owner), 15)),
  key text NOT NULL CONSTRAINT journal_key_is_short CHECK (length(key) BETWEEN 1 AND 200),
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

-- A positive amount of micro-dollars that went from one account to another: it cannot be unbalanced. The balances after it are kept
-- where the account has a running one.
CREATE TABLE ledger.entries (
  owner uuid NOT NULL,
  number bigint NOT NULL,
  leg smallint NOT NULL CONSTRAINT legs_are_numbered CHECK (leg BETWEEN 1 AND 8),
  cell smallint NOT NULL CONSTRAINT entries_are_in_their_cell CHECK (cell = get_byte(uuid_send(owner), 15)),
  kind text NOT NULL,
  from_account text NOT NULL,
  to_account text NOT NULL,
  amount bigint NOT NULL CONSTRAINT amount_is_positive CHECK (amount > 0),
  from_balance bigint,
  to_balance bigint,
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (cell, owner, number, leg),
  CONSTRAINT money_moves_between_two_accounts CHECK (from_account <> to_account)
);

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

CREATE TRIGGER journals_never_change BEFORE UPDATE OR DELETE ON ledger.journals
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER entries_never_change BEFORE UPDATE OR DELETE ON ledger.entries
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER accounts_are_never_dropped BEFORE DELETE ON ledger.accounts
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER treasury_is_never_dropped BEFORE DELETE ON ledger.treasury
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER journals_are_never_emptied BEFORE TRUNCATE ON ledger.journals
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER entries_are_never_emptied BEFORE TRUNCATE ON ledger.entries
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER accounts_are_never_emptied BEFORE TRUNCATE ON ledger.accounts
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER treasury_is_never_emptied BEFORE TRUNCATE ON ledger.treasury
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

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
  retired boolean NOT NULL DEFAULT false
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
CREATE TRIGGER kinds_are_only_retired BEFORE UPDATE OR DELETE ON ledger.kinds
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change_of_kind();
CREATE TRIGGER kinds_are_never_emptied BEFORE TRUNCATE ON ledger.kinds
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

-- For migrations: SELECT ledger.add_kind('stake_opened', '{balance>invested,treasury>promised}'). A leg with `?` may be left out.
CREATE FUNCTION ledger.add_kind(p_kind text, p_legs text[], owned boolean DEFAULT true, referenced boolean DEFAULT true)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  accounts constant text := '(balance|held|invested|promised|zord|brokerage|funding|fees|trading|treasury|transit)';
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

-- For migrations: nothing of this kind is posted any more.
CREATE FUNCTION ledger.retire_kind(p_kind text) RETURNS void
LANGUAGE sql VOLATILE SET search_path = ledger, pg_temp AS $$
  UPDATE ledger.kinds SET retired = true WHERE kind = p_kind
$$;

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

-- What the hash of a journal covers besides the hash of the one before: whose it is, which, when, and all that it moved. p_legs is each
-- leg as `from>to:amount`, in order, parted by commas. STABLE, as convert_to() is: only so does PostgreSQL put it into the statement.
CREATE FUNCTION ledger.link(
  p_owner uuid, p_number bigint, p_at timestamptz, p_key text, p_kind text, p_reference uuid, p_legs text
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT uuid_send(p_owner) || int8send(p_number) || timestamptz_send(p_at)
    || convert_to(p_key || E'\n' || p_kind || E'\n' || coalesce(p_reference::text, '') || E'\n' || p_legs, 'UTF8')
$$;

-- The hash of a journal.
CREATE FUNCTION ledger.chain(
  p_before bytea, p_owner uuid, p_number bigint, p_at timestamptz, p_key text, p_kind text, p_reference uuid, p_legs text
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(p_before || ledger.link(p_owner, p_number, p_at, p_key, p_kind, p_reference, p_legs))
$$;

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

-- The only way money moves. Claims the event's key, changes the customer's accounts and the cell's treasury with one conditional update
-- each (a row that did not change is the refusal), appends to the owner's chain and writes journal and entries. p_owner null means
-- the house of p_cell. Accounts are locked before the treasury, by everybody.
--
-- Returns the journal's number and whether this call posted it (false: the event had been posted before, and nothing moved now).
-- Errors: LB001 an account has too little, its name in DETAIL · LB004 an event that draws on the treasury and gives back to it at once
-- · LB006 no such kind, or not its legs.
CREATE FUNCTION ledger.post(
  p_key text, p_kind text, p_owner uuid, p_reference uuid, p_at timestamptz,
  p_from text[], p_to text[], p_amount bigint[], p_cell smallint DEFAULT NULL, OUT number bigint, OUT posted boolean
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- The accounts with a running balance, in the order of `change` and `after`; behind them a place for those that have none.
  running constant text[] := '{balance,held,invested,promised,zord,treasury}';
  moves int := coalesce(cardinality(p_from), 0);
  is_owned boolean := p_owner IS NOT NULL;
  is_known boolean;
  owned_by uuid := coalesce(p_owner, ledger.house_of(p_cell));
  in_cell smallint := public.cell_of(owned_by);
  names text[] := '{}';
  written text := '';
  change bigint[] := '{0,0,0,0,0,0,0}';
  after bigint[];
  sources int[];
  targets int[];
  a ledger.accounts;
  t ledger.treasury;
  after_from bigint[] := '{}';
  after_to bigint[] := '{}';
BEGIN
  -- What moves nothing (a fee of zero) is no leg.
  IF 0 = ANY (p_amount) THEN
    SELECT array_agg(l.f ORDER BY l.n), array_agg(l.g ORDER BY l.n), array_agg(l.a ORDER BY l.n), count(*)
    INTO p_from, p_to, p_amount, moves
    FROM unnest(p_from, p_to, p_amount) WITH ORDINALITY AS l (f, g, a, n) WHERE l.a <> 0;
  END IF;
  FOR n IN 1 .. moves LOOP
    names[n] := p_from[n] || '>' || p_to[n];
    written := written || names[n] || ':' || p_amount[n] || ',';
    sources[n] := coalesce(array_position(running, p_from[n]), 7);
    targets[n] := coalesce(array_position(running, p_to[n]), 7);
    change[sources[n]] := change[sources[n]] - p_amount[n];
    change[targets[n]] := change[targets[n]] + p_amount[n];
  END LOOP;
  is_known := moves = 1 OR moves = 2 AND names[1] <> names[2];
  IF moves > 2 THEN
    is_known := moves = (SELECT count(DISTINCT l) FROM unnest(names) AS l);
  END IF;
  PERFORM 1 FROM ledger.kinds k WHERE k.kind = p_kind AND NOT k.retired AND k.owned = is_owned
    AND k.referenced = (p_reference IS NOT NULL) AND cardinality(p_to) = moves AND cardinality(p_amount) = moves
    AND names <@ k.legs AND k.required <@ names AND is_known;
  IF NOT FOUND THEN
    PERFORM ledger.refuse_kind(p_kind, is_owned, p_reference, names);
  END IF;
  IF 'treasury' = ANY (p_from) AND 'treasury' = ANY (p_to) THEN
    RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
  END IF;

  posted := true;
  IF is_owned THEN
    FOR attempt IN 1 .. 2 LOOP
      UPDATE ledger.accounts x SET balance = x.balance + change[1], held = x.held + change[2], invested = x.invested + change[3],
        promised = x.promised + change[4], zord = x.zord + change[5], number = x.number + 1, last_at = greatest(p_at, x.last_at),
        head = ledger.chain(x.head, owned_by, x.number + 1, greatest(p_at, x.last_at), p_key, p_kind, p_reference, written)
      WHERE x.owner = owned_by AND x.cell = in_cell AND x.balance + change[1] >= 0 AND x.held + change[2] >= 0
        AND x.invested + change[3] >= 0 AND x.promised + change[4] >= 0 AND x.zord + change[5] >= 0
        AND NOT EXISTS (SELECT FROM ledger.journals j WHERE j.key = p_key AND j.cell = in_cell)
      RETURNING * INTO a;
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
    after := ARRAY[a.balance, a.held, a.invested, a.promised, a.zord, NULL, NULL];
  ELSE
    UPDATE ledger.treasury x SET balance = x.balance + change[6], number = x.number + 1, last_at = greatest(p_at, x.last_at),
      head = ledger.chain(x.head, owned_by, x.number + 1, greatest(p_at, x.last_at), p_key, p_kind, p_reference, written)
    WHERE x.cell = in_cell AND x.balance + change[6] >= 0
      AND NOT EXISTS (SELECT FROM ledger.journals j WHERE j.key = p_key AND j.cell = in_cell)
    RETURNING * INTO t;
    IF NOT FOUND THEN
      SELECT j.number INTO number FROM ledger.journals j WHERE j.key = p_key AND j.cell = in_cell;
      posted := NOT FOUND;
      IF NOT posted THEN
        RETURN;
      END IF;
      RAISE EXCEPTION 'the treasury of cell % has too little', in_cell USING ERRCODE = 'LB001', DETAIL = 'treasury';
    END IF;
    a.number := t.number;
    a.last_at := t.last_at;
    a.head := t.head;
    after := ARRAY[NULL, NULL, NULL, NULL, NULL, t.balance, NULL];
  END IF;

  number := a.number;
  INSERT INTO ledger.journals (owner, number, cell, key, kind, reference, happened_at, hash, balance, held, invested, promised, zord)
  VALUES (owned_by, a.number, in_cell, p_key, p_kind, p_reference, a.last_at, a.head, after[1], after[2], after[3], after[4], after[5])
  ON CONFLICT (key, cell) DO NOTHING;
  IF NOT FOUND THEN
    -- Posted by somebody else since it was looked for: whoever asked begins again, and finds it.
    RAISE EXCEPTION 'event % was posted meanwhile', p_key USING ERRCODE = 'serialization_failure';
  END IF;
  -- What each leg left behind, from the last one backwards.
  FOR n IN REVERSE moves .. 1 LOOP
    after_from[n] := after[sources[n]];
    after_to[n] := after[targets[n]];
    after[sources[n]] := after[sources[n]] + p_amount[n];
    after[targets[n]] := after[targets[n]] - p_amount[n];
  END LOOP;
  INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, from_balance, to_balance, happened_at)
  SELECT owned_by, a.number, l.leg, in_cell, p_kind, l.from_account, l.to_account, l.amount, l.from_balance, l.to_balance, a.last_at
  FROM unnest(p_from, p_to, p_amount, after_from, after_to)
    WITH ORDINALITY AS l (from_account, to_account, amount, from_balance, to_balance, leg);
END
$$;

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

-- Locks the accounts of many customers of one cell, in the order that everybody keeps. Whoever pays several of them does it first.
CREATE FUNCTION ledger.hold_accounts(p_owners uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
BEGIN
  INSERT INTO ledger.accounts (owner, cell) SELECT DISTINCT o, public.cell_of(o) FROM unnest(p_owners) AS o
  WHERE NOT EXISTS (SELECT FROM ledger.accounts x WHERE x.owner = o AND x.cell = public.cell_of(o)) ORDER BY o
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM ledger.accounts x WHERE (x.owner, x.cell) IN (SELECT o, public.cell_of(o) FROM unnest(p_owners) AS o)
  ORDER BY x.owner FOR NO KEY UPDATE;
END
$$;

-- The same for those whom nobody else holds, without waiting: answers whose they are.
CREATE FUNCTION ledger.hold_free_accounts(p_owners uuid[]) RETURNS uuid[]
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT coalesce(array_agg(owner), '{}') FROM (
    SELECT x.owner FROM ledger.accounts x WHERE (x.owner, x.cell) IN (SELECT o, public.cell_of(o) FROM unnest(p_owners) AS o)
    ORDER BY x.owner FOR NO KEY UPDATE SKIP LOCKED
  ) held
$$;

-- What a cell has left to promise, held for the rest of the transaction. Accounts are locked before it.
CREATE FUNCTION ledger.hold_treasury(p_cell smallint) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT x.balance FROM ledger.treasury x WHERE x.cell = p_cell FOR NO KEY UPDATE
$$;

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

CREATE FUNCTION ledger.receive(p_id uuid, p_to smallint, p_amount bigint, p_at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT ledger.post('transit:' || p_id || ':received', 'treasury_received', NULL, p_id, p_at, '{transit}', '{treasury}',
    ARRAY[p_amount], p_to)
$$;

CREATE FUNCTION ledger.arrive(p_ids uuid[], p_cell smallint) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  UPDATE ledger.transits SET arrived_at = now() WHERE id = ANY (p_ids) AND cell = p_cell AND arrived_at IS NULL
$$;

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

-- All that is left to promise. Never less than there is: what another transaction is just drawing still counts.
CREATE FUNCTION ledger.capacity() RETURNS bigint LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT ((SELECT coalesce(sum(balance), 0) FROM ledger.treasury)
    + (SELECT coalesce(sum(amount), 0) FROM ledger.transits WHERE arrived_at IS NULL))::bigint
$$;

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

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    GRANT USAGE ON SCHEMA ledger TO lastro_app;
    GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO lastro_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA ledger GRANT SELECT ON TABLES TO lastro_app;
    GRANT EXECUTE ON FUNCTION ledger.post, ledger.post_many, ledger.require_movable, ledger.freeze, ledger.hold_accounts, ledger.hold_free_accounts, ledger.hold_treasury, ledger.send, ledger.receive,
      ledger.arrive, ledger.spread, ledger.capacity, ledger.chain, ledger.link, ledger.house_of, ledger.seal TO lastro_app;
  END IF;
END
$$;
