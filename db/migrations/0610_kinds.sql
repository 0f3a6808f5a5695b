-- What kinds of events there are, and which money each may move: `ledger.post()` refuses the rest, whoever asks. The catalogue
-- says what may be posted; it does not say that something in the product stands behind an event, which the rules of the books do
-- (`books audit`). A kind is added by a migration, as one line, and never changes afterwards; one that is over is retired, and
-- what was posted under it stays readable.

CREATE TABLE ledger.kinds (
  kind text PRIMARY KEY CONSTRAINT a_kind_is_named CHECK (kind ~ '^[a-z]+(_[a-z]+)*$' AND length(kind) <= 60),
  -- Whether its events are a customer's, or the house's own.
  owned boolean NOT NULL,
  -- Whether its events are about something: a position, a transfer with the brokerage, an award.
  referenced boolean NOT NULL,
  retired boolean NOT NULL DEFAULT false
);

-- From where to where an event of the kind moves money, in how many transfers at least and at most.
CREATE TABLE ledger.legs (
  kind text NOT NULL REFERENCES ledger.kinds (kind),
  from_account text NOT NULL,
  to_account text NOT NULL,
  at_least smallint NOT NULL,
  at_most smallint NOT NULL,
  PRIMARY KEY (kind, from_account, to_account),
  CONSTRAINT a_leg_is_between_two_accounts CHECK (from_account <> to_account),
  CONSTRAINT a_leg_has_its_bounds CHECK (at_least BETWEEN 0 AND at_most AND at_most > 0),
  CONSTRAINT the_treasury_is_drawn_on_once CHECK (from_account <> 'treasury' OR at_most = 1)
);

CREATE FUNCTION ledger.refuse_change_of_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT OLD.retired AND NEW.retired
    AND (NEW.kind, NEW.owned, NEW.referenced) = (OLD.kind, OLD.owned, OLD.referenced) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a kind of event never changes: retire it and add another' USING ERRCODE = 'LB003';
END
$$;

CREATE TRIGGER kinds_are_only_retired BEFORE UPDATE ON ledger.kinds
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change_of_kind();
CREATE TRIGGER kinds_are_never_dropped BEFORE DELETE OR TRUNCATE ON ledger.kinds
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER legs_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.legs
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- For migrations: SELECT ledger.add_kind('stake_opened', '{balance>staked,treasury>promised}'). A leg with `?` may be left out,
-- one with `{1,16}` is made of so many transfers. Commas part legs, so an array with such a leg is written as ARRAY[…].
CREATE FUNCTION ledger.add_kind(p_kind text, p_legs text[], owned boolean DEFAULT true, referenced boolean DEFAULT true)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  leg text;
  part text[];
BEGIN
  INSERT INTO ledger.kinds (kind, owned, referenced) VALUES (p_kind, add_kind.owned, add_kind.referenced);
  FOREACH leg IN ARRAY p_legs LOOP
    part := regexp_match(leg, '^([a-z_]+)>([a-z_]+)(?:(\?)|\{(\d+),(\d+)\})?$');
    IF part IS NULL THEN
      RAISE EXCEPTION 'a leg is written from>to, not %', leg;
    END IF;
    INSERT INTO ledger.legs (kind, from_account, to_account, at_least, at_most)
    VALUES (p_kind, part[1], part[2], CASE WHEN part[3] IS NULL THEN coalesce(part[4]::smallint, 1) ELSE 0 END,
      coalesce(part[5]::smallint, 1));
  END LOOP;
END
$$;

-- For migrations: nothing of this kind is posted any more.
CREATE FUNCTION ledger.retire_kind(p_kind text) RETURNS void
LANGUAGE sql VOLATILE SET search_path = ledger, pg_temp AS $$
  UPDATE ledger.kinds SET retired = true WHERE kind = p_kind
$$;

