-- What people do with money by hand, and what they have to go by: each step of a transfer, transfers that were ended on evidence, what
-- was reversed in the ledger, and what was made of the breaks between the brokerage's book and ours. Nothing here is money; the ledger
-- is, and every row here names the transfer or journal that it is about.

-- Each step of a transfer with the brokerage: where it stood, what was answered, since when (real time). Written by the table itself,
-- whoever changed it; an answer that changes nothing is no step.
CREATE TABLE transfer_steps (
  transfer_id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT steps_are_of_a_cell CHECK (cell BETWEEN 0 AND 255),
  number integer NOT NULL CONSTRAINT steps_are_numbered CHECK (number > 0),
  state text NOT NULL,
  -- How often it had been sent.
  attempts integer NOT NULL,
  -- Why an attempt gave no definite answer.
  error text,
  -- Of a refusal: the brokerage's words, or the operator's.
  reason text,
  decision text,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (transfer_id, cell, number)
);
CREATE FUNCTION keep_transfer_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO transfer_steps (transfer_id, cell, number, state, attempts, error, reason, decision)
  SELECT NEW.id, NEW.cell, coalesce(max(number), 0) + 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision
  FROM transfer_steps WHERE transfer_id = NEW.id AND cell = NEW.cell;
  RETURN NULL;
END
$$;
INSERT INTO transfer_steps (transfer_id, cell, number, state, attempts, error, reason, decision)
SELECT id, cell, 1, state, attempts, last_error, reason, decision FROM broker_transfers;
CREATE TRIGGER a_new_transfer_is_a_step AFTER INSERT ON broker_transfers FOR EACH ROW EXECUTE FUNCTION keep_transfer_step();
CREATE TRIGGER each_change_of_a_transfer_is_a_step AFTER UPDATE ON broker_transfers FOR EACH ROW
  WHEN ((NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision)
    IS DISTINCT FROM (OLD.state, OLD.attempts, OLD.last_error, OLD.reason, OLD.decision))
  EXECUTE FUNCTION keep_transfer_step();
CREATE TRIGGER steps_never_change BEFORE UPDATE OR DELETE ON transfer_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER steps_are_never_emptied BEFORE TRUNCATE ON transfer_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE INSERT, UPDATE, DELETE ON transfer_steps FROM lastro_app;

-- A transfer whose answer was lost and that people ended on evidence of their own, instead of the brokerage's answer.
CREATE TABLE transfers_by_hand (
  transfer_id uuid NOT NULL,
  cell smallint NOT NULL,
  outcome text NOT NULL CONSTRAINT outcome_by_hand_is_known CHECK (outcome IN ('settled', 'returned')),
  evidence text NOT NULL CONSTRAINT evidence_says_something CHECK (length(evidence) BETWEEN 3 AND 500),
  decided_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (transfer_id, cell),
  FOREIGN KEY (transfer_id, cell) REFERENCES broker_transfers (id, cell)
);
CREATE TRIGGER what_was_ended_by_hand_stays BEFORE UPDATE OR DELETE ON transfers_by_hand
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ends_by_hand_are_never_emptied BEFORE TRUNCATE ON transfers_by_hand
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON transfers_by_hand FROM lastro_app;

-- The staff's lists over all customers, newest first: all of them, those in one state, one way in one currency, and what has no end.
CREATE INDEX broker_transfers_of_all ON broker_transfers (created_at DESC, id DESC);
CREATE INDEX broker_transfers_by_state ON broker_transfers (state, created_at DESC, id DESC);
CREATE INDEX broker_transfers_by_way ON broker_transfers (direction, currency, created_at DESC, id DESC);
CREATE INDEX broker_transfers_open ON broker_transfers (queued_at) INCLUDE (state, due_at) WHERE ended_at IS NULL;

-- A journal that was reversed: once, whole, by a journal of its own that turns each leg round. What was posted stays as it is.
CREATE TABLE ledger_reversals (
  -- The key of the reversed journal.
  journal text NOT NULL,
  cell smallint NOT NULL CONSTRAINT reversals_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- The kind of the reversing journal, and what it is about.
  kind text NOT NULL,
  reference uuid NOT NULL,
  -- What it moves: [{"giver": …, "taker": …, "amount": micro-dollars as text}].
  legs jsonb NOT NULL,
  reason text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_journal_is_reversed_once PRIMARY KEY (journal, cell)
);
CREATE TRIGGER reversals_stay BEFORE UPDATE OR DELETE ON ledger_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reversals_are_never_emptied BEFORE TRUNCATE ON ledger_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON ledger_reversals FROM lastro_app;

SELECT ledger.add_kind('reversed_deposit', '{balance>brokerage}');
SELECT ledger.add_kind('reversed_withdrawal', '{brokerage>balance,fees>balance?}');
SELECT ledger.add_kind('reversed_bonus', '{balance>treasury}');
SELECT ledger.add_kind('reversed_residual', '{balance>treasury}');
SELECT ledger.add_kind('treasury_drawn', '{treasury>funding}', owned => false, referenced => false);

-- Searching the books by day reads no more than that day; what is written behind each other lies together.
CREATE INDEX journals_by_day ON ledger.journals USING brin (happened_at) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX entries_by_day ON ledger.entries USING brin (happened_at) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX journals_of_funding ON ledger.journals (happened_at) WHERE kind IN ('treasury_funded', 'treasury_drawn');

-- What was made of a break between the brokerage's book and ours: a note, or the entry that put it right. Nothing is ever crossed out.
CREATE TABLE reconciliation_notes (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  -- Of the transfer, as the book that has it calls it.
  reference text NOT NULL CONSTRAINT a_reference_is_short CHECK (length(reference) BETWEEN 1 AND 100),
  break text NOT NULL CONSTRAINT break_is_known
    CHECK (break IN ('missing_here', 'missing_there', 'other_amount', 'other_currency', 'other_state', 'other_figures')),
  note text NOT NULL CONSTRAINT a_note_says_something CHECK (length(note) BETWEEN 3 AND 500),
  -- The journal that put it right, where one did.
  journal text,
  written_by text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reconciliation_notes_of_a_break ON reconciliation_notes (reference, written_at);
CREATE TRIGGER notes_never_change BEFORE UPDATE OR DELETE ON reconciliation_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notes_are_never_emptied BEFORE TRUNCATE ON reconciliation_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON reconciliation_notes FROM lastro_app;
