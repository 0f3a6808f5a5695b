-- The ledger: who holds what, and every journal that made it so. Nothing else in this database is money: positions and transfers
-- with the brokerage only say why a journal was posted. Rows are written by ledger.post() alone and never change afterwards; the
-- running balances are the one exception, and they follow from the journals.
CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO lastro_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA ledger GRANT SELECT ON TABLES TO lastro_app;

-- The owner of the house's own journals.
CREATE FUNCTION ledger.house() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '00000000-0000-0000-0000-000000000000'::uuid
$$;
GRANT EXECUTE ON FUNCTION ledger.house() TO lastro_app;

-- What an audit has found good: up to this number, with this hash and these balances. The next one begins behind it.
CREATE TABLE ledger.seals (
  owner uuid PRIMARY KEY,
  number bigint NOT NULL,
  head bytea NOT NULL,
  last_at timestamptz NOT NULL,
  balance bigint NOT NULL,
  held bigint NOT NULL,
  invested bigint NOT NULL,
  promised bigint NOT NULL,
  zord bigint NOT NULL,
  booked bigint NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION ledger.side_of(p_legs text[], p_side int) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path = ledger, pg_temp AS $$
  SELECT array_agg(split_part(l.leg, '>', p_side) ORDER BY l.n) FROM unnest(p_legs) WITH ORDINALITY AS l (leg, n)
$$;

-- What an amount of each leg is to an account: 1 where it comes in, -1 where it leaves, else 0.
CREATE FUNCTION ledger.signs_of(p_legs text[], p_account text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path = ledger, pg_temp AS $$
  SELECT array_agg(CASE p_account WHEN split_part(l.leg, '>', 2) THEN 1 WHEN split_part(l.leg, '>', 1) THEN -1 ELSE 0 END ORDER BY l.n)
  FROM unnest(p_legs) WITH ORDINALITY AS l (leg, n)
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
  -- The accounts on both sides of each leg.
  from_accounts text[] NOT NULL GENERATED ALWAYS AS (ledger.side_of(legs, 1)) STORED,
  to_accounts text[] NOT NULL GENERATED ALWAYS AS (ledger.side_of(legs, 2)) STORED,
  -- What each leg is to a customer's accounts and to the treasury.
  balance bigint[] NOT NULL GENERATED ALWAYS AS (ledger.signs_of(legs, 'balance')) STORED,
  held bigint[] NOT NULL GENERATED ALWAYS AS (ledger.signs_of(legs, 'held')) STORED,
  invested bigint[] NOT NULL GENERATED ALWAYS AS (ledger.signs_of(legs, 'invested')) STORED,
  promised bigint[] NOT NULL GENERATED ALWAYS AS (ledger.signs_of(legs, 'promised')) STORED,
  zord bigint[] NOT NULL GENERATED ALWAYS AS (ledger.signs_of(legs, 'zord')) STORED,
  treasury bigint[] NOT NULL GENERATED ALWAYS AS (ledger.signs_of(legs, 'treasury')) STORED,
  -- No kind has a leg from an account to itself.
  CONSTRAINT money_moves_between_two_accounts CHECK (array_to_string(legs, ',') !~ '(^|,)([a-z]+)>\2(,|$)')
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

-- The house has two accounts more: `taxes` is what was withheld and is owed to the authority, `authority` what was paid to it.
CREATE FUNCTION ledger.add_kind(p_kind text, p_legs text[], owned boolean DEFAULT true, referenced boolean DEFAULT true)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  accounts constant text := '(balance|held|invested|promised|zord|brokerage|funding|fees|trading|treasury|taxes|authority)';
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

-- What the hash of a journal covers besides the hash of the one before: whose it is, which, when, and all that it moved
-- (docs/ledger-format.md). STABLE, as convert_to() is: only so does PostgreSQL put it into the statement.
CREATE FUNCTION ledger.link(
  p_owner uuid, p_number bigint, p_at timestamptz, p_key text, p_kind text, p_reference uuid, p_amounts bigint[]
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT uuid_send(p_owner) || int8send(p_number) || timestamptz_send(p_at)
    || convert_to(concat(p_key, E'\n', p_kind, E'\n', p_reference, E'\n', array_to_string(p_amounts, ',')), 'UTF8')
$$;
GRANT EXECUTE ON FUNCTION ledger.link(uuid,bigint,timestamp with time zone,text,text,uuid,bigint[]) TO lastro_app;

-- The hash of a journal.
CREATE FUNCTION ledger.chain(
  p_before bytea, p_owner uuid, p_number bigint, p_at timestamptz, p_key text, p_kind text, p_reference uuid, p_amounts bigint[]
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(p_before || ledger.link(p_owner, p_number, p_at, p_key, p_kind, p_reference, p_amounts))
$$;
GRANT EXECUTE ON FUNCTION ledger.chain(bytea,uuid,bigint,timestamp with time zone,text,text,uuid,bigint[]) TO lastro_app;

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

-- By how much amounts of a kind change a customer's accounts and the treasury. PostgreSQL puts it into the statement that asks, as it does legs_of().
CREATE FUNCTION ledger.changes_of(p_kind text, p_amounts bigint[])
RETURNS TABLE (balance bigint, held bigint, invested bigint, promised bigint, zord bigint, treasury bigint)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 AS $$
  SELECT c.* FROM ledger.kinds k CROSS JOIN LATERAL (
    SELECT ledger.running(l.amount * l.balance), ledger.running(l.amount * l.held), ledger.running(l.amount * l.invested),
      ledger.running(l.amount * l.promised), ledger.running(l.amount * l.zord), ledger.running(l.amount * l.treasury)
    FROM unnest(p_amounts, k.balance, k.held, k.invested, k.promised, k.zord, k.treasury)
      AS l (amount, balance, held, invested, promised, zord, treasury)
  ) c WHERE k.kind = p_kind
$$;
GRANT EXECUTE ON FUNCTION ledger.changes_of(text,bigint[]) TO lastro_app;

-- What amounts of a kind moved from where to where; a leg that moved nothing is left out.
CREATE FUNCTION ledger.legs_of(p_kind text, p_amounts bigint[]) RETURNS TABLE (leg smallint, from_account text, to_account text, amount bigint)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 2 AS $$
  SELECT l.n::smallint, l.from_account, l.to_account, l.amount
  FROM ledger.kinds k CROSS JOIN LATERAL unnest(k.from_accounts, k.to_accounts, p_amounts) WITH ORDINALITY AS l (from_account, to_account, amount, n)
  WHERE k.kind = p_kind AND l.amount > 0
$$;
GRANT EXECUTE ON FUNCTION ledger.legs_of(text,bigint[]) TO lastro_app;

-- An event that is to be posted: its amounts are one for each leg of its kind, in their order, 0 where a leg does not apply. `movable`:
-- its customer asks for it themselves, so it is refused while their money is stopped. An event of the house has no owner.
CREATE TYPE ledger.new_journal AS (
  key text,
  kind text,
  owner uuid,
  reference uuid,
  happened_at timestamptz,
  amounts bigint[],
  movable boolean
);

-- Raises what no caller may ask for: LB006 no such kind, not its legs, or one event twice; LB004 an event that draws on the treasury and
-- gives back to it at once; amount_is_positive an amount below zero.
CREATE FUNCTION ledger.require_sound(p_journals ledger.new_journal[]) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  wrong record;
BEGIN
  SELECT * INTO wrong FROM (
    SELECT g.key, g.kind, g.owner, g.reference, g.amounts, k.legs,
      k.owned = (g.owner IS NOT NULL) AND k.referenced = (g.reference IS NOT NULL) AND cardinality(g.amounts) = cardinality(k.legs)
        AND 0 <= ALL (g.amounts) AND 0 < ANY (g.amounts) AND (0 <> ALL (g.amounts) OR NOT EXISTS (
          SELECT FROM unnest(k.legs, g.amounts) AS l (leg, amount) WHERE l.amount = 0 AND l.leg = ANY (k.required))) AS is_known,
      'treasury' = ANY (k.from_accounts) AND 'treasury' = ANY (k.to_accounts) AND (
        SELECT bool_or(l.f = 'treasury') AND bool_or(l.t = 'treasury') FROM unnest(k.from_accounts, k.to_accounts, g.amounts) AS l (f, t, amount)
        WHERE l.amount > 0) AS is_both
    FROM unnest(p_journals) AS g LEFT JOIN ledger.kinds k ON k.kind = g.kind AND NOT k.retired
  ) j WHERE (is_known AND NOT is_both) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    IF wrong.is_known THEN
      RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
    ELSIF cardinality(wrong.amounts) = cardinality(wrong.legs) AND 0 > ANY (wrong.amounts) THEN
      RAISE EXCEPTION 'an amount of % violates "amount_is_positive"', wrong.key USING ERRCODE = 'check_violation', SCHEMA = 'ledger',
        TABLE = 'journals', CONSTRAINT = 'amount_is_positive';
    END IF;
    PERFORM ledger.refuse_kind(wrong.kind, wrong.owner IS NOT NULL, wrong.reference, ARRAY(
      SELECT l.leg FROM unnest(wrong.legs, wrong.amounts) WITH ORDINALITY AS l (leg, amount, n) WHERE l.amount <> 0 ORDER BY l.n));
  ELSIF cardinality(p_journals) > 1 AND (SELECT count(*) > count(DISTINCT g.key) FROM unnest(p_journals) AS g) THEN
    RAISE EXCEPTION 'one event is given twice' USING ERRCODE = 'LB006', DETAIL = 'an event twice';
  END IF;
END
$$;

-- The only way money moves: posts events of any kinds and of any customers, each customer's in the order in which they are given, and says
-- of each what became of it. An outcome of NULL: it is posted, as this number of its owner's. Else nothing of it has moved:
--   posted         it had been posted before, as this number
--   frozen         its customer asks for it, and their money is stopped
--   too_little     in `account` is less than it moves
--   no_capacity    the whole treasury has less than it draws
--   after_refused  one of the same owner's before it was refused
--   again          somebody else holds all of the treasury at this moment, and the caller does not wait (p_waits)
-- Raises only what no caller may ask for (require_sound()).
--
-- All accounts are locked in one order, and behind them one part of the treasury; then one statement judges and writes. Where the part is too
-- small, nothing is written, it is let go again (the subtransaction that locked it is rolled back), all parts are locked in one order, and it
-- judges again by what they hold together, without what that does not reach for; each part then gets an even share of the rest. So nobody who
-- holds one part waits for another out of order, provided that a transaction draws in one call only, or begins with hold_treasury().
--
-- Planned once and for any number: nothing that is given is joined with anything else that is given.
CREATE FUNCTION ledger.post(p_journals ledger.new_journal[], p_waits boolean DEFAULT true)
RETURNS TABLE (n bigint, outcome text, account text, number bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  moves_treasury boolean;
  -- What the operator puts in or takes out is shared among all parts at once.
  is_for_all boolean;
  own_part smallint;
  -- What may be drawn: what the own part holds, or all parts together once they are locked.
  available bigint;
  whole bigint;
  drawn_in_all bigint;
  beyond bigint[];
  left_out bigint[] := '{}';
  is_whole boolean;
  ns bigint[];
  outcomes text[];
  accounts text[];
  numbers bigint[];
BEGIN
  PERFORM ledger.require_sound(p_journals);
  PERFORM ledger.hold_accounts(ARRAY(SELECT coalesce(g.owner, ledger.house()) FROM unnest(p_journals) AS g));
  SELECT bool_or(m.moves), bool_or(m.moves AND g.owner IS NULL) INTO moves_treasury, is_for_all
  FROM unnest(p_journals) AS g JOIN ledger.kinds k ON k.kind = g.kind CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(l.amount * l.sign <> 0), false) AS moves FROM unnest(g.amounts, k.treasury) AS l (amount, sign)) m;
  IF is_for_all THEN
    whole := ledger.hold_treasury();
  END IF;
  LOOP
    BEGIN
      available := whole;
      IF whole IS NULL AND moves_treasury THEN
        SELECT h.part, h.balance INTO own_part, available FROM ledger.hold_part(p_waits) AS h;
      END IF;
      WITH given AS MATERIALIZED (
        SELECT g.n, g.key, g.kind, g.reference, g.happened_at, g.movable, g.amounts, coalesce(g.owner, ledger.house()) AS owner,
          c.balance AS to_balance, c.held AS to_held, c.invested AS to_invested, c.promised AS to_promised, c.zord AS to_zord,
          c.treasury AS to_treasury
        FROM unnest(p_journals) WITH ORDINALITY AS g (key, kind, owner, reference, happened_at, amounts, movable, n)
        CROSS JOIN LATERAL ledger.changes_of(g.kind, g.amounts) AS c
      ), known AS MATERIALIZED (
        SELECT g.*, j.number AS posted_as, a.balance, a.held, a.invested, a.promised, a.zord, a.booked, a.number AS last_number, a.head, a.last_at,
          g.movable AND a.frozen_at IS NOT NULL AS is_frozen
        FROM given g JOIN ledger.accounts a ON a.owner = g.owner LEFT JOIN ledger.journals j ON j.key = g.key
      ), behind AS MATERIALIZED (
        -- What is left in each account behind the event.
        SELECT k.n, k.owner, k.key, k.kind, k.reference, k.amounts, k.head, k.to_treasury, k.is_frozen,
          k.last_number + row_number() OVER own AS number, greatest(k.last_at, max(k.happened_at) OVER own) AS happened_at,
          k.balance + ledger.running(k.to_balance) OVER own AS balance, k.held + ledger.running(k.to_held) OVER own AS held,
          k.invested + ledger.running(k.to_invested) OVER own AS invested, k.promised + ledger.running(k.to_promised) OVER own AS promised,
          k.zord + ledger.running(k.to_zord) OVER own AS zord, k.booked + ledger.running(k.to_treasury) OVER own AS booked
        FROM known k WHERE k.posted_as IS NULL WINDOW own AS (PARTITION BY k.owner ORDER BY k.n ROWS UNBOUNDED PRECEDING)
      ), judged AS MATERIALIZED (
        SELECT b.*, coalesce(bool_or(b.refused IS NOT NULL) OVER (PARTITION BY b.owner ORDER BY b.n
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), false) AS is_after,
          bool_or(b.refused IS NOT NULL) OVER (PARTITION BY b.owner ORDER BY b.n ROWS UNBOUNDED PRECEDING) AS is_refused
        FROM (
          SELECT x.*, CASE WHEN x.is_frozen THEN 'frozen' WHEN least(x.balance, x.held, x.invested, x.promised, x.zord) < 0 THEN 'too_little'
            WHEN x.to_treasury <> 0 AND available IS NULL THEN 'again'
            WHEN x.n = ANY (left_out) THEN 'no_capacity'
            -- Whoever asks for more than there is anywhere, with all that is given back here, holds up nobody.
            WHEN available + x.to_treasury < 0 AND -x.to_treasury > (SELECT ledger.capacity() + sum(greatest(o.to_treasury, 0)) FROM behind o)
              THEN 'no_capacity' END AS refused
          FROM behind x
        ) b
      ), decided AS MATERIALIZED (
        SELECT d.*, available + ledger.running(d.drawn) OVER (ORDER BY d.n ROWS UNBOUNDED PRECEDING) AS reach
        FROM (SELECT j.*, CASE WHEN j.is_refused THEN 0 ELSE j.to_treasury END AS drawn FROM judged j) d
      ), first_dry AS MATERIALIZED (
        SELECT f.n, f.reach - f.drawn AS rest FROM decided f WHERE f.reach < 0 AND f.drawn < 0 ORDER BY f.n LIMIT 1
      ), dry AS MATERIALIZED (
        -- The first that is not reached for, and those behind it that ask for more than was left before it.
        SELECT d.n FROM first_dry f CROSS JOIN decided d
        WHERE d.n = f.n OR d.n > f.n AND -d.drawn > f.rest + (SELECT sum(greatest(o.drawn, 0)) FROM decided o)
      ), posted AS MATERIALIZED (
        SELECT d.*, lead(d.n) OVER own IS NULL AS is_newest,
          ledger.chained(d.head, ledger.link(d.owner, d.number, d.happened_at, d.key, d.kind, d.reference, d.amounts)) OVER own AS hash
        FROM decided d WHERE NOT d.is_refused AND NOT EXISTS (SELECT FROM dry) WINDOW own AS (PARTITION BY d.owner ORDER BY d.n)
      ), journals AS (
        INSERT INTO ledger.journals (owner, happened_at, number, key, kind, reference, amounts, balance, held, invested, promised, zord, hash)
        SELECT owner, happened_at, number, key, kind, reference, amounts, balance, held, invested, promised, zord, hash FROM posted
        ON CONFLICT (key) DO NOTHING RETURNING 1
      ), moved AS (
        UPDATE ledger.accounts a SET balance = p.balance, held = p.held, invested = p.invested, promised = p.promised, zord = p.zord,
          booked = p.booked, number = p.number, head = p.hash, last_at = p.happened_at
        FROM posted p WHERE a.owner = p.owner AND p.is_newest
      ), said AS (
        SELECT k.n, 'posted' AS outcome, NULL AS account, k.posted_as AS number FROM known k WHERE k.posted_as IS NOT NULL
        UNION ALL
        SELECT d.n, CASE WHEN d.is_after THEN 'after_refused' ELSE d.refused END,
          CASE WHEN d.is_after THEN NULL WHEN d.refused = 'no_capacity' THEN 'treasury' WHEN d.refused = 'too_little' THEN CASE
            WHEN d.balance < 0 THEN 'balance' WHEN d.zord < 0 THEN 'zord' WHEN d.held < 0 THEN 'held' WHEN d.invested < 0 THEN 'invested'
            ELSE 'promised' END END,
          CASE WHEN NOT d.is_refused THEN d.number END
        FROM decided d
      )
      SELECT array_agg(s.n ORDER BY s.n), array_agg(s.outcome ORDER BY s.n), array_agg(s.account ORDER BY s.n), array_agg(s.number ORDER BY s.n),
        (SELECT array_agg(d.n) FROM dry d), (SELECT count(*) FROM journals) = (SELECT count(*) FROM posted),
        (SELECT ledger.running(d.drawn) FROM posted d)
      INTO ns, outcomes, accounts, numbers, beyond, is_whole, drawn_in_all FROM said s;
      IF beyond IS NOT NULL AND whole IS NULL THEN
        RAISE EXCEPTION 'a part of the treasury is too small' USING ERRCODE = 'LB005';
      END IF;
    EXCEPTION WHEN SQLSTATE 'LB005' THEN
      whole := ledger.hold_treasury();
      CONTINUE;
    END;
    EXIT WHEN beyond IS NULL;
    left_out := left_out || beyond;
  END LOOP;
  IF drawn_in_all <> 0 AND whole IS NULL THEN
    UPDATE ledger.treasury t SET balance = available + drawn_in_all WHERE t.part = own_part;
  ELSIF drawn_in_all <> 0 THEN
    UPDATE ledger.treasury t SET balance = (whole + drawn_in_all) / 16 + CASE WHEN t.part < (whole + drawn_in_all) % 16 THEN 1 ELSE 0 END;
  END IF;
  IF NOT is_whole THEN
    -- Posted by somebody else since it was looked for: whoever asked begins again, and finds it.
    RAISE EXCEPTION 'an event was posted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN QUERY SELECT * FROM unnest(ns, outcomes, accounts, numbers);
END
$$;
GRANT EXECUTE ON FUNCTION ledger.post(ledger.new_journal[],boolean) TO lastro_app;

-- All or nothing: posts the events and raises where one of them is refused. Answers each one's number, and whether it was posted now.
-- Errors: LB001 an account has too little, its name in DETAIL · LB007 its customer's money is stopped · those of post().
CREATE FUNCTION ledger.post_all(p_journals ledger.new_journal[]) RETURNS TABLE (number bigint, posted boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  o record;
BEGIN
  FOR o IN SELECT * FROM ledger.post(p_journals) LOOP
    IF o.outcome = 'frozen' THEN
      RAISE EXCEPTION 'the money of % is stopped', p_journals[o.n].owner USING ERRCODE = 'LB007';
    ELSIF o.outcome <> 'posted' THEN
      RAISE EXCEPTION '% of % has too little', o.account, coalesce(p_journals[o.n].owner::text, 'the house')
        USING ERRCODE = 'LB001', DETAIL = o.account;
    END IF;
    number := o.number;
    posted := o.outcome IS NULL;
    RETURN NEXT;
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.post_all(ledger.new_journal[]) TO lastro_app;

-- One event by the names of its legs, in any order; what moves nothing (a fee of zero) is no leg.
CREATE FUNCTION ledger.post_one(
  p_key text, p_kind text, p_owner uuid, p_reference uuid, p_at timestamptz,
  p_from text[], p_to text[], p_amount bigint[], OUT number bigint, OUT posted boolean
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  names text[] := ARRAY(SELECT l.f || '>' || l.t FROM unnest(p_from, p_to, p_amount) WITH ORDINALITY AS l (f, t, a, n)
    WHERE l.a IS DISTINCT FROM 0 ORDER BY l.n);
  amounts bigint[] := ARRAY(SELECT a FROM unnest(p_amount) WITH ORDINALITY AS l (a, n) WHERE a IS DISTINCT FROM 0 ORDER BY n);
  of_kind bigint[];
BEGIN
  SELECT ARRAY(SELECT coalesce(amounts[array_position(names, leg)], 0) FROM unnest(k.legs) WITH ORDINALITY AS l (leg, n) ORDER BY n) INTO of_kind
  FROM ledger.kinds k WHERE k.kind = p_kind AND names <@ k.legs AND cardinality(amounts) = cardinality(names)
    AND cardinality(names) = (SELECT count(DISTINCT l) FROM unnest(names) AS l);
  IF NOT FOUND THEN
    PERFORM ledger.refuse_kind(p_kind, p_owner IS NOT NULL, p_reference, names);
  END IF;
  SELECT x.number, x.posted INTO number, posted
  FROM ledger.post_all(ARRAY[ROW(p_key, p_kind, p_owner, p_reference, p_at, of_kind, false)::ledger.new_journal]) AS x;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.post_one(text,text,uuid,uuid,timestamp with time zone,text[],text[],bigint[]) TO lastro_app;

-- Locks the accounts of many customers, in the order that everybody keeps, and makes those that are missing.
CREATE FUNCTION ledger.hold_accounts(p_owners uuid[]) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF cardinality(p_owners) = 1 THEN
    PERFORM 1 FROM ledger.accounts x WHERE x.owner = p_owners[1] FOR NO KEY UPDATE;
    IF FOUND THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO ledger.accounts (owner)
  SELECT DISTINCT o FROM unnest(p_owners) AS o WHERE NOT EXISTS (SELECT FROM ledger.accounts x WHERE x.owner = o) ORDER BY o
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM (SELECT DISTINCT o AS owner FROM unnest(p_owners) AS o) g
  JOIN ledger.accounts x ON x.owner = g.owner ORDER BY x.owner FOR NO KEY UPDATE OF x;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.hold_accounts(uuid[]) TO lastro_app;

-- The first thing that a call of a customer's own does that moves their money: locks their accounts and refuses where the key that it is
-- made under has its answer (LB013), or an operator has stopped them (LB007). Two equal calls meet at the lock, and the second one finds the
-- first one's answer behind it, which was written last of all. A freeze waits for calls that are under way, and holds for all that come after it.
CREATE FUNCTION ledger.require_movable(p_owner uuid, p_key text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  frozen timestamptz;
BEGIN
  SELECT x.frozen_at INTO frozen FROM ledger.accounts x WHERE x.owner = p_owner FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    frozen := (ledger.lock_accounts(p_owner)).frozen_at;
  END IF;
  IF EXISTS (SELECT FROM public.idempotency_keys k WHERE k.customer_id = p_owner AND k.key = p_key) THEN
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
  UPDATE ledger.accounts SET frozen_at = p_at WHERE owner = p_owner;
  RETURN true;
END
$$;
GRANT EXECUTE ON FUNCTION ledger."freeze"(uuid,timestamp with time zone) TO lastro_app;

-- Locks the accounts of those of many customers whom nobody else has locked, and returns them. Waits for nobody.
CREATE FUNCTION ledger.hold_free_accounts(p_owners uuid[]) RETURNS uuid[]
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN ARRAY(SELECT x.owner FROM (SELECT DISTINCT o AS owner FROM unnest(p_owners) AS o) g
    JOIN ledger.accounts x ON x.owner = g.owner ORDER BY x.owner FOR NO KEY UPDATE OF x SKIP LOCKED);
END
$$;
GRANT EXECUTE ON FUNCTION ledger.hold_free_accounts(uuid[]) TO lastro_app;

-- Keeps what an audit has just found good of these owners (from the first one to before the next), in its own transaction (REPEATABLE READ):
-- each one's number, hash and balances. A seal only ever moves forward, and only to where the owner's last journal is. Answers how many moved.
CREATE FUNCTION ledger.seal(p_first uuid, p_next uuid) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  moved bigint;
BEGIN
  IF current_setting('transaction_isolation') = 'read committed' THEN
    RAISE EXCEPTION 'a seal is of the books that were audited: REPEATABLE READ' USING ERRCODE = 'LB008';
  END IF;
  INSERT INTO ledger.seals AS s (owner, number, head, last_at, balance, held, invested, promised, zord, booked)
  SELECT a.owner, a.number, a.head, a.last_at, a.balance, a.held, a.invested, a.promised, a.zord, a.booked
  FROM ledger.accounts a LEFT JOIN ledger.seals k ON k.owner = a.owner
  WHERE a.owner >= p_first AND a.owner < p_next AND a.number IS DISTINCT FROM k.number AND a.number >= coalesce(k.number, 0)
    AND (a.number = 0 AND a.head = '' OR EXISTS (
      SELECT FROM ledger.journals j WHERE j.owner = a.owner AND j.happened_at = a.last_at AND j.number = a.number AND j.hash = a.head))
  ON CONFLICT (owner) DO UPDATE SET number = EXCLUDED.number, head = EXCLUDED.head, last_at = EXCLUDED.last_at, balance = EXCLUDED.balance,
    held = EXCLUDED.held, invested = EXCLUDED.invested, promised = EXCLUDED.promised, zord = EXCLUDED.zord, booked = EXCLUDED.booked,
    sealed_at = now();
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.seal(uuid,uuid) TO lastro_app;

-- Likewise of a position: the trigger of its opening looks, and one for whoever moves it. What a position that runs has not is looked at
-- together; any other way of being sound is found on the longer way.
CREATE FUNCTION enter_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount > 0 AND NEW.ends_at > NEW.started_at AND NEW.promised >= 0 AND NEW.rate > 0 AND (NEW.rate IS NULL) = (NEW.promised = 0)
    AND NEW.cancel_fee BETWEEN 0 AND 100000000 AND NEW.state = 'running'
    AND num_nonnulls(NEW.closed_at, NEW.operations_seen, NEW.payouts, NEW.result, NEW.tax_rate) = 0) IS FALSE THEN
    PERFORM require_sound(NEW);
  END IF;
  INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
  VALUES (NEW.product, (NEW.ends_at AT TIME ZONE house_zone())::date, 1, NEW.amount, NEW.promised);
  RETURN NULL;
END
$$;

-- Uses the member's new capital in what they invested: what no bonus was reckoned on yet and is still here. Behind the journal, so the
-- member's accounts are locked and their number is the journal's. Most have none: then it is one look into an index.
CREATE FUNCTION use_new_capital(p_customer uuid, p_id uuid, p_product text, p_position uuid, p_amount bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  usable bigint;
BEGIN
  SELECT least(p_amount, n.high_water - n.used, n.contributed) INTO usable FROM network_capital n
  WHERE n.customer_id = p_customer AND n.high_water > n.used AND n.contributed > 0 FOR NO KEY UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM network_causes c WHERE c.position_id = p_position AND c.kind = 'invested') THEN
    RETURN;
  END IF;
  UPDATE network_capital n SET used = n.used + usable WHERE n.customer_id = p_customer;
  INSERT INTO network_causes (id, customer_id, kind, product, position_id, amount, base, happened_at, number)
  SELECT p_id, p_customer, 'invested', p_product, p_position, p_amount, usable, p_at, a.number
  FROM ledger.accounts a WHERE a.owner = p_customer;
END
$$;

-- What an audit has found good of a customer's rows in the products: a sum of their hashes (src/operator/server/audited-rows.ts), made with
-- the rules that they were held against. As long as the rows come to it they need not be held against the same rules again.
CREATE TABLE ledger.product_seals (
  customer_id uuid NOT NULL,
  -- Which rules: those of a customer's own rows, or of their positions with what others earn by them.
  subject text NOT NULL CONSTRAINT subject_is_known CHECK (subject IN ('customer', 'position')),
  mark numeric NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, subject)
);

-- Keeps them, and forgets those of whom nothing is left (mark null). Only of customers whose ledger is sealed as far as it goes: what the rules
-- compared the rows with is then sealed as well. Answers how many were kept.
CREATE FUNCTION ledger.seal_products(p_subject text, p_customers uuid[], p_marks numeric[]) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  kept bigint;
BEGIN
  DELETE FROM ledger.product_seals p USING unnest(p_customers, p_marks) AS n (customer_id, mark)
  WHERE p.customer_id = n.customer_id AND p.subject = p_subject AND n.mark IS NULL;
  INSERT INTO ledger.product_seals AS p (customer_id, subject, mark)
  SELECT n.customer_id, p_subject, n.mark FROM unnest(p_customers, p_marks) AS n (customer_id, mark)
  LEFT JOIN ledger.accounts a ON a.owner = n.customer_id
  LEFT JOIN ledger.seals s ON s.owner = n.customer_id
  WHERE n.mark IS NOT NULL AND (a.number, a.head) IS NOT DISTINCT FROM (s.number, s.head)
  ORDER BY n.customer_id
  ON CONFLICT (customer_id, subject) DO UPDATE SET mark = EXCLUDED.mark, sealed_at = now();
  GET DIAGNOSTICS kept = ROW_COUNT;
  RETURN kept;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.seal_products(text,uuid[],numeric[]) TO lastro_app;

-- What a money call costs in processor time, once more.

-- The rules of single columns are said by the columns' types, which PostgreSQL keeps prepared; a CHECK of a table is read anew from its
-- text by each statement that writes. They have the names that they had.
CREATE DOMAIN ledger.left_over AS bigint CONSTRAINT accounts_never_below_zero CHECK (VALUE >= 0);

-- A customer's accounts, one row: what is free (balance), held for a withdrawal on its way, at work in positions (invested), profit
-- set aside for them until it falls due (promised), and the bot's wallet (zord). Made when something first moves. `number` counts the
-- customer's journals, `head` is the hash of the last one and `last_at` its moment; `booked` is what they brought to the treasury, below zero
-- where they drew on it. The house has such a row as well, for its own journals: it holds nothing of a customer's.
CREATE TABLE ledger.accounts (
  owner uuid PRIMARY KEY,
  balance ledger.left_over NOT NULL DEFAULT 0,
  held ledger.left_over NOT NULL DEFAULT 0,
  invested ledger.left_over NOT NULL DEFAULT 0,
  promised ledger.left_over NOT NULL DEFAULT 0,
  zord ledger.left_over NOT NULL DEFAULT 0,
  booked bigint NOT NULL DEFAULT 0,
  number bigint NOT NULL DEFAULT 0,
  head bytea NOT NULL DEFAULT '\x',
  last_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Since when an operator has stopped their money: nothing of it leaves and nothing opens by their own call.
  frozen_at timestamptz,
  -- An erased customer is nobody: nothing is paid to them, whatever way it comes. Their accounts are closed with them, and the row refuses.
  erased boolean NOT NULL DEFAULT false,
  CONSTRAINT nothing_is_paid_to_an_erased_customer
  CHECK (NOT erased OR balance = 0 AND held = 0 AND invested = 0 AND promised = 0 AND zord = 0)
) WITH (fillfactor = 60);
INSERT INTO ledger.accounts (owner) VALUES (ledger.house());
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
  PERFORM ledger.hold_accounts(ARRAY[p_owner]);
  SELECT * INTO STRICT a FROM ledger.accounts x WHERE x.owner = p_owner;
  RETURN a;
END
$$;

CREATE DOMAIN ledger.left_to_promise AS bigint CONSTRAINT treasury_never_below_zero CHECK (VALUE >= 0);

-- What is left to promise, in sixteen parts, so that transactions that draw on it do not wait for each other. Which part holds how much means
-- nothing (ledger.post() shares it out): together they hold what all journals have booked.
CREATE TABLE ledger.treasury (
  part smallint PRIMARY KEY,
  balance ledger.left_to_promise NOT NULL DEFAULT 0
) WITH (fillfactor = 20);
INSERT INTO ledger.treasury (part) SELECT generate_series(0, 15);
CREATE TRIGGER treasury_is_never_dropped BEFORE DELETE ON ledger.treasury
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER treasury_is_never_emptied BEFORE TRUNCATE ON ledger.treasury
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

-- All of the treasury, held for the rest of the transaction. Accounts are locked before it.
CREATE FUNCTION ledger.hold_treasury() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
BEGIN
  PERFORM 1 FROM ledger.treasury x ORDER BY x.part FOR NO KEY UPDATE;
  RETURN ledger.capacity();
END
$$;
GRANT EXECUTE ON FUNCTION ledger.hold_treasury() TO lastro_app;

-- One part of it, held for the rest of the transaction: the connection's own, or one that nobody holds. No row where somebody holds all of it
-- and the caller does not wait.
CREATE FUNCTION ledger.hold_part(p_waits boolean, OUT part smallint, OUT balance bigint) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan ROWS 1 AS $$
#variable_conflict use_column
DECLARE
  own smallint := pg_backend_pid() % 16;
BEGIN
  RETURN QUERY SELECT x.part, x.balance::bigint FROM ledger.treasury x ORDER BY x.part <> own, x.part FOR NO KEY UPDATE SKIP LOCKED LIMIT 1;
  IF NOT FOUND AND p_waits THEN
    RETURN QUERY SELECT x.part, x.balance::bigint FROM ledger.treasury x WHERE x.part = own FOR NO KEY UPDATE;
  END IF;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.hold_part(boolean) TO lastro_app;

-- All that is left to promise. Never less than there is: what another transaction is just drawing still counts.
CREATE FUNCTION ledger.capacity() RETURNS bigint LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT sum(balance)::bigint FROM ledger.treasury
$$;
GRANT EXECUTE ON FUNCTION ledger.capacity() TO lastro_app;

CREATE DOMAIN ledger.moved_amounts AS bigint[]
CONSTRAINT amount_is_positive CHECK (array_position(VALUE, NULL) IS NULL AND 0 <= ALL (VALUE) AND 0 < ANY (VALUE));

CREATE DOMAIN ledger.journal_key AS text CONSTRAINT journal_key_is_short CHECK (length(VALUE) BETWEEN 1 AND 200);

-- One business event that moved money. The key says which event it is (`stake:<id>:matured`), so the same event posted twice is posted
-- once. `number` is its place among its owner's journals; the hash covers it and the hash of the one before. The balances after it
-- are kept, so that what somebody had at any moment is one row away; their moments never go back.
CREATE TABLE ledger.journals (
  owner uuid NOT NULL,
  happened_at timestamptz NOT NULL,
  number bigint NOT NULL,
  -- Balances after the journal.
  balance bigint NOT NULL,
  held bigint NOT NULL,
  invested bigint NOT NULL,
  promised bigint NOT NULL,
  zord bigint NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT now(),
  key ledger.journal_key NOT NULL,
  kind text NOT NULL,
  reference uuid,
  -- Micro-dollars, one for each leg of its kind in their order, 0 where a leg does not apply: it cannot be unbalanced.
  amounts ledger.moved_amounts NOT NULL,
  hash bytea NOT NULL,
  -- An owner's journals lie in the order of their chain, and of their moments.
  PRIMARY KEY (owner, happened_at, number),
  CONSTRAINT an_event_is_posted_once UNIQUE (key)
);
CREATE TRIGGER journals_never_change BEFORE UPDATE OR DELETE ON ledger.journals
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER journals_are_never_emptied BEFORE TRUNCATE ON ledger.journals
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

-- Each amount that went from one account to another, with what its journal is about, and the balance behind it in either account of a
-- customer's: what the journal left there, without what its later legs moved.
CREATE VIEW ledger.entries AS
SELECT j.owner, j.happened_at, j.number, l.leg::smallint AS leg, j.key, j.kind, j.reference, l.from_account, l.to_account, l.amount,
  CASE l.from_account WHEN 'balance' THEN j.balance WHEN 'held' THEN j.held WHEN 'invested' THEN j.invested WHEN 'promised' THEN j.promised
    WHEN 'zord' THEN j.zord END - (
    SELECT coalesce(sum(CASE l.from_account WHEN o.to_account THEN o.amount WHEN o.from_account THEN -o.amount END), 0)::bigint
    FROM unnest(k.from_accounts, k.to_accounts, j.amounts) WITH ORDINALITY AS o (from_account, to_account, amount, leg)
    WHERE o.leg > l.leg) AS from_balance,
  CASE l.to_account WHEN 'balance' THEN j.balance WHEN 'held' THEN j.held WHEN 'invested' THEN j.invested WHEN 'promised' THEN j.promised
    WHEN 'zord' THEN j.zord END - (
    SELECT coalesce(sum(CASE l.to_account WHEN o.to_account THEN o.amount WHEN o.from_account THEN -o.amount END), 0)::bigint
    FROM unnest(k.from_accounts, k.to_accounts, j.amounts) WITH ORDINALITY AS o (from_account, to_account, amount, leg)
    WHERE o.leg > l.leg) AS to_balance
FROM ledger.journals j JOIN ledger.kinds k ON k.kind = j.kind
CROSS JOIN LATERAL unnest(k.from_accounts, k.to_accounts, j.amounts) WITH ORDINALITY AS l (from_account, to_account, amount, leg)
WHERE l.amount > 0;

-- A balance at each of many moments is one probe of journals_pkey a moment. Where most customers have few journals, PostgreSQL takes reading all
-- of one's by another index and sorting them to be as cheap, and one who had ten thousand waited a second for a year; so it may not sort here.
CREATE FUNCTION ledger.balances_at(p_owner uuid, p_moments timestamptz[]) RETURNS TABLE (balance bigint, zord bigint)
LANGUAGE plpgsql STABLE SET search_path = ledger, public, pg_temp SET plan_cache_mode = force_generic_plan SET enable_sort = off AS $$
BEGIN
  RETURN QUERY SELECT coalesce(j.balance, 0), coalesce(j.zord, 0) FROM unnest(p_moments) AS moment LEFT JOIN LATERAL (
    SELECT x.balance, x.zord FROM ledger.journals x WHERE x.owner = p_owner AND x.happened_at <= moment
    ORDER BY x.happened_at DESC, x.number DESC LIMIT 1
  ) j ON true;
END
$$;
GRANT EXECUTE ON FUNCTION ledger.balances_at(uuid,timestamp with time zone[]) TO lastro_app;
