-- What the network earns. A member's transaction writes the member's cell alone: it leaves a cause, and a job carries the cause to
-- the tree (the root's cell) and to those above (each in their own), one transaction a cell, each under the cause's own key.

-- New capital: what of a customer's own money a bonus may still be paid on. Own money is what came in from outside, less what left
-- again or is held to leave; profits and awards are none. It counts once: at its highest so far (the high-water mark), less what
-- bonuses were reckoned on already. Counted in the transaction that moves the money; the money itself is in the ledger, and the audit
-- counts it again. A row is made when it is first used; whoever nobody brought has none, because their money earns nobody a bonus.
CREATE TABLE network_capital (
  customer_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT capital_is_in_its_cell CHECK (cell = cell_of(customer_id)),
  -- Brought minus taken out: below zero for somebody who took profits home.
  contributed bigint NOT NULL DEFAULT 0,
  high_water bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (customer_id, cell),
  CONSTRAINT a_member_uses_what_they_brought CHECK (used BETWEEN 0 AND high_water)
);

-- The same for everybody below one customer that nobody brought (the tree): money that leaves with one member and comes back with
-- another is not new.
CREATE TABLE network_trees (
  -- The customer at the top.
  root_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT trees_are_in_their_cell CHECK (cell = cell_of(root_id)),
  -- The sum of the members' own money; whoever took out more than they brought counts as nothing, not less.
  capital bigint NOT NULL DEFAULT 0 CONSTRAINT a_trees_capital_is_not_negative CHECK (capital >= 0),
  high_water bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (root_id, cell),
  CONSTRAINT a_tree_uses_what_it_brought CHECK (used BETWEEN 0 AND high_water)
);

-- Something that a member did and that the network is owed an answer to, written in the transaction that did it:
--   capital   own money came in or left: `amount` is what it changes in the tree's capital
--   invested  `amount` was put into a position, `base` of it the member's new capital, used now
--   canceled  that position was left early: its bonus is void and its capital free again
--   profit    that position ended as agreed: its bonus is due, and `profit` earns those above their residuals
-- recorded_xid says which of them are certain to be all there are:
-- those of transactions older than any still running (pg_snapshot_xmin).
CREATE TABLE network_causes (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT causes_are_in_their_cell CHECK (cell = cell_of(customer_id)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  kind text NOT NULL CONSTRAINT cause_kind_is_known CHECK (kind IN ('invested', 'canceled', 'profit', 'capital')),
  product text REFERENCES products (product),
  position_id uuid,
  amount bigint,
  profit bigint,
  base bigint CONSTRAINT a_base_is_not_negative CHECK (base >= 0),
  -- How much of the base was new to the tree as well, known when it is done; the member's counter has got the rest back.
  granted bigint,
  happened_at timestamptz NOT NULL,
  -- The customer's own number of the journal that did it: the causes of a member are carried in this order.
  number bigint NOT NULL,
  recorded_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- Null while something of it is owed.
  done_at timestamptz,
  PRIMARY KEY (id, cell),
  CONSTRAINT a_journal_is_one_cause UNIQUE (customer_id, number, cell),
  CONSTRAINT a_position_causes_each_once UNIQUE (position_id, kind, cell),
  CONSTRAINT a_cause_is_whole CHECK (CASE kind
    WHEN 'capital' THEN num_nonnulls(product, position_id, profit, base) = 0 AND amount IS NOT NULL
    WHEN 'invested' THEN num_nulls(product, position_id, amount, base) = 0 AND profit IS NULL AND base <= amount
    WHEN 'profit' THEN num_nulls(product, position_id, profit) = 0 AND base IS NULL
    ELSE num_nulls(product, position_id) = 0 AND num_nonnulls(profit, base) = 0 END),
  CONSTRAINT no_more_is_granted_than_was_asked CHECK (granted IS NULL OR (kind = 'invested' AND granted BETWEEN 0 AND base))
);
CREATE INDEX network_causes_owed ON network_causes (cell, recorded_xid) WHERE done_at IS NULL;
CREATE INDEX network_causes_done ON network_causes (cell, done_at) WHERE done_at IS NOT NULL;

-- What each cause did to a tree, written with it: a cause is applied once, however often the job is interrupted. `granted` is read here
-- by whoever carries the cause further, and by the cause that takes it back.
CREATE TABLE network_tree_steps (
  root_id uuid NOT NULL,
  cause_id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT steps_are_in_their_cell CHECK (cell = cell_of(root_id)),
  kind text NOT NULL CONSTRAINT step_kind_is_known CHECK (kind IN ('invested', 'canceled', 'capital')),
  position_id uuid,
  -- What it changed in the tree's capital, and in what bonuses used of it.
  capital bigint NOT NULL DEFAULT 0,
  granted bigint NOT NULL DEFAULT 0,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (root_id, cause_id, cell),
  CONSTRAINT a_step_is_of_a_tree FOREIGN KEY (root_id, cell) REFERENCES network_trees (root_id, cell)
);
CREATE INDEX network_tree_steps_by_position ON network_tree_steps (root_id, position_id) WHERE position_id IS NOT NULL;
CREATE TRIGGER network_tree_steps_never_change BEFORE UPDATE OR DELETE ON network_tree_steps
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER network_tree_steps_are_never_emptied BEFORE TRUNCATE ON network_tree_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a beneficiary's bonuses come to that are not void. The row is locked before a bonus is cut to the caps of a day and of thirty
-- days, so two that come from different trees are not each given the same room; the caps themselves are summed from the awards.
CREATE TABLE network_beneficiaries (
  customer_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT beneficiaries_are_in_their_cell CHECK (cell = cell_of(customer_id)),
  bonuses bigint NOT NULL DEFAULT 0 CONSTRAINT bonuses_are_not_negative CHECK (bonuses >= 0),
  PRIMARY KEY (customer_id, cell)
);

-- What somebody earns because of a member of their network: a bonus when a direct member invests, a residual when a member up to three
-- levels down is paid a profit. It says what was reckoned, since when it is due and since when it is paid; the money is in the ledger,
-- under a journal whose reference is this id. A bonus waits until its position has ended as agreed (due), or is void because the
-- position was left early; `invested` is the amount of that position, of which `base` was new capital, and `cut` is what the caps took
-- from the value. One cause makes at most one award on each level.
CREATE TABLE network_awards (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT awards_are_in_their_cell CHECK (cell = cell_of(beneficiary_id)),
  kind text NOT NULL CONSTRAINT award_kind_is_known CHECK (kind IN ('bonus', 'residual')),
  level smallint NOT NULL CONSTRAINT an_award_is_near_enough CHECK (level BETWEEN 1 AND CASE kind WHEN 'bonus' THEN 1 ELSE 3 END),
  beneficiary_id uuid NOT NULL REFERENCES customers (id),
  source_id uuid NOT NULL REFERENCES customers (id),
  product text NOT NULL REFERENCES products (product),
  -- In the source's cell.
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
  PRIMARY KEY (id, cell),
  CONSTRAINT a_cause_awards_each_level_once UNIQUE (position_id, kind, level, cell),
  CONSTRAINT nobody_earns_by_themselves CHECK (beneficiary_id <> source_id),
  CONSTRAINT an_award_is_worth_something_before_its_cut CHECK (value >= 0 AND value + cut > 0),
  CONSTRAINT an_award_is_due_before_it_is_paid CHECK (paid_at IS NULL OR due_at IS NOT NULL),
  CONSTRAINT an_award_that_is_void_is_never_due CHECK (void_at IS NULL OR (kind = 'bonus' AND due_at IS NULL)),
  CONSTRAINT only_a_bonus_waits CHECK (kind = 'bonus' OR (due_at IS NOT NULL AND cut = 0)),
  CONSTRAINT a_bonus_is_on_a_part_of_what_was_invested CHECK (invested IS NULL OR (kind = 'bonus' AND base <= invested))
);
CREATE INDEX awards_newest_first ON network_awards (beneficiary_id, kind, happened_at DESC, id DESC)
  INCLUDE (value, paid_at, due_at, void_at);
CREATE INDEX awards_due_newest_first ON network_awards (beneficiary_id, kind, due_at DESC, id DESC) WHERE due_at IS NOT NULL;
CREATE INDEX awards_owed ON network_awards (cell, due_at, id) WHERE paid_at IS NULL AND due_at IS NOT NULL;
