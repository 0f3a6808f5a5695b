-- What the network earns. A member's transaction waits for nobody above: it leaves a cause, and a job carries thousands of causes to their
-- trees and to those above in one transaction, in the order of their places.

-- New capital: what of a customer's own money a bonus may still be paid on. Own money is what came in from outside, less what left
-- again or is held to leave; profits and awards are none. It counts once: at its highest so far (the high-water mark), less what
-- bonuses were reckoned on already. Counted in the transaction that moves the money; the money itself is in the ledger, and the audit
-- counts it again. A row is made when it is first used; whoever nobody brought has none, because their money earns nobody a bonus.
CREATE TABLE network_capital (
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- Brought minus taken out: below zero for somebody who took profits home.
  contributed bigint NOT NULL DEFAULT 0,
  high_water bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (customer_id),
  CONSTRAINT a_member_uses_what_they_brought CHECK (used BETWEEN 0 AND high_water)
);

-- The same for everybody below one customer that nobody brought (the tree): money that leaves with one member and comes back with
-- another is not new.
CREATE TABLE network_trees (
  -- The customer at the top.
  root_id uuid NOT NULL REFERENCES customers (id),
  -- The sum of the members' own money; whoever took out more than they brought counts as nothing, not less.
  capital bigint NOT NULL DEFAULT 0 CONSTRAINT a_trees_capital_is_not_negative CHECK (capital >= 0),
  high_water bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (root_id),
  CONSTRAINT a_tree_uses_what_it_brought CHECK (used BETWEEN 0 AND high_water)
);

-- What each cause did to a tree, written with it: a cause is applied once, however often the job is interrupted. `granted` is read here
-- by whoever carries the cause further, and by the cause that takes it back.
CREATE TABLE network_tree_steps (
  root_id uuid NOT NULL,
  cause_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT step_kind_is_known CHECK (kind IN ('invested', 'canceled', 'capital')),
  position_id uuid,
  -- What it changed in the tree's capital, and in what bonuses used of it.
  capital bigint NOT NULL DEFAULT 0,
  granted bigint NOT NULL DEFAULT 0,
  -- Of `invested`: the percentage at which the bonus is reckoned from here on, whatever the operator sets meanwhile.
  percentage bigint,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (root_id, cause_id),
  CONSTRAINT a_bonus_has_its_percentage CHECK ((kind = 'invested') = (percentage IS NOT NULL)),
  CONSTRAINT a_step_is_of_a_tree FOREIGN KEY (root_id) REFERENCES network_trees (root_id)
);

-- Applies causes to their trees, those that were not before, and answers what each has done to its tree. Each has the percentage that was in
-- effect when it happened: what was set between a member's call and the job that carries it changes nothing about it.
CREATE FUNCTION carry_to_trees(
  p_percentages bigint[], p_roots uuid[], p_causes uuid[], p_kinds text[], p_positions uuid[], p_amounts bigint[]
) RETURNS TABLE (cause_id uuid, granted bigint, percentage bigint) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  c record;
  t network_trees;
  change bigint;
  used bigint;
  -- What is written at the end, by one statement, and what had been written before.
  steps network_tree_steps[] := '{}';
  earlier network_tree_steps[] := '{}';
  -- Of the tree at hand.
  carried network_tree_steps[];
