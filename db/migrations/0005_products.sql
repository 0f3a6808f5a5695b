-- What single products keep beside their positions: consent, promotional codes, who has the bot. And what only a sandbox has of them.

-- Who accepted which version of the terms of the vault, and when; without the present one there is no deposit.
CREATE TABLE vault_acceptances (
  customer_id uuid NOT NULL REFERENCES customers (id),
  version text NOT NULL CONSTRAINT vault_terms_have_a_version CHECK (length(version) BETWEEN 1 AND 40),
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, version)
);

-- A promotional code, how often it was used and what its points have promised. `uses` and `promised` are counted by an update that only
-- succeeds while the code is valid: the row is the queue, and both limits are exact. Anybody may use a code, so it is
-- changed in a transaction of its own.
CREATE TABLE promocodes (
  code text PRIMARY KEY CONSTRAINT a_promocode_is_in_capitals CHECK (code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'),
  points bigint NOT NULL CONSTRAINT a_promocode_adds_to_the_rate CHECK (points > 0),
  uses_allowed integer NOT NULL CONSTRAINT a_promocode_can_be_used CHECK (uses_allowed > 0),
  -- One customer is one use unless the operator says otherwise.
  uses_per_customer integer NOT NULL CONSTRAINT a_customer_can_use_a_promocode CHECK (uses_per_customer > 0),
  uses integer NOT NULL DEFAULT 0,
  most_promised bigint NOT NULL CONSTRAINT a_promocode_may_promise_something CHECK (most_promised > 0),
  promised bigint NOT NULL DEFAULT 0,
  min_amount bigint NOT NULL CONSTRAINT the_least_amount_is_not_negative CHECK (min_amount >= 0),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_promocode_is_used_no_more_than_allowed CHECK (uses BETWEEN 0 AND uses_allowed),
  CONSTRAINT a_promocode_promises_no_more_than_its_bound CHECK (promised BETWEEN 0 AND most_promised),
  CONSTRAINT a_promocode_ends_after_it_begins CHECK (valid_until > valid_from)
);

-- What a code's points add to the profit of an amount.
CREATE FUNCTION added_by_points(points bigint, amount bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$ SELECT div(points::numeric * amount, 100000000)::bigint $$;

-- One use of a code by a customer, claimed under the idempotency key of the investment that asks for it, in the transaction that counts
-- it on the code: the code's row is locked while claims are counted, so that its limit and each customer's are exact. The investment
-- takes the claim in its own transaction (`position_id`), for good. One whose investment did not come about is given back: the row goes,
-- and the use with it. So a code's uses are the rows that are here.
CREATE TABLE promocode_claims (
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  key text NOT NULL,
  code text NOT NULL REFERENCES promocodes (code),
  claimed_at timestamptz NOT NULL DEFAULT now(),
  promised bigint NOT NULL CONSTRAINT a_claim_promises_no_less_than_nothing CHECK (promised >= 0),
  position_id uuid,
  PRIMARY KEY (id),
  CONSTRAINT a_position_takes_one_claim UNIQUE (position_id)
);
CREATE UNIQUE INDEX one_open_claim_under_a_key ON promocode_claims (customer_id, key) WHERE position_id IS NULL;
CREATE INDEX promocode_claims_by_code ON promocode_claims (code, customer_id);
CREATE INDEX promocode_claims_open_by_code ON promocode_claims (code) WHERE position_id IS NULL;

-- Claims whose investment has neither come about nor failed: a job gives them back.
CREATE INDEX promocode_claims_open ON promocode_claims (claimed_at) WHERE position_id IS NULL;
CREATE TRIGGER taken_claims_never_change BEFORE UPDATE OR DELETE ON promocode_claims
  FOR EACH ROW WHEN (OLD.position_id IS NOT NULL) EXECUTE FUNCTION refuse_change();

-- A claim that there is under the key is found only for an amount and a moment that the code is for.
CREATE FUNCTION claim_promocode(
  p_id uuid, p_customer uuid, p_key text, p_code text, p_amount bigint, p_now timestamptz
) RETURNS TABLE (claim uuid, is_answered boolean, own_uses bigint, open_uses bigint, own_open_uses bigint, promocode promocodes)
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  is_free boolean := false;
BEGIN
  is_answered := EXISTS (SELECT FROM idempotency_keys k WHERE k.customer_id = p_customer AND k.key = p_key);
  IF NOT is_answered THEN
    -- Whoever comes at the same moment waits for the row, and finds the count of the one before.
    PERFORM FROM promocodes p WHERE p.code = p_code AND p.min_amount <= p_amount AND p.uses < p.uses_allowed
      AND p.promised + added_by_points(p.points, p_amount) <= p.most_promised
      AND p.valid_from <= p_now AND p.valid_until > p_now AND (p.ended_at IS NULL OR p.ended_at > p_now) FOR NO KEY UPDATE;
    is_free := FOUND;
    SELECT c.id INTO claim FROM promocode_claims c JOIN promocodes p ON p.code = c.code
    WHERE c.customer_id = p_customer AND c.key = p_key AND c.code = p_code AND c.position_id IS NULL
      AND p.min_amount <= p_amount AND c.promised = added_by_points(p.points, p_amount)
      AND p.valid_from <= p_now AND p.valid_until > p_now AND (p.ended_at IS NULL OR p.ended_at > p_now);
  END IF;
  IF is_free AND claim IS NULL AND (SELECT count(*) FROM promocode_claims c WHERE c.code = p_code AND c.customer_id = p_customer)
    < (SELECT p.uses_per_customer FROM promocodes p WHERE p.code = p_code) THEN
    INSERT INTO promocode_claims (id, customer_id, key, code, promised)
    SELECT p_id, p_customer, p_key, p_code, added_by_points(p.points, p_amount) FROM promocodes p WHERE p.code = p_code
    ON CONFLICT DO NOTHING RETURNING id INTO claim;
    IF FOUND THEN
      UPDATE promocodes p SET uses = p.uses + 1, promised = p.promised + added_by_points(p.points, p_amount) WHERE p.code = p_code;
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
CREATE FUNCTION take_promocode(p_claim uuid, p_customer uuid, p_position uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE promocode_claims c SET position_id = v.id FROM positions v, promocodes p
  WHERE c.id = p_claim AND c.customer_id = p_customer AND c.position_id IS NULL
    AND v.id = p_position AND v.customer_id = p_customer AND v.terms ->> 'promocode' = c.code
    AND p.code = c.code AND v.amount >= p.min_amount AND c.promised = added_by_points(p.points, v.amount) AND v.started_at >= p.valid_from AND v.started_at < p.valid_until;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'claim % is not there for position %', p_claim, p_position USING ERRCODE = 'LB012';
  END IF;
END
$$;

-- The investment has not come about: its use is free again. False when the claim was taken, or given back before. The code's row comes
-- first, as whoever claims has it.
CREATE FUNCTION give_back_promocode(p_claim uuid, p_customer uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  claimed text;
  freed bigint;
BEGIN
  SELECT c.code INTO claimed FROM promocode_claims c WHERE c.id = p_claim AND c.position_id IS NULL;
  PERFORM FROM promocodes p WHERE p.code = claimed FOR NO KEY UPDATE;
  DELETE FROM promocode_claims c WHERE c.id = p_claim AND c.position_id IS NULL
  RETURNING c.promised INTO freed;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE promocodes p SET uses = p.uses - 1, promised = p.promised - freed WHERE p.code = claimed;
  RETURN true;
END
$$;

-- Who has the bot: paid once and for good. The fee is what it cost on that day.
CREATE TABLE bot_subscriptions (
  customer_id uuid NOT NULL REFERENCES customers (id),
  fee bigint NOT NULL CONSTRAINT the_bot_is_not_free CHECK (fee > 0),
  subscribed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id)
);

-- What a customer moved between their balance and their bot's wallet: what stands behind these events in the books, as a position
-- stands behind its own. It holds no money and decides nothing; rows are written with the journal and never change.
CREATE TABLE bot_moves (
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  direction text NOT NULL CONSTRAINT move_direction_is_known CHECK (direction IN ('deposited', 'withdrawn')),
  amount bigint NOT NULL CONSTRAINT moved_amount_is_positive CHECK (amount > 0),
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT whoever_moves_has_the_bot FOREIGN KEY (customer_id) REFERENCES bot_subscriptions (customer_id)
);
CREATE TRIGGER bot_moves_never_change BEFORE UPDATE OR DELETE ON bot_moves
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bot_moves_are_never_emptied BEFORE TRUNCATE ON bot_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SELECT ledger.add_kind('primezord_subscribed', '{balance>fees}');
SELECT ledger.add_kind('primezord_deposited', '{balance>zord}');
SELECT ledger.add_kind('primezord_withdrawn', '{zord>balance}');
CREATE TRIGGER operations_of_the_sandbox_stay_there BEFORE INSERT ON operations
  FOR EACH ROW WHEN (NEW.source = 'sandbox') EXECUTE FUNCTION refuse_in_production();

-- Everything by which a sandbox is known, in words.
CREATE FUNCTION traces_of_the_sandbox() RETURNS SETOF text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT format('%s of its customers', count(*)) FROM customers WHERE is_of_the_sandbox(email) HAVING count(*) > 0
  UNION ALL
  SELECT 'operations that it made up' WHERE EXISTS (SELECT FROM operations WHERE source = 'sandbox')
  UNION ALL
  SELECT 'a clock that was moved ahead' FROM sandbox_clock WHERE ahead_ms > 0
  UNION ALL
  SELECT 'a treasury that it gave itself'
    WHERE EXISTS (SELECT FROM actions WHERE operator = 'seed' AND action = 'treasury fund')
  UNION ALL
  SELECT 'commands that only a sandbox takes'
    WHERE EXISTS (SELECT FROM actions WHERE action IN ('clock forward', 'sandbox year', 'brokerage fault'));
$$;

-- A sandbox begins with its demo investor: one that has customers and no trace of a sandbox was in production.
CREATE FUNCTION require_right_mode() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  traces text := (SELECT string_agg(trace, ', ') FROM traces_of_the_sandbox() AS trace);
BEGIN
  IF NEW.mode = 'production' AND traces IS NOT NULL THEN
    RAISE EXCEPTION 'it holds what only a sandbox has: %', traces USING ERRCODE = 'LB021';
  END IF;
  IF NEW.mode = 'sandbox' AND traces IS NULL AND EXISTS (SELECT FROM customers) THEN
    RAISE EXCEPTION 'it holds customers and nothing of a sandbox' USING ERRCODE = 'LB021';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER an_installation_is_what_it_was BEFORE INSERT ON installation
  FOR EACH ROW EXECUTE FUNCTION require_right_mode();

-- Who wants to be told when copy-trade registrations open again. A row is a wish, not a right to anything: it is deleted in the
-- transaction that tells its owner, once, or by the owner. Its id names the wish, so that another one later is told again.
CREATE TABLE copytrade_alerts (
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id)
);

-- Finds those that were open at an instant: that opened before it and closed at it or later. They are few, however many operations there are.
CREATE INDEX operations_open_at ON operations USING gist (tstzrange(opened_at, happened_at, '(]'));

-- How long after its end a position awaits operations at most.
CREATE FUNCTION longest_wait() RETURNS interval LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT make_interval(hours => coalesce((SELECT (s.value #>> '{}')::int FROM settings s WHERE s.key = 'payouts.awaited_hours'), 48))
$$;

-- Up to when positions of the products with a feed are paid at this time: those that ended later are still awaiting operations. What has no feed
-- is not among them and is paid at once. Together, so that a statement over many positions asks once.
CREATE FUNCTION feeds_paid_until(p_now timestamptz, OUT traded text[], OUT until timestamptz[])
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT array_agg(f.product), array_agg(least(p_now, greatest(f.complete_until, p_now - longest_wait())))
  FROM payout_feeds f
$$;

-- Without those that are awaiting operations.
CREATE FUNCTION settle_these(p_now timestamptz, p_positions uuid[]) RETURNS SETOF positions
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  due uuid[];
  owners uuid[];
  held uuid[];
  in_products text[];
  ended positions[];
  ended_by_operations positions[];
  paid record;
BEGIN
  SELECT * INTO paid FROM feeds_paid_until(p_now);
  SELECT array_agg(d.id), array_agg(d.customer_id), array_agg(DISTINCT d.product) INTO due, owners, in_products FROM positions d
  -- What still runs has no end yet: written so that no plan reads all that is due.
  WHERE d.id = ANY (p_positions) AND num_nulls(d.closed_at) = 1 AND d.ends_at <= p_now
    AND d.ends_at <= coalesce(paid.until[array_position(paid.traded, d.product)], p_now);
  IF due IS NULL THEN
    RETURN;
  END IF;
  -- Accounts before positions, as everybody locks them.
  held := ledger.hold_free_accounts(owners);
  IF cardinality(held) < (SELECT count(DISTINCT o) FROM unnest(owners) AS o) THEN
    due := ARRAY(SELECT d.id FROM unnest(due, owners) AS d (id, owner) WHERE d.owner = ANY (held));
  END IF;
  -- Whoever was ended by somebody before its owner was held is not found any more.
  WITH x AS (
    UPDATE positions p SET state = 'ended', closed_at = p_now
    WHERE p.id = ANY (due) AND p.state = 'running' AND p.rate IS NOT NULL RETURNING p.*
  )
  SELECT array_agg(x::positions) INTO ended FROM x;
  -- Held until the end of the transaction: an operation that comes in meanwhile is not one of those that are paid here.
  IF hold_feeds(in_products) THEN
    WITH reckoned AS MATERIALIZED (
      SELECT p.id, f.last_number AS seen, coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.ends_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.started_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT sum(o.payout) FROM operations o WHERE o.product = p.product
          AND tstzrange(o.opened_at, o.happened_at, '(]') @> p.started_at AND o.happened_at < p.ends_at), 0)::bigint AS payouts
      FROM positions p JOIN payout_feeds f ON f.product = p.product WHERE p.id = ANY (due) AND p.state = 'running'
    ), x AS (
      UPDATE positions p SET state = 'ended', closed_at = p_now, operations_seen = reckoned.seen, payouts = reckoned.payouts,
        result = payout_result(p.amount, reckoned.payouts)
      FROM reckoned WHERE p.id = reckoned.id AND p.state = 'running' RETURNING p.*
    )
    SELECT array_agg(x::positions) INTO ended_by_operations FROM x;
    ended := ended || ended_by_operations;
  END IF;
  PERFORM ledger.post_all(ARRAY(
    SELECT j.journal FROM unnest(ended) AS x JOIN products r ON r.product = x.product CROSS JOIN LATERAL (
      SELECT 1 AS step, CASE r.yield
        WHEN 'fixed' THEN ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY[x.amount, x.promised], false)::ledger.new_journal
        ELSE ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY[x.amount + least(x.result, 0), greatest(-x.result, 0), greatest(x.result, 0)], false)::ledger.new_journal END AS journal
      UNION ALL
      SELECT 2, ROW(x.product || ':' || x.id || ':withheld', x.product || '_withheld', x.customer_id, x.id, p_now,
        ARRAY[withheld_tax(x.promised, x.tax_rate)], false)::ledger.new_journal
      WHERE withheld_tax(x.promised, x.tax_rate) > 0
    ) j ORDER BY x.customer_id, x.product, x.ends_at, x.id, j.step));
  RETURN QUERY SELECT x.* FROM unnest(ended) AS x ORDER BY x.product, x.customer_id, x.ends_at, x.id;
END
$$;

-- Those that have been due longest, but for those that somebody else is settling.
CREATE FUNCTION settle_positions(p_now timestamptz, p_most int) RETURNS SETOF positions
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  paid record;
BEGIN
  SELECT * INTO paid FROM feeds_paid_until(p_now);
  RETURN QUERY SELECT * FROM settle_these(p_now, ARRAY(
    SELECT p.id FROM positions p WHERE p.state = 'running' AND p.ends_at <= p_now
      AND p.ends_at <= coalesce(paid.until[array_position(paid.traded, p.product)], p_now)
    ORDER BY p.ends_at LIMIT p_most FOR NO KEY UPDATE SKIP LOCKED));
END
$$;
