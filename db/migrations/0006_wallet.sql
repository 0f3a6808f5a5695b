-- Transfers with the brokerage, what has left lately, and what the dollar is in reais.

-- A transfer with the brokerage: money asked for from the customer's account there, or sent back to it. The row is the intent,
-- written before anything is sent; its id is the reference and the idempotency key of every attempt. The money itself is in the
-- ledger, under journals whose reference is this id. A deposit is created -> sending -> done | refused | unknown -> settled |
-- returned. A withdrawal's amount is held from the moment the row is there, so it begins as held; one that has to wait for an operator
-- begins as awaiting_approval: its money is held, nothing is due and nothing may be sent. Approved it is held like any other, refused it
-- is returned. A row that has settled or returned never changes again.
CREATE TABLE broker_transfers (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT transfers_are_in_their_cell CHECK (cell = get_byte(uuid_send(customer_id), 15)),
  customer_id uuid NOT NULL REFERENCES customers (id),
  direction text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  rate bigint NOT NULL,
  fee bigint NOT NULL,
  -- In the currency.
  net bigint NOT NULL,
  state text NOT NULL,
  -- Whether an operator had to say yes, why, and what they said.
  needs_approval boolean NOT NULL DEFAULT false,
  waits_because text,
  decision text,
  -- The operator's words where they refused it, the brokerage's where that did.
  reason text,
  -- Business time: when the customer asked, and when the ledger was settled.
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The queue, in real time and by this database's clock alone. A worker that takes a row moves due_at ahead by its lease and the
  -- fencing token up by one; whatever it writes later names that token, so one that woke up too late writes nothing. What belongs to a
  -- frozen customer and was not sent is due at 'infinity'.
  queued_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz DEFAULT now(),
  fencing_token integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  -- Why the last attempt gave no definite answer, for the operator.
  last_error text,
  -- Likewise, of a withdrawal in USDT.
  fee_rate bigint,
  -- What leaves the house counts in the hour in which it was let go: that is when it was asked for, unless an operator approved it later or
  -- it was held back with its frozen customer. Business time, never before created_at; null where the two are the same, as for all rows until
  -- now. It changes only together with the counts (withdrawal_hours, withdrawal_brl_slots).
  counted_at timestamptz,
  PRIMARY KEY (id, cell)
);
CREATE INDEX broker_transfers_one_way_newest_first ON broker_transfers (customer_id, direction, created_at DESC, id DESC);

-- What a customer has under way, without reading all that ever ended.
CREATE INDEX broker_transfers_under_way ON broker_transfers (customer_id) INCLUDE (direction, amount) WHERE ended_at IS NULL;

-- The queue, cell by cell.
CREATE INDEX broker_transfers_due ON broker_transfers (cell, due_at) WHERE due_at IS NOT NULL;

-- What an operator decides.
CREATE INDEX broker_transfers_awaiting_approval ON broker_transfers (created_at) WHERE state = 'awaiting_approval';

-- The audit walks what was settled day by day, beside the brokerage's own book. By the real time at which the intent was written
-- down: the brokerage knows no business clock.
CREATE INDEX broker_transfers_settled_by_day ON broker_transfers (queued_at, id) WHERE state = 'settled';
CREATE TRIGGER transfers_are_never_deleted BEFORE DELETE ON broker_transfers
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_are_never_emptied BEFORE TRUNCATE ON broker_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What has left the house, or is about to, counted in the transaction that lets it go: of each cell, by the hour of business time in
-- which it was asked for, in USD; and by each five minutes in reais. Taken off again where it is returned; what waits for an operator is
-- counted when they approve it. So the sum of a day over all cells reads at most 25 small rows a cell, that of an hour 13, and
-- nobody waits for a row that all share. The oldest span counts whole: never too little. Kept for some days; the transfers say the same.
CREATE TABLE withdrawal_hours (
  hour timestamptz NOT NULL CONSTRAINT an_hour_is_whole CHECK (extract(epoch FROM hour) % 3600 = 0),
  cell smallint NOT NULL CONSTRAINT hours_are_of_a_cell CHECK (cell BETWEEN 0 AND 255),
  amount bigint NOT NULL CONSTRAINT no_hour_is_below_zero CHECK (amount >= 0),
  PRIMARY KEY (hour, cell)
);