BEGIN
  INSERT INTO network_trees (root_id) SELECT DISTINCT r FROM unnest(p_roots) AS r
  WHERE NOT EXISTS (SELECT FROM network_trees x WHERE x.root_id = r) ORDER BY r ON CONFLICT DO NOTHING;
  FOR t IN
    SELECT x.* FROM network_trees x WHERE x.root_id IN (SELECT r FROM unnest(p_roots) AS r)
    ORDER BY x.root_id FOR NO KEY UPDATE
  LOOP
    carried := ARRAY(SELECT s FROM network_tree_steps s WHERE s.root_id = t.root_id AND s.cause_id = ANY (ARRAY(
      SELECT e.id FROM unnest(p_roots, p_causes) AS e (root_id, id) WHERE e.root_id = t.root_id)));
    earlier := earlier || carried;
    FOR c IN
      SELECT e.* FROM unnest(p_percentages, p_roots, p_causes, p_kinds, p_positions, p_amounts) WITH ORDINALITY
        AS e (percent, root_id, id, kind, position_id, amount, n)
      WHERE e.root_id = t.root_id AND e.id <> ALL (ARRAY(SELECT s.cause_id FROM unnest(carried) AS s))
      ORDER BY e.n
    LOOP
      change := 0;
      used := 0;
      IF c.kind = 'capital' THEN
        change := c.amount;
      ELSIF c.kind = 'invested' THEN
        used := least(c.amount, t.high_water - t.used);
        IF div(used::numeric * c.percent, 100000000) = 0 THEN
          used := 0;
        END IF;
      ELSE
        SELECT -sum(s.granted) INTO used FROM network_tree_steps s
        WHERE s.root_id = t.root_id AND s.position_id = c.position_id;
        -- It may have been opened a moment before, and be among what is not written yet.
        used := coalesce(used, -(SELECT sum(s.granted) FROM unnest(steps) AS s WHERE s.position_id = c.position_id), 0);
      END IF;
      t.capital := t.capital + change;
      t.high_water := greatest(t.high_water, t.capital);
      t.used := t.used + used;
      steps := steps || ROW(t.root_id, c.id, c.kind, c.position_id, change, used,
        CASE c.kind WHEN 'invested' THEN c.percent END, now())::network_tree_steps;
    END LOOP;
    UPDATE network_trees x SET capital = t.capital, high_water = t.high_water, used = t.used
    WHERE x.root_id = t.root_id
      AND (x.capital, x.high_water, x.used) <> (t.capital, t.high_water, t.used);
  END LOOP;
  INSERT INTO network_tree_steps SELECT s.* FROM unnest(steps) AS s;
  RETURN QUERY SELECT s.cause_id, s.granted, s.percentage FROM unnest(earlier || steps) AS s;
END
$$;
CREATE INDEX network_tree_steps_by_position ON network_tree_steps (root_id, position_id) WHERE position_id IS NOT NULL;
CREATE TRIGGER network_tree_steps_never_change BEFORE UPDATE OR DELETE ON network_tree_steps
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER network_tree_steps_are_never_emptied BEFORE TRUNCATE ON network_tree_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a beneficiary's bonuses come to that are not void. The row is locked before a bonus is cut to the caps of a day and of thirty
-- days, so two that come from different trees are not each given the same room; the caps themselves are summed from the awards.
CREATE TABLE network_beneficiaries (
  customer_id uuid NOT NULL REFERENCES customers (id),
  bonuses bigint NOT NULL DEFAULT 0 CONSTRAINT bonuses_are_not_negative CHECK (bonuses >= 0),
  PRIMARY KEY (customer_id)
);

-- What somebody earns because of a member of their network: a bonus when a direct member invests, a residual when a member up to three
-- levels down is paid a profit. It says what was reckoned, since when it is due and since when it is paid; the money is in the ledger,
-- under a journal whose reference is this id. A bonus waits until its position has ended as agreed (due), or is void because the
-- position was left early; `invested` is the amount of that position, of which `base` was new capital, and `cut` is what the caps took
-- from the value. One cause makes at most one award on each level.
CREATE TABLE network_awards (
  id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT award_kind_is_known CHECK (kind IN ('bonus', 'residual')),
  level smallint NOT NULL CONSTRAINT an_award_is_near_enough CHECK (level BETWEEN 1 AND CASE kind WHEN 'bonus' THEN 1 ELSE 3 END),
  -- No foreign keys: customers are never dropped, and the audit compares an award with the network and with
  -- its cause. Three look-ups and locks each would be a third of what an award costs.
  beneficiary_id uuid NOT NULL,
  source_id uuid NOT NULL,
  product text NOT NULL,
  position_id uuid NOT NULL,
  base bigint NOT NULL CONSTRAINT an_award_has_a_base CHECK (base > 0),
  -- Millionths of a percent point, as every rate.
  percentage bigint NOT NULL CONSTRAINT an_award_is_a_part_of_its_base CHECK (percentage BETWEEN 1 AND 100000000),
  value bigint NOT NULL,
  cut bigint NOT NULL DEFAULT 0 CONSTRAINT a_cut_is_not_negative CHECK (cut >= 0),
  invested bigint,
  happened_at timestamptz NOT NULL,
  due_at timestamptz,
  void_at timestamptz,
  paid_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT a_cause_awards_each_level_once UNIQUE (position_id, kind, level),
  CONSTRAINT nobody_earns_by_themselves CHECK (beneficiary_id <> source_id),
  CONSTRAINT an_award_is_worth_something_before_its_cut CHECK (value >= 0 AND value + cut > 0),
  CONSTRAINT an_award_is_due_before_it_is_paid CHECK (paid_at IS NULL OR due_at IS NOT NULL),
  CONSTRAINT an_award_that_is_void_is_never_due CHECK (void_at IS NULL OR (kind = 'bonus' AND due_at IS NULL)),
  CONSTRAINT only_a_bonus_waits CHECK (kind = 'bonus' OR (due_at IS NOT NULL AND due_at = happened_at AND cut = 0)),
  CONSTRAINT a_bonus_is_on_a_part_of_what_was_invested CHECK (invested IS NULL OR (kind = 'bonus' AND base <= invested))
);
CREATE INDEX awards_newest_first ON network_awards (beneficiary_id, kind, happened_at DESC, id DESC)
  INCLUDE (value, paid_at, due_at, void_at);

