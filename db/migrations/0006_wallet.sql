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
  direction text NOT NULL CONSTRAINT direction_is_known CHECK (direction IN ('deposit', 'withdrawal')),
  amount bigint NOT NULL CONSTRAINT transferred_amount_is_positive CHECK (amount > 0),
  currency text NOT NULL CONSTRAINT currency_is_known CHECK (currency IN ('brl', 'usdt')),
  rate bigint NOT NULL CONSTRAINT exchange_rate_is_positive CHECK (rate > 0),
  fee bigint NOT NULL CONSTRAINT fee_is_not_negative CHECK (fee >= 0),
  -- In the currency.
  net bigint NOT NULL CONSTRAINT settled_amount_is_positive CHECK (net > 0),
  state text NOT NULL CONSTRAINT transfer_state_is_known CHECK (
    state IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
  ),
  -- Whether an operator had to say yes, why, and what they said.
  needs_approval boolean NOT NULL DEFAULT false,
  waits_because text CONSTRAINT why_a_withdrawal_waits_is_known CHECK (
    waits_because IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device')),
  decision text CONSTRAINT decision_is_known CHECK (decision IN ('approved', 'refused')),
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

  PRIMARY KEY (id, cell),
  CONSTRAINT only_an_ended_transfer_has_an_end CHECK ((state IN ('settled', 'returned')) = (ended_at IS NOT NULL)),
  CONSTRAINT work_waits_for_approval_and_ends_with_the_transfer CHECK (
    (state IN ('awaiting_approval', 'settled', 'returned')) = (due_at IS NULL)
  ),
  CONSTRAINT a_withdrawal_is_held_and_a_deposit_is_not CHECK (
    CASE direction WHEN 'withdrawal' THEN state <> 'created' ELSE state NOT IN ('awaiting_approval', 'held') END
  ),
  CONSTRAINT only_a_withdrawal_needs_approval CHECK (NOT needs_approval OR direction = 'withdrawal'),
  CONSTRAINT whoever_waits_is_told_why CHECK (needs_approval = (waits_because IS NOT NULL)),
  CONSTRAINT nothing_is_sent_without_its_approval CHECK (
    CASE
      WHEN NOT needs_approval THEN decision IS NULL AND state <> 'awaiting_approval'
      WHEN decision IS NULL THEN state = 'awaiting_approval'
      WHEN decision = 'refused' THEN state = 'returned'
      ELSE state <> 'awaiting_approval'
    END
  )
);

-- A customer's list, newest first; deposits or withdrawals alone, however rare they are among the others.
CREATE INDEX broker_transfers_newest_first ON broker_transfers (customer_id, created_at DESC, id DESC);
CREATE INDEX broker_transfers_one_way_newest_first ON broker_transfers (customer_id, direction, created_at DESC, id DESC);
-- What a customer has under way, without reading all that ever ended.
CREATE INDEX broker_transfers_under_way ON broker_transfers (customer_id) INCLUDE (direction, amount) WHERE ended_at IS NULL;
-- What a customer asked for lately, which their next withdrawal is judged by.
CREATE INDEX withdrawals_of_a_customer_lately ON broker_transfers (customer_id, created_at) INCLUDE (amount)
  WHERE direction = 'withdrawal' AND state <> 'returned';
-- The queue, cell by cell.
CREATE INDEX broker_transfers_due ON broker_transfers (cell, due_at) WHERE due_at IS NOT NULL;
-- What an operator decides.
CREATE INDEX broker_transfers_awaiting_approval ON broker_transfers (created_at) WHERE state = 'awaiting_approval';
-- The audit walks what was settled day by day, beside the brokerage's own book. By the real time at which the intent was written
-- down: the brokerage knows no business clock.
CREATE INDEX broker_transfers_settled_by_day ON broker_transfers (queued_at, id) WHERE state = 'settled';

CREATE FUNCTION refuse_change_of_ended_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transfer % has ended and never changes', OLD.id USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER ended_transfers_never_change BEFORE UPDATE ON broker_transfers
  FOR EACH ROW WHEN (OLD.state IN ('settled', 'returned')) EXECUTE FUNCTION refuse_change_of_ended_transfer();
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
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT one_judges_at_a_time CHECK (only_row)
);
INSERT INTO rate_judge DEFAULT VALUES;