CREATE TABLE withdrawal_brl_slots (
  slot timestamptz NOT NULL CONSTRAINT a_slot_is_five_minutes CHECK (extract(epoch FROM slot) % 300 = 0),
  cell smallint NOT NULL CONSTRAINT slots_are_of_a_cell CHECK (cell BETWEEN 0 AND 255),
  brl_out bigint NOT NULL CONSTRAINT no_slot_is_below_zero CHECK (brl_out >= 0),
  PRIMARY KEY (slot, cell)
);

-- The dollar in reais as it was taken: what may be counted with, and what was refused. One rate stands for every server of the product,
-- the newest accepted one, and none while a refusal is undecided. At which rate a transfer was made is in its own row; what a source
-- said that was no news, or came too late, is nowhere.
CREATE TABLE accepted_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  high bigint NOT NULL,
  low bigint NOT NULL,
  -- The source's own time of the quote.
  quoted_at timestamptz NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  -- When a source last said the same.
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- An operator's yes: what came before is no measure of what comes after.
  by_operator boolean NOT NULL DEFAULT false,
  CONSTRAINT an_accepted_rate_makes_sense CHECK (low > 0 AND high >= low)
);
CREATE INDEX accepted_rates_lately ON accepted_rates (last_seen_at) INCLUDE (high, low);
CREATE INDEX accepted_rates_by_operators ON accepted_rates (id) WHERE by_operator;

CREATE TABLE refused_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where it was no figure at all.
  high bigint,
  low bigint,
  quoted_at timestamptz NOT NULL,
  -- What is wrong with it; `within_bounds` is a later one with which nothing is, and that waits for the decision all the same.
  why text NOT NULL,
  refused_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CONSTRAINT why_a_rate_is_refused_is_known
    CHECK (why IN ('senseless', 'spread', 'change', 'first', 'second_source', 'within_bounds'))
);
CREATE INDEX refused_rates_undecided ON refused_rates (id) WHERE decided_at IS NULL;

-- One row, locked by whoever judges a rate: of all servers one at a time, each by what the one before it made of the rate.
CREATE TABLE rate_judge (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT one_judges_at_a_time CHECK (only_row),
  -- Of all programs one at a time asks the sources of the rate: when they may be asked next, and of which (a hash: an address may hold a key),
  -- so that what one was told, to leave its source alone for an hour, holds for every other and after a restart.
  ask_at timestamptz NOT NULL DEFAULT '-infinity',
  asked_of bytea
);
INSERT INTO rate_judge DEFAULT VALUES;

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
REVOKE INSERT, UPDATE, DELETE ON transfer_steps FROM lastro_app;
CREATE TRIGGER steps_are_never_emptied BEFORE TRUNCATE ON transfer_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
REVOKE UPDATE, DELETE ON transfers_by_hand FROM lastro_app;
CREATE TRIGGER ends_by_hand_are_never_emptied BEFORE TRUNCATE ON transfers_by_hand
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
REVOKE UPDATE, DELETE ON ledger_reversals FROM lastro_app;
CREATE TRIGGER reversals_are_never_emptied BEFORE TRUNCATE ON ledger_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SELECT ledger.add_kind('reversed_deposit', '{balance>brokerage}');
SELECT ledger.add_kind('reversed_withdrawal', '{brokerage>balance,fees>balance?}');
SELECT ledger.add_kind('reversed_bonus', '{balance>treasury}');
SELECT ledger.add_kind('reversed_residual', '{balance>treasury}');
SELECT ledger.add_kind('treasury_drawn', '{treasury>funding}', owned => false, referenced => false);

-- Searching the books by day reads no more than that day; what is written behind each other lies together.
CREATE INDEX journals_by_day ON ledger.journals USING brin (happened_at) WITH (pages_per_range = 16, autosummarize = on);