SELECT ledger.add_kind('treasury_funded', ARRAY['funding>treasury{1,16}'], owned => false, referenced => false);
SELECT ledger.add_kind('deposit_settled', '{brokerage>balance}');
SELECT ledger.add_kind('withdrawal_held', '{balance>held}');
SELECT ledger.add_kind('withdrawal_settled', '{held>brokerage,held>fees?}');
SELECT ledger.add_kind('withdrawal_returned', '{held>balance}');
SELECT ledger.add_kind('stake_opened', '{balance>staked,treasury>promised}');
SELECT ledger.add_kind('stake_matured', '{staked>balance,promised>balance}');
SELECT ledger.add_kind('stake_canceled', '{staked>balance,staked>fees,promised>treasury}');
SELECT ledger.add_kind('vault_opened', '{balance>vault,treasury>promised}');
SELECT ledger.add_kind('vault_matured', '{vault>balance,promised>balance}');
SELECT ledger.add_kind('copytrade_opened', '{balance>copytrade}');
SELECT ledger.add_kind('copytrade_expired', '{copytrade>balance?,copytrade>trading?,trading>balance?}');
SELECT ledger.add_kind('bot_subscribed', '{balance>fees}');
SELECT ledger.add_kind('bot_deposited', '{balance>zord}');
SELECT ledger.add_kind('bot_withdrawn', '{zord>balance}');
SELECT ledger.add_kind('bot_invested', '{zord>zord_blocked}');
SELECT ledger.add_kind('bot_finished', '{zord_blocked>zord?,zord_blocked>trading?,trading>zord?}');
SELECT ledger.add_kind('network_bonus', '{treasury>balance}');
SELECT ledger.add_kind('network_residual', '{treasury>balance}');

-- Refuses what is not an event of a kind that there is. LB006, and in DETAIL what is wrong with it.
CREATE FUNCTION ledger.require_kind(
  p_kind text, p_owner uuid, p_reference uuid, p_from text[], p_to text[], p_amount bigint[]
) RETURNS void LANGUAGE plpgsql STABLE SET search_path = ledger, pg_temp AS $$
DECLARE
  known ledger.kinds;
  wrong text;
BEGIN
  SELECT * INTO known FROM ledger.kinds k WHERE k.kind = p_kind AND NOT k.retired;
  wrong := CASE
    WHEN known.kind IS NULL THEN 'there is no such kind'
    WHEN known.owned <> (p_owner IS NOT NULL) THEN 'owner'
    WHEN known.referenced <> (p_reference IS NOT NULL) THEN 'reference'
    WHEN cardinality(p_from) = 0 THEN 'it moves nothing'
    WHEN cardinality(p_from) <> cardinality(p_to) OR cardinality(p_from) <> cardinality(p_amount) THEN 'legs'
  END;
  IF wrong IS NULL THEN
    SELECT coalesce(l.from_account, m.from_account, '') || '>' || coalesce(l.to_account, m.to_account, '') INTO wrong
    FROM (SELECT * FROM ledger.legs WHERE kind = p_kind) l
    FULL JOIN (
      SELECT leg.from_account, leg.to_account, count(*) AS moved
      FROM unnest(p_from, p_to) AS leg (from_account, to_account) GROUP BY 1, 2
    ) m ON (m.from_account, m.to_account) = (l.from_account, l.to_account)
    WHERE l.kind IS NULL OR coalesce(m.moved, 0) NOT BETWEEN l.at_least AND l.at_most
    ORDER BY l.kind IS NULL DESC, 1 LIMIT 1;
  END IF;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION '% is no movement of the ledger: %', p_kind, wrong USING ERRCODE = 'LB006', DETAIL = wrong;
  END IF;
END
$$;

-- As before, and held to the catalogue. Two draws on the treasury in one event are refused (LB005): with one part of it held,
-- the second could wait for all parts, and two such events for each other.
CREATE OR REPLACE FUNCTION ledger.post(
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
  IF cardinality(array_positions(p_from, 'treasury')) > 1 THEN
    RAISE EXCEPTION 'one event draws on the treasury once' USING ERRCODE = 'LB005';
  END IF;
  PERFORM ledger.require_kind(p_kind, p_owner, p_reference, p_from, p_to, p_amount);

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

REVOKE EXECUTE ON FUNCTION ledger.add_kind, ledger.retire_kind, ledger.require_kind, ledger.refuse_change_of_kind FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    GRANT SELECT ON ledger.kinds, ledger.legs TO lastro_app;
  END IF;
END
$$;
