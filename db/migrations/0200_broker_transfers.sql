-- A transfer with the brokerage: money asked for from the customer's account there, or sent back to it. The row is the
-- intent, written before anything is sent; its id is the reference and the idempotency key of every attempt. The money itself
-- is in the ledger, under journals whose reference is this id. States: created -> held (withdrawals) -> sending -> done |
-- refused | unknown -> settled | returned; a row that has settled or returned never changes again.

CREATE TABLE broker_transfers (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  direction text NOT NULL CONSTRAINT direction_is_known CHECK (direction IN ('deposit', 'withdraw')),
  amount bigint NOT NULL CONSTRAINT transferred_amount_is_positive CHECK (amount > 0),
  currency text NOT NULL CONSTRAINT currency_is_known CHECK (currency IN ('brl', 'usdt')),
  rate bigint NOT NULL CONSTRAINT exchange_rate_is_positive CHECK (rate > 0),
  fee bigint NOT NULL CONSTRAINT fee_is_not_negative CHECK (fee >= 0),
  net bigint NOT NULL CONSTRAINT settled_amount_is_positive CHECK (net > 0),
  state text NOT NULL CONSTRAINT transfer_state_is_known CHECK (
    state IN ('created', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
  ),
  -- The brokerage's own word for a refusal.
  reason text,
  -- Business time: when the customer asked, and when the ledger was settled.
  created_at timestamptz NOT NULL,
  ended_at timestamptz,

  -- The queue, in real time and by this database's clock alone. A worker that takes a row moves due_at ahead by its lease
  -- and the fence up by one; whatever it writes later names that fence, so one that woke up too late writes nothing.
  queued_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz DEFAULT now(),
  fence integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  -- Why the last attempt gave no definite answer, for the operator.
  trouble text,

  CONSTRAINT only_an_ended_transfer_has_an_end CHECK ((state IN ('settled', 'returned')) = (ended_at IS NOT NULL)),
  CONSTRAINT work_ends_with_the_transfer CHECK ((state IN ('settled', 'returned')) = (due_at IS NULL)),
  CONSTRAINT only_a_withdrawal_is_held CHECK (state <> 'held' OR direction = 'withdraw')
);

CREATE INDEX broker_transfers_newest_first ON broker_transfers (customer_id, created_at DESC, id DESC);
CREATE INDEX broker_transfers_due ON broker_transfers (due_at) WHERE due_at IS NOT NULL;

CREATE FUNCTION refuse_change_of_ended_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transfer % has ended and never changes', OLD.id USING ERRCODE = 'LB003';
END
$$;

CREATE TRIGGER ended_transfers_never_change BEFORE UPDATE ON broker_transfers
  FOR EACH ROW WHEN (OLD.state IN ('settled', 'returned')) EXECUTE FUNCTION refuse_change_of_ended_transfer();
CREATE TRIGGER transfers_are_never_forgotten BEFORE DELETE OR TRUNCATE ON broker_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
