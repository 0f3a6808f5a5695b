-- New capital: what of a customer's own money a bonus may still be paid on. Own money is what came in from outside, less what
-- left again or is held to leave; profits and awards are none. It counts once: at its highest so far (the high-water mark), less
-- what bonuses were reckoned on already. The same holds for everybody below one customer that nobody brought (the tree): money
-- that leaves with one member and comes back with another is not new. The money itself is in the ledger; these are counters
-- of it, kept in the transaction that moves it, and the audit counts them again.

CREATE TABLE network_trees (
  -- The customer at the top, whom nobody brought: their own money earns nobody a bonus and is not counted.
  root_id uuid PRIMARY KEY REFERENCES customers (id),
  -- The sum of the members' own money; whoever took out more than they brought counts as nothing, not less.
  capital bigint NOT NULL DEFAULT 0 CONSTRAINT a_trees_capital_is_not_negative CHECK (capital >= 0),
  high_water bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0,
  CONSTRAINT a_tree_uses_what_it_brought CHECK (used BETWEEN 0 AND high_water)
);

CREATE TABLE network_capital (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  root_id uuid NOT NULL REFERENCES network_trees (root_id),
  -- Brought minus taken out: below zero for somebody who took profits home.
  contributed bigint NOT NULL DEFAULT 0,
  high_water bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0,
  CONSTRAINT a_member_uses_what_they_brought CHECK (used BETWEEN 0 AND high_water)
);
CREATE INDEX network_capital_by_tree ON network_capital (root_id);

-- A bonus waits until its position has ended as agreed (due), or is void because the position was cancelled. `invested` is the
-- amount of that position, of which `base` was new capital; `cut` is what the caps took from the value.
ALTER TABLE network_awards
  ADD COLUMN invested bigint,
  ADD COLUMN cut bigint NOT NULL DEFAULT 0 CONSTRAINT a_cut_is_not_negative CHECK (cut >= 0),
  ADD COLUMN due_at timestamptz,
  ADD COLUMN void_at timestamptz,
  DROP CONSTRAINT an_award_is_worth_something;
UPDATE network_awards SET due_at = happened_at;
ALTER TABLE network_awards
  ADD CONSTRAINT an_award_is_worth_something_before_its_cut CHECK (value >= 0 AND value + cut > 0),
  ADD CONSTRAINT an_award_is_due_before_it_is_paid CHECK (paid_at IS NULL OR due_at IS NOT NULL),
  ADD CONSTRAINT an_award_that_is_void_is_never_due CHECK (void_at IS NULL OR (kind = 'bonus' AND due_at IS NULL)),
  ADD CONSTRAINT only_a_bonus_waits CHECK (kind = 'bonus' OR (due_at IS NOT NULL AND cut = 0)),
  ADD CONSTRAINT a_bonus_is_on_a_part_of_what_was_invested CHECK (invested IS NULL OR (kind = 'bonus' AND base <= invested));

DROP INDEX awards_owed;
CREATE INDEX awards_owed ON network_awards (due_at, id) WHERE paid_at IS NULL AND due_at IS NOT NULL;
DROP INDEX awards_newest_first;
CREATE INDEX awards_newest_first ON network_awards (beneficiary_id, kind, happened_at DESC, id DESC)
  INCLUDE (value, paid_at, due_at, void_at);
CREATE INDEX awards_due_newest_first ON network_awards (beneficiary_id, kind, due_at DESC, id DESC) WHERE due_at IS NOT NULL;

-- Every member has their counters from the day they join, so that whoever moves money only ever updates.
CREATE FUNCTION count_capital_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO network_trees (root_id) VALUES (NEW.upline[1]) ON CONFLICT DO NOTHING;
  INSERT INTO network_capital (customer_id, root_id) VALUES (NEW.id, NEW.upline[1]);
  RETURN NULL;
END
$$;
CREATE TRIGGER a_members_capital_is_counted AFTER INSERT ON customers
  FOR EACH ROW WHEN (NEW.referrer_id IS NOT NULL) EXECUTE FUNCTION count_capital_of_member();

-- The counters of what happened before, from the ledger. What was awarded under the rule before this one counts as used, also
-- where it was more than was ever brought: then the mark is that, and what comes next has to be more.
CREATE TEMPORARY TABLE own_steps AS
  SELECT id, customer_id, root_id, sum(change) OVER w AS contributed,
    greatest(sum(change) OVER w, 0) - greatest(sum(change) OVER w - change, 0) AS tree_change
  FROM (
    SELECT t.id, c.id AS customer_id, c.upline[1] AS root_id,
      CASE WHEN a.id = t.to_account THEN t.amount ELSE -t.amount END AS change
    FROM ledger.transfers t
    JOIN ledger.accounts f ON f.id = t.from_account JOIN ledger.accounts g ON g.id = t.to_account
    JOIN ledger.accounts a ON a.kind = 'balance' AND a.id IN (t.from_account, t.to_account)
    JOIN customers c ON c.id = a.owner AND c.referrer_id IS NOT NULL
    WHERE f.kind IN ('brokerage', 'funding', 'held') OR g.kind = 'held'
  ) own_money
  WINDOW w AS (PARTITION BY customer_id ORDER BY id);

INSERT INTO network_trees (root_id, capital, high_water, used)
  SELECT root_id, sum(change), greatest(max(reached), sum(used)), sum(used) FROM (
    SELECT root_id, tree_change AS change, sum(tree_change) OVER (PARTITION BY root_id ORDER BY id) AS reached, 0 AS used
    FROM own_steps
    UNION ALL
    SELECT c.upline[1], 0, 0, coalesce((SELECT sum(base) FROM network_awards WHERE kind = 'bonus' AND source_id = c.id), 0)
    FROM customers c WHERE c.referrer_id IS NOT NULL
  ) step GROUP BY root_id;

INSERT INTO network_capital (customer_id, root_id, contributed, high_water, used)
  SELECT c.id, c.upline[1], coalesce(m.contributed, 0), greatest(m.peak, u.used, 0), coalesce(u.used, 0)
  FROM customers c
  LEFT JOIN (
    SELECT customer_id, max(contributed) AS peak, (array_agg(contributed ORDER BY id DESC))[1] AS contributed
    FROM own_steps GROUP BY customer_id
  ) m ON m.customer_id = c.id
  LEFT JOIN (SELECT source_id, sum(base) AS used FROM network_awards WHERE kind = 'bonus' GROUP BY source_id) u
    ON u.source_id = c.id
  WHERE c.referrer_id IS NOT NULL;

DROP TABLE own_steps;