-- What each member brought.
CREATE INDEX awards_by_member ON network_awards (beneficiary_id, source_id);

-- A residual is due when it happens.
CREATE INDEX bonuses_due_newest_first ON network_awards (beneficiary_id, due_at DESC, id DESC) WHERE kind = 'bonus' AND due_at IS NOT NULL;
CREATE INDEX awards_owed ON network_awards (due_at, id) WHERE paid_at IS NULL AND due_at IS NOT NULL;

-- Makes and voids bonuses in the order in which they are given, cut to the caps of any 24 hours and of any 30 days that were in effect when
-- their causes happened. What was made before stays as it is.
-- The bonuses that are made are written together: at the end, or before something reads them that was made just now (the
-- caps of a bonus a day later, a position that is left as soon as it was opened, a beneficiary's earlier bonuses out of order).
CREATE FUNCTION carry_bonuses(
  p_days bigint[], p_months bigint[], p_kinds text[], p_ids uuid[], p_beneficiaries uuid[], p_sources uuid[], p_products text[],
  p_positions uuid[], p_bases bigint[], p_percentages bigint[], p_invested bigint[], p_at timestamptz[]
) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  c record;
  whole bigint;
  changed bigint;
  -- What the bonuses of `of` come to in the two windows that end at `until`. They slide on with the next bonus: only what leaves them is read.
  of uuid;
  until timestamptz;
  day bigint;
  month bigint;
  -- Bonuses that are not written yet, and since when `of` has one of them.
  made network_awards[] := '{}';
  made_since timestamptz;
  who uuid[] := '{}';
  changes bigint[] := '{}';
BEGIN
  INSERT INTO network_beneficiaries (customer_id) SELECT DISTINCT b FROM unnest(p_beneficiaries) AS b
  WHERE NOT EXISTS (SELECT FROM network_beneficiaries x WHERE x.customer_id = b) ORDER BY b ON CONFLICT DO NOTHING;
  PERFORM 1 FROM network_beneficiaries x WHERE x.customer_id IN (SELECT b FROM unnest(p_beneficiaries) AS b)
  ORDER BY x.customer_id FOR NO KEY UPDATE;
  FOR c IN
    SELECT e.*, w.id IS NOT NULL AS is_made
    FROM unnest(p_days, p_months, p_kinds, p_ids, p_beneficiaries, p_sources, p_products, p_positions, p_bases, p_percentages, p_invested, p_at)
      WITH ORDINALITY AS e (most_a_day, most_a_month, kind, id, beneficiary, source, product, position_id, base, percentage, invested, happened_at, n)
    LEFT JOIN network_awards w ON w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1
    ORDER BY e.beneficiary, e.n
  LOOP
    CONTINUE WHEN c.kind <> 'canceled' AND c.is_made;
    IF of IS DISTINCT FROM c.beneficiary THEN
      made_since := NULL;
    END IF;
    IF made_since IS NOT NULL
      AND (c.kind = 'canceled' OR until > c.happened_at OR made_since <= c.happened_at - interval '1 day') THEN
      INSERT INTO network_awards SELECT m.* FROM unnest(made) AS m;
      made := '{}';
      made_since := NULL;
    END IF;
    IF c.kind = 'canceled' THEN
      UPDATE network_awards w SET void_at = c.happened_at WHERE w.position_id = c.position_id AND w.kind = 'bonus' AND w.level = 1 AND num_nonnulls(w.due_at, w.void_at) = 0
      RETURNING -w.value INTO changed;
      of := NULL;
    ELSE
      whole := div(c.base::numeric * c.percentage, 100000000);
      IF of = c.beneficiary AND until <= c.happened_at THEN
        IF until < c.happened_at THEN
          SELECT day - coalesce(sum(w.value), 0) INTO day FROM network_awards w
          WHERE w.beneficiary_id = c.beneficiary AND w.kind = 'bonus' AND w.void_at IS NULL
            AND w.happened_at > until - interval '1 day' AND w.happened_at <= c.happened_at - interval '1 day';
          SELECT month - coalesce(sum(w.value), 0) INTO month FROM network_awards w
          WHERE w.beneficiary_id = c.beneficiary AND w.kind = 'bonus' AND w.void_at IS NULL
            AND w.happened_at > until - interval '30 days' AND w.happened_at <= c.happened_at - interval '30 days';
        END IF;
      ELSE
        SELECT coalesce(sum(w.value) FILTER (WHERE w.happened_at > c.happened_at - interval '1 day'), 0), coalesce(sum(w.value), 0)
        INTO day, month FROM network_awards w
        WHERE w.beneficiary_id = c.beneficiary AND w.kind = 'bonus' AND w.void_at IS NULL
          AND w.happened_at > c.happened_at - interval '30 days';
      END IF;
      of := c.beneficiary;
      until := c.happened_at;
      changed := least(whole, greatest(least(c.most_a_day - day, c.most_a_month - month), 0));
      day := day + changed;
      month := month + changed;
      made := made || ROW(c.id, 'bonus', 1, c.beneficiary, c.source, c.product, c.position_id, c.base, c.percentage, changed,
        whole - changed, c.invested, c.happened_at, NULL, NULL, NULL)::network_awards;
      made_since := coalesce(made_since, c.happened_at);
    END IF;
    who := who || c.beneficiary;
    changes := changes || coalesce(changed, 0);
  END LOOP;
  INSERT INTO network_awards SELECT m.* FROM unnest(made) AS m;
  UPDATE network_beneficiaries x SET bonuses = x.bonuses + e.change
  FROM (SELECT b, sum(s)::bigint AS change FROM unnest(who, changes) AS u (b, s) GROUP BY b) e
  WHERE x.customer_id = e.b AND e.change <> 0;
END
$$;

-- The journals of awards that are being paid.
CREATE FUNCTION award_journals(p_awards network_awards[], p_now timestamptz) RETURNS ledger.new_journal[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT ARRAY(
    SELECT ROW('network:' || w.kind || ':' || w.position_id || ':' || w.level || ':' || w.beneficiary_id, 'network_' || w.kind,
      w.beneficiary_id, w.id, greatest(p_now, w.due_at), ARRAY[w.value], false)::ledger.new_journal
    FROM unnest(p_awards) AS w WHERE w.value > 0 ORDER BY w.due_at, w.id)
$$;

-- The bonuses on positions that have ended are due, and the residuals on their profits are made, those that were not before.
-- With p_now they are paid at once, provided that nothing else is owed and the treasury reaches for all of them: most awards are written once
-- and never touched again. Else they wait for pay_awards(). Answers what was paid.
-- Bonuses are looked up by their positions: what says that they wait is written so that no plan reads all that wait for each of them. A row of a WITH has no type of its own: said which it has, an array of them is not written as text and read again.
CREATE FUNCTION carry_due(
  p_now timestamptz, p_ended uuid[], p_ended_at timestamptz[], p_ids uuid[], p_levels smallint[], p_beneficiaries uuid[],
  p_sources uuid[], p_products text[], p_positions uuid[], p_bases bigint[], p_percentages bigint[], p_values bigint[], p_at timestamptz[]
) RETURNS TABLE (beneficiary_id uuid, kind text, value bigint)
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  owners uuid[];
  total numeric;
  is_paid boolean := false;
  bonuses network_awards[];
  residuals network_awards[];
BEGIN
  IF p_now IS NOT NULL THEN
    SELECT array_agg(w.beneficiary_id), coalesce(sum(w.value), 0) + (SELECT coalesce(sum(v), 0) FROM unnest(p_values) AS v) INTO owners, total
    FROM unnest(p_ended) AS e (position_id) JOIN network_awards w ON w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1
      AND num_nonnulls(w.due_at, w.void_at) = 0;
    PERFORM ledger.hold_accounts(owners || p_beneficiaries);
    is_paid := ledger.capacity() >= total AND NOT EXISTS (SELECT FROM network_awards w WHERE w.paid_at IS NULL AND w.due_at IS NOT NULL);
  END IF;
  LOOP
    BEGIN
      WITH due AS (
        UPDATE network_awards w SET due_at = e.at, paid_at = CASE WHEN is_paid THEN greatest(p_now, e.at) END
        FROM unnest(p_ended, p_ended_at) AS e (position_id, at)
        WHERE w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1 AND num_nonnulls(w.due_at, w.void_at) = 0
        RETURNING w.*
      )
      SELECT array_agg(due::network_awards) INTO bonuses FROM due;
      WITH made AS (
        INSERT INTO network_awards (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
          happened_at, due_at, paid_at)
        SELECT e.id, 'residual', e.level, e.beneficiary_id, e.source_id, e.product, e.position_id, e.base, e.percentage, e.value,
          e.at, e.at, CASE WHEN is_paid THEN greatest(p_now, e.at) END
        FROM unnest(p_ids, p_levels, p_beneficiaries, p_sources, p_products, p_positions, p_bases, p_percentages, p_values, p_at)
          AS e (id, level, beneficiary_id, source_id, product, position_id, base, percentage, value, at)
        ON CONFLICT ON CONSTRAINT a_cause_awards_each_level_once DO NOTHING RETURNING *
      )
      SELECT array_agg(made::network_awards) INTO residuals FROM made;
      EXIT WHEN NOT is_paid;
      PERFORM ledger.post_all(award_journals(bonuses || residuals, p_now));
      RETURN QUERY SELECT w.beneficiary_id, w.kind, w.value FROM unnest(bonuses || residuals) AS w WHERE w.value > 0;
      EXIT;
    EXCEPTION WHEN SQLSTATE 'LB001' THEN
      -- Somebody drew on the treasury meanwhile: all of it is owed.
      is_paid := false;
    END;
  END LOOP;
END
$$;

-- Pays these awards, the one that is due longest first, as far as the treasury reaches: what it cannot pay is not overtaken by something
-- smaller that is due later. Accounts are held before the treasury. Answers the awards that it looked at, and which of them are paid. However
-- many they are, they are posted by one statement and marked by one.
CREATE FUNCTION pay_awards(p_now timestamptz, p_awards uuid[])
RETURNS TABLE (id uuid, beneficiary_id uuid, kind text, value bigint, paid boolean)
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  available bigint;
  awards network_awards[];
  payable int;
BEGIN
  PERFORM ledger.hold_accounts(ARRAY(SELECT a.beneficiary_id FROM network_awards a WHERE a.id = ANY (p_awards)));
  available := ledger.hold_treasury();
  -- Those that nobody has paid before their accounts were held.
  SELECT array_agg(d.a ORDER BY (d.a).due_at, (d.a).id), count(*) FILTER (WHERE d.sum <= available) INTO awards, payable FROM (
    SELECT a, sum(a.value) OVER (ORDER BY a.due_at, a.id) FROM network_awards a
    WHERE a.id = ANY (p_awards) AND a.due_at IS NOT NULL AND a.paid_at IS NULL) d;
  PERFORM ledger.post_all(award_journals(awards[:payable], p_now));
  UPDATE network_awards a SET paid_at = greatest(p_now, a.due_at) WHERE a.id = ANY (ARRAY(SELECT w.id FROM unnest(awards[:payable]) AS w));
  RETURN QUERY SELECT w.id, w.beneficiary_id, w.kind, w.value, w.n <= payable
  FROM (SELECT w.*, row_number() OVER (ORDER BY w.due_at, w.id) AS n FROM unnest(awards) AS w) w ORDER BY w.n;
END
$$;

-- Bonuses that wait for the end of their position: added up for the treasury and listed, without reading every award there ever was.
CREATE INDEX awards_waiting ON network_awards (happened_at, id) WHERE due_at IS NULL AND void_at IS NULL;

-- The order of the network's causes: what was committed before another transaction began has the lower place. It goes on in a restored database.
CREATE SEQUENCE cause_places;
SELECT setval('cause_places', 1);

-- The place of what this transaction does now. Until it ends it holds, shared, a lock that is named after the last place given before:
-- so whoever carries sees from where on places may still be missing.
CREATE FUNCTION cause_place() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared((s.last_value >> 31)::int, (s.last_value & 2147483647)::int) FROM cause_places s;
  RETURN nextval('cause_places');
END
$$;

-- Up to which place nothing is missing any more: whoever had a place up to there has ended, and the next statement sees what they did. Only those
-- count who record causes in this database; what else is under way in it or beside it holds up nothing. The last place is read first, then
-- who holds one: somebody who takes theirs in between has a higher one.
CREATE FUNCTION last_certain_place() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  given bigint := (SELECT s.last_value FROM cause_places s);
BEGIN
  RETURN least(given, (SELECT min((l.classid::bigint << 31) | l.objid::bigint) FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())));
END
$$;

-- Something that a member did and that the network is owed an answer to, written in the transaction that did it:
--   capital   own money came in or left: `amount` is what it changes in the tree's capital
--   invested  `amount` was put into a position, `base` of it the member's new capital, used now
--   canceled  that position was left early: its bonus is void and its capital free again
--   profit    that position ended as agreed: its bonus is due, and `profit` earns those above their residuals
-- They are carried in the order of their places, a member's in that of their journals: a place is taken behind the member's lock.
CREATE TABLE network_causes (
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT cause_kind_is_known CHECK (kind IN ('invested', 'canceled', 'profit', 'capital')),
  product text,
  position_id uuid,
  amount bigint,
  profit bigint,
  base bigint CONSTRAINT a_base_is_not_negative CHECK (base >= 0),
  -- How much of the base was new to the tree as well, known when it is done; the member's counter has got the rest back.
  granted bigint,
  happened_at timestamptz NOT NULL,
  -- The customer's own number of the journal that did it: the causes of a member are carried in this order.
  number bigint NOT NULL,
  place bigint NOT NULL DEFAULT cause_place(),
  -- Null while something of it is owed.
  done_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT a_journal_is_one_cause UNIQUE (customer_id, number),
  CONSTRAINT a_position_causes_each_once UNIQUE (position_id, kind),
  CONSTRAINT a_cause_is_whole CHECK (CASE kind
    WHEN 'capital' THEN num_nonnulls(product, position_id, profit, base) = 0 AND amount IS NOT NULL
    WHEN 'invested' THEN num_nulls(product, position_id, amount, base) = 0 AND profit IS NULL AND base <= amount
    WHEN 'profit' THEN num_nulls(product, position_id, profit) = 0 AND base IS NULL
    ELSE num_nulls(product, position_id) = 0 AND num_nonnulls(profit, base) = 0 END),
  CONSTRAINT no_more_is_granted_than_was_asked CHECK (granted IS NULL OR (kind = 'invested' AND granted BETWEEN 0 AND base))
);

-- In the order in which they are carried: whoever carries reads the beginning of it and no more.
CREATE INDEX network_causes_owed ON network_causes (place, customer_id, number) WHERE done_at IS NULL;

-- The awards of a customer that were taken back, which the sums of what they earned leave out.
CREATE INDEX awards_reversed ON ledger_reversals (customer_id) INCLUDE (reference) WHERE kind IN ('reversed_bonus', 'reversed_residual');