-- What was made of a break between the brokerage's book and ours: a note, or the entry that put it right. Nothing is ever crossed out.
CREATE TABLE reconciliation_notes (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  -- Of the transfer, as the book that has it calls it.
  reference text NOT NULL CONSTRAINT a_reference_is_short CHECK (length(reference) BETWEEN 1 AND 100),
  break text NOT NULL,
  note text NOT NULL CONSTRAINT a_note_says_something CHECK (length(note) BETWEEN 3 AND 500),
  -- The journal that put it right, where one did.
  journal text,
  written_by text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT break_is_known CHECK (
  break IN ('missing_here', 'missing_there', 'other_amount', 'other_currency', 'other_state', 'other_figures', 'booked_twice'))
);
REVOKE UPDATE, DELETE ON reconciliation_notes FROM lastro_app;
CREATE INDEX reconciliation_notes_of_a_break ON reconciliation_notes (reference, written_at);
CREATE TRIGGER notes_are_never_emptied BEFORE TRUNCATE ON reconciliation_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A withdrawal that is held back with its frozen customer may be refused by an operator, whether or not it had needed an approval, and had
-- it.
CREATE FUNCTION enter_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  violated text;
BEGIN
  IF (NEW.amount > 0 AND NEW.rate > 0 AND NEW.fee >= 0 AND NEW.net > 0 AND NEW.fee_rate BETWEEN 0 AND 100000000
    AND NEW.direction IN ('deposit', 'withdrawal') AND NEW.currency IN ('brl', 'usdt') AND NEW.decision IN ('approved', 'refused')
    AND NEW.state IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
    AND NEW.waits_because IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device', 'factor_changed',
      'calendar_made', 'address_changed')
    AND (NEW.state IN ('settled', 'returned')) = (NEW.ended_at IS NOT NULL)
    AND (NEW.state IN ('awaiting_approval', 'settled', 'returned')) = (NEW.due_at IS NULL)
    AND CASE NEW.direction WHEN 'withdrawal' THEN NEW.state <> 'created' ELSE NEW.state NOT IN ('awaiting_approval', 'held') END
    AND (NOT NEW.needs_approval OR NEW.direction = 'withdrawal') AND NEW.needs_approval = (NEW.waits_because IS NOT NULL)
    AND CASE
      WHEN NOT NEW.needs_approval THEN NEW.state <> 'awaiting_approval'
        AND (NEW.decision IS NULL OR NEW.decision = 'refused' AND NEW.state = 'returned' AND NEW.direction = 'withdrawal')
      WHEN NEW.decision IS NULL THEN NEW.state = 'awaiting_approval'
      WHEN NEW.decision = 'refused' THEN NEW.state = 'returned'
      ELSE NEW.state <> 'awaiting_approval' END
  ) IS FALSE THEN
    violated := CASE
      WHEN NEW.amount <= 0 THEN 'transferred_amount_is_positive'
      WHEN NEW.rate <= 0 THEN 'exchange_rate_is_positive'
      WHEN NEW.fee < 0 THEN 'fee_is_not_negative'
      WHEN NEW.net <= 0 THEN 'settled_amount_is_positive'
      WHEN NEW.fee_rate NOT BETWEEN 0 AND 100000000 THEN 'a_fee_rate_is_a_part'
      WHEN NEW.direction NOT IN ('deposit', 'withdrawal') THEN 'direction_is_known'
      WHEN NEW.currency NOT IN ('brl', 'usdt') THEN 'currency_is_known'
      WHEN NEW.decision NOT IN ('approved', 'refused') THEN 'decision_is_known'
      WHEN NEW.state NOT IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
        THEN 'transfer_state_is_known'
      WHEN NEW.waits_because NOT IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device', 'factor_changed',
      'calendar_made', 'address_changed')
        THEN 'why_a_withdrawal_waits_is_known'
      WHEN (NEW.state IN ('settled', 'returned')) <> (NEW.ended_at IS NOT NULL) THEN 'only_an_ended_transfer_has_an_end'
      WHEN (NEW.state IN ('awaiting_approval', 'settled', 'returned')) <> (NEW.due_at IS NULL)
        THEN 'work_waits_for_approval_and_ends_with_the_transfer'
      WHEN CASE NEW.direction WHEN 'withdrawal' THEN NEW.state = 'created' ELSE NEW.state IN ('awaiting_approval', 'held') END
        THEN 'a_withdrawal_is_held_and_a_deposit_is_not'
      WHEN NEW.needs_approval AND NEW.direction <> 'withdrawal' THEN 'only_a_withdrawal_needs_approval'
      WHEN NEW.needs_approval <> (NEW.waits_because IS NOT NULL) THEN 'whoever_waits_is_told_why'
      ELSE 'nothing_is_sent_without_its_approval' END;
    RAISE EXCEPTION 'transfer % violates "%"', NEW.id, violated USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA,
      TABLE = TG_TABLE_NAME, CONSTRAINT = violated;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_steps (transfer_id, cell, number, state, attempts, error, reason, decision)
    VALUES (NEW.id, NEW.cell, 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision);
  ELSIF OLD.state NOT IN ('settled', 'returned') AND (NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision)
    IS DISTINCT FROM (OLD.state, OLD.attempts, OLD.last_error, OLD.reason, OLD.decision) THEN
    INSERT INTO transfer_steps (transfer_id, cell, number, state, attempts, error, reason, decision)
    SELECT NEW.id, NEW.cell, coalesce(max(number), 0) + 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision
    FROM transfer_steps WHERE transfer_id = NEW.id AND cell = NEW.cell;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER transfers_are_sound_and_keep_their_steps AFTER INSERT OR UPDATE ON broker_transfers
  FOR EACH ROW EXECUTE FUNCTION enter_transfer();

