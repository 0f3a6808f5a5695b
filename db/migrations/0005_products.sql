-- What single products keep beside their positions: consent, promotional codes, who has the bot. And what only a sandbox has of them.

-- Who accepted the terms of the vault, and when; without it there is no deposit.
CREATE TABLE vault_acceptances (
  customer_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT vault_acceptances_are_in_their_cell CHECK (cell = cell_of(customer_id)),
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, cell)
);

-- A promotional code and how often it was used. `uses` is counted by an update that only succeeds while the code is valid: the row is
-- the queue, and the limit is exact. Anybody may use a code, so it has no cell and is changed in a transaction of its own.
CREATE TABLE promocodes (
  code text PRIMARY KEY CONSTRAINT a_promocode_is_in_capitals CHECK (code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'),
  points bigint NOT NULL CONSTRAINT a_promocode_adds_to_the_rate CHECK (points > 0),
  uses_allowed integer NOT NULL CONSTRAINT a_promocode_can_be_used CHECK (uses_allowed > 0),
  -- One customer is one use unless the operator says otherwise.
  uses_per_customer integer NOT NULL CONSTRAINT a_customer_can_use_a_promocode CHECK (uses_per_customer > 0),
  uses integer NOT NULL DEFAULT 0,
  min_amount bigint NOT NULL CONSTRAINT the_least_amount_is_not_negative CHECK (min_amount >= 0),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT a_promocode_is_used_no_more_than_allowed CHECK (uses BETWEEN 0 AND uses_allowed),
  CONSTRAINT a_promocode_ends_after_it_begins CHECK (valid_until > valid_from)
);

-- One use of a code by a customer, claimed under the idempotency key of the investment that asks for it, in the transaction that counts
-- it on the code. So the code's row is locked while a customer's claims are counted, and each uses it as often as each may. The
-- investment takes the claim in its own transaction (`position_id`); one whose investment did not come about is given back, and the
-- use with it. A claim is one or the other and stays so.
CREATE TABLE promocode_claims (
  customer_id uuid NOT NULL REFERENCES customers (id),
  key text NOT NULL,
  cell smallint NOT NULL CONSTRAINT promocode_claims_are_in_their_cell CHECK (cell = cell_of(customer_id)),
  code text NOT NULL REFERENCES promocodes (code),
  claimed_at timestamptz NOT NULL DEFAULT now(),
  position_id uuid,
  given_back_at timestamptz,
  PRIMARY KEY (customer_id, key, cell),
  CONSTRAINT a_position_takes_one_claim UNIQUE (position_id, cell),
  CONSTRAINT a_claim_is_taken_or_given_back CHECK (num_nonnulls(position_id, given_back_at) <= 1)
);
CREATE INDEX promocode_claims_that_count ON promocode_claims (code, customer_id) WHERE given_back_at IS NULL;
-- Claims whose investment has neither come about nor failed: a job gives them back.
CREATE INDEX promocode_claims_open ON promocode_claims (cell, claimed_at) WHERE position_id IS NULL AND given_back_at IS NULL;

-- Who has the bot: paid once and for good. The fee is what it cost on that day.
CREATE TABLE bot_subscriptions (
  customer_id uuid NOT NULL REFERENCES customers (id),
  cell smallint NOT NULL CONSTRAINT bot_subscriptions_are_in_their_cell CHECK (cell = cell_of(customer_id)),
  fee bigint NOT NULL CONSTRAINT the_bot_is_not_free CHECK (fee > 0),
  subscribed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, cell)
);

-- What a customer moved between their balance and their bot's wallet: what stands behind these events in the books, as a position
-- stands behind its own. It holds no money and decides nothing; rows are written with the journal and never change.
CREATE TABLE bot_moves (
  id uuid NOT NULL,
  cell smallint NOT NULL CONSTRAINT bot_moves_are_in_their_cell CHECK (cell = cell_of(customer_id)),
  customer_id uuid NOT NULL,
  direction text NOT NULL CONSTRAINT move_direction_is_known CHECK (direction IN ('deposited', 'withdrawn')),
  amount bigint NOT NULL CONSTRAINT moved_amount_is_positive CHECK (amount > 0),
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (id, cell),
  CONSTRAINT whoever_moves_has_the_bot FOREIGN KEY (customer_id, cell) REFERENCES bot_subscriptions (customer_id, cell)
);
CREATE TRIGGER bot_moves_never_change BEFORE UPDATE OR DELETE ON bot_moves
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bot_moves_are_never_emptied BEFORE TRUNCATE ON bot_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

SELECT ledger.add_kind('primezord_subscribed', '{balance>fees}');
SELECT ledger.add_kind('primezord_deposited', '{balance>zord}');
SELECT ledger.add_kind('primezord_withdrawn', '{zord>balance}');

-- Products are made by migrations. Operations only ever grow, and those that a sandbox made up stay there.
REVOKE INSERT, UPDATE, DELETE ON products FROM lastro_app;
REVOKE UPDATE, DELETE ON operations FROM lastro_app;
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
    WHERE EXISTS (SELECT FROM operator_actions WHERE operator = 'seed' AND action = 'treasury fund')
  UNION ALL
  SELECT 'commands that only a sandbox takes'
    WHERE EXISTS (SELECT FROM operator_actions WHERE action IN ('clock forward', 'sandbox year', 'brokerage fault'));
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
