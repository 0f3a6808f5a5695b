-- What strikes somebody as strange, and what people made of it. A rule finds a pattern and leaves an alert with its evidence; people open a
-- case, note, decide and close it. Nothing here moves money or stops it: a decision to freeze is the freeze itself, beside it.

-- Where a customer came from, or where the brokerage says that their money goes: marks by which accounts are found to belong together. A
-- device's mark is the hash of the token that its browser keeps, an address is of the network (IPv6: its /64), a holder is whom the
-- brokerage names as the owner of the account there. Half a year after it was seen last a mark is forgotten.
CREATE TABLE customer_origins (
  customer_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT origins_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  kind text NOT NULL CONSTRAINT origin_kind_is_known CHECK (kind IN ('device', 'address', 'holder')),
  mark text NOT NULL CONSTRAINT a_mark_is_short CHECK (length(mark) BETWEEN 1 AND 100),
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, kind, mark, cell)
);
CREATE INDEX customer_origins_of_a_mark ON customer_origins (kind, mark, first_seen_at, customer_id);
CREATE INDEX customer_origins_newest ON customer_origins (first_seen_at, customer_id);
CREATE INDEX customer_origins_by_age ON customer_origins (cell, last_seen_at);

-- How far each rule has read. Nobody holds its row: two that read on at once find the same, and it is one alert.
CREATE TABLE pattern_marks (
  rule text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT '-infinity',
  id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
INSERT INTO pattern_marks (rule) VALUES ('shared_origin'), ('in_out'), ('hand_over');

-- Transfers in the order in which they were asked for, and withdrawals by what they were of.
CREATE INDEX broker_transfers_in_order ON broker_transfers (queued_at, id);
CREATE INDEX withdrawals_by_amount ON broker_transfers (amount, queued_at) WHERE direction = 'withdrawal' AND state <> 'returned';

-- Money that one member of a tree took out and another brought in soon after, as the adversary's rings do.
CREATE TABLE hand_overs (
  root_id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT hand_overs_are_in_their_cell CHECK (cell = get_byte(uuid_send(root_id), 15)),
  deposit_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  giver_id uuid NOT NULL,
  taker_id uuid NOT NULL,
  amount bigint NOT NULL,
  -- Business time of the deposit.
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (root_id, deposit_id, cell)
);
CREATE INDEX hand_overs_lately ON hand_overs (root_id, happened_at);

-- A pattern that a rule found. `subject` names it, so that it is one alert however often it is seen; while it is open it grows. What was
-- decided comes back where there is evidence of later.
CREATE TABLE alerts (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT alerts_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  -- Whom it is about first, all whom it is about, two hundred at most, and how many those are.
  customer_id uuid NOT NULL REFERENCES customers (id),
  customers uuid[] NOT NULL,
  of_customers integer NOT NULL DEFAULT 1,
  rule text NOT NULL CONSTRAINT rule_is_known CHECK (rule IN ('shared_device', 'shared_address', 'shared_holder', 'in_out', 'hand_over')),
  subject text NOT NULL,
  -- [{"customer": …, "transfer": …, "amount": micro-dollars as text, "at": …}], the newest hundred, and how
  -- many older ones there are.
  evidence jsonb NOT NULL,
  left_out integer NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  -- Of the newest evidence.
  last_evidence_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CONSTRAINT state_of_an_alert_is_known CHECK (state IN ('open', 'case', 'dismissed')),
  case_id uuid,
  ended_at timestamptz,
  PRIMARY KEY (id, cell),
  CONSTRAINT an_alert_of_a_case_names_it CHECK ((state = 'case') = (case_id IS NOT NULL)),
  CONSTRAINT an_open_alert_has_no_end CHECK ((state = 'open') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX a_pattern_is_one_open_alert ON alerts (rule, subject, cell) WHERE state = 'open';
CREATE INDEX alerts_of_a_pattern ON alerts (rule, subject, last_evidence_at DESC);
CREATE INDEX alerts_newest_first ON alerts (state, found_at DESC, id DESC);
CREATE INDEX alerts_about_somebody ON alerts USING gin (customers);
CREATE INDEX alerts_of_a_case ON alerts (case_id) WHERE case_id IS NOT NULL;

-- A case about a customer: one at a time.
CREATE TABLE cases (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT cases_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  opened_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  assigned_to uuid REFERENCES staff (id),
  decision text CONSTRAINT decision_of_a_case_is_known CHECK (decision IN ('nothing', 'watch', 'freeze')),
  closed_at timestamptz,
  PRIMARY KEY (id, cell),
  CONSTRAINT a_closed_case_was_decided CHECK (closed_at IS NULL OR decision IS NOT NULL)
);
CREATE UNIQUE INDEX a_customer_has_one_open_case ON cases (customer_id, cell) WHERE closed_at IS NULL;
CREATE INDEX cases_newest_first ON cases ((closed_at IS NULL), opened_at DESC, id DESC);

-- What was done in it, in its order. What somebody wrote is put aside, where it can be erased (kept_words).
CREATE TABLE case_events (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT case_events_are_of_a_cell CHECK (cell BETWEEN 0 AND 255),
  case_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT kind_of_an_event_is_known
    CHECK (kind IN ('opened', 'alert', 'assigned', 'note', 'decided', 'closed')),
  author text NOT NULL,
  staff_id uuid REFERENCES staff (id),
  -- Whom it was assigned to, what was decided, which alert was added.
  about text,
  words text,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (id, cell),
  CONSTRAINT an_event_is_of_a_case FOREIGN KEY (case_id, cell) REFERENCES cases (id, cell)
);
CREATE INDEX case_events_in_order ON case_events (case_id, happened_at, id);
CREATE TRIGGER case_events_never_change BEFORE UPDATE OR DELETE ON case_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_events_are_never_emptied BEFORE TRUNCATE ON case_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON case_events FROM lastro_app;
REVOKE DELETE, TRUNCATE ON cases, alerts FROM lastro_app;

-- Whoever a case is open about is not erased under it.
CREATE OR REPLACE FUNCTION erasure_obstacles(p_id uuid, p_keep_days int, p_now timestamptz) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT 'balance' FROM ledger.accounts WHERE owner = p_id AND cell = cell_of(p_id) AND balance + held + invested + promised + zord > 0
  UNION ALL SELECT 'position' WHERE EXISTS (SELECT FROM positions WHERE customer_id = p_id AND cell = cell_of(p_id) AND state = 'running')
  UNION ALL SELECT 'transfer' WHERE EXISTS (SELECT FROM broker_transfers WHERE customer_id = p_id AND cell = cell_of(p_id) AND ended_at IS NULL)
  UNION ALL SELECT 'award' WHERE EXISTS (SELECT FROM network_awards WHERE beneficiary_id = p_id AND cell = cell_of(p_id) AND due_at IS NOT NULL
    AND paid_at IS NULL)
  UNION ALL SELECT 'cause' WHERE EXISTS (SELECT FROM network_causes WHERE customer_id = p_id AND cell = cell_of(p_id) AND done_at IS NULL)
  UNION ALL SELECT 'case' WHERE EXISTS (SELECT FROM cases WHERE customer_id = p_id AND cell = cell_of(p_id) AND closed_at IS NULL)
  UNION ALL SELECT 'kept_by_law' WHERE p_keep_days > 0 AND EXISTS (SELECT FROM ledger.journals WHERE owner = p_id AND cell = cell_of(p_id)
    AND happened_at > p_now - make_interval(days => p_keep_days))
$$;