-- What has left lately or is about to, of all customers together: USD in the day and BRL in the hour before a moment; the oldest hour and
-- slot count whole. A plan for the moment at hand always looks cheaper than one for any, and then it is made anew for every withdrawal.
CREATE FUNCTION left_lately(p_now timestamptz, OUT usd bigint, OUT brl bigint) LANGUAGE plpgsql STABLE
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  SELECT coalesce(sum(h.amount), 0) INTO usd FROM withdrawal_hours h WHERE h.hour >= date_bin('1 hour', p_now - interval '1 day', timestamptz 'epoch');
  SELECT coalesce(sum(s.brl_out), 0) INTO brl FROM withdrawal_brl_slots s
  WHERE s.slot >= date_bin('5 minutes', p_now - interval '1 hour', timestamptz 'epoch');
END
$$;

-- The few that count later than they were asked for, which the audit of the counts looks for.
CREATE INDEX broker_transfers_counted_later ON broker_transfers (counted_at) WHERE counted_at IS NOT NULL;

-- What one member of staff approved without a second person counts together for a day: found by member and time, however long the action
-- log is. It is no limit by itself; the command compares it with the setting (src/operator/server/approved-alone.ts).
CREATE INDEX actions_approved_alone ON actions (staff_id, happened_at)
  WHERE action = 'withdrawals approve' AND request_id IS NULL;

-- A rate shown to a session is agreed to once, and what is brought in reais has an hourly limit.

-- The rate that a session was shown last. It goes when the session agrees to it, and with the session.
CREATE TABLE shown_rates (
  token_hash bytea NOT NULL,
  cell smallint NOT NULL,
  rate_id bigint NOT NULL,
  shown_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, cell),
  CONSTRAINT a_rate_is_shown_to_a_session FOREIGN KEY (token_hash, cell) REFERENCES sessions (token_hash, cell) ON DELETE CASCADE
);

-- The reais that all customers together asked to bring in an hour of the clock, without what was returned. Counted by the database: whoever
-- inserts a deposit holds the row of its hour, and so knows the sum exactly.
CREATE TABLE brl_deposit_hours (
  hour timestamptz PRIMARY KEY,
  reais bigint NOT NULL
);

CREATE FUNCTION count_brl_deposit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO brl_deposit_hours AS h (hour, reais)
  VALUES (date_bin('1 hour', NEW.created_at, timestamptz 'epoch'), CASE TG_OP WHEN 'INSERT' THEN NEW.net ELSE -NEW.net END)
  ON CONFLICT (hour) DO UPDATE SET reais = h.reais + excluded.reais;
  RETURN NULL;
END
$$;
CREATE TRIGGER deposits_in_reais_are_counted AFTER INSERT ON broker_transfers FOR EACH ROW
  WHEN (NEW.direction = 'deposit' AND NEW.currency = 'brl' AND NEW.state <> 'returned') EXECUTE FUNCTION count_brl_deposit();
CREATE TRIGGER returned_deposits_in_reais_count_no_longer AFTER UPDATE OF state ON broker_transfers FOR EACH ROW
  WHEN (NEW.direction = 'deposit' AND NEW.currency = 'brl' AND NEW.state = 'returned' AND OLD.state <> 'returned')
  EXECUTE FUNCTION count_brl_deposit();
