-- The second key: what a customer shows besides the password, an authenticator app's code or a passkey. It belongs to the
-- login and to withdrawals; it is no session and holds no money.

-- The time in which a customer had a second key. Kept when it ends: a withdrawal of then is judged by it.
CREATE TABLE second_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id),
  since timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by text CONSTRAINT the_end_of_a_key_is_known CHECK (ended_by IN ('customer', 'waiting', 'operator')),
  -- Where it ended without having been shown, nothing leaves before this.
  withdrawals_closed_until timestamptz,
  CONSTRAINT an_ended_key_says_how CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT a_key_ends_after_it_began CHECK (ended_at >= since),
  CONSTRAINT only_an_ended_key_closes_withdrawals CHECK (withdrawals_closed_until IS NULL OR ended_at IS NOT NULL)
);

CREATE UNIQUE INDEX a_customer_has_one_second_key ON second_keys (customer_id) WHERE ended_at IS NULL;
CREATE INDEX second_keys_by_customer ON second_keys (customer_id, withdrawals_closed_until);

-- An authenticator app. The secret is sealed with a key that is not in the database; `last_step` is the thirty seconds whose
-- code was used last: that code and every earlier one are spent.
CREATE TABLE authenticator_apps (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  sealed_secret bytea NOT NULL,
  last_step bigint NOT NULL,
  added_at timestamptz NOT NULL
);

-- One that has been shown to its customer and has not answered with a code yet.
CREATE TABLE authenticator_setups (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  session_hash bytea NOT NULL,
  sealed_secret bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

-- A passkey. The counter is recorded and never refused by: a passkey that lives on several devices has none, or one that
-- falls back.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  credential_id text NOT NULL CONSTRAINT a_passkey_belongs_to_one_customer UNIQUE,
  public_key bytea NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL CONSTRAINT passkey_name_is_given CHECK (length(name) BETWEEN 1 AND 60),
  is_synced boolean NOT NULL,
  counter bigint NOT NULL,
  counter_fell_at timestamptz,
  added_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX passkeys_by_customer ON passkeys (customer_id);

-- Recovery codes by their hash; one that was used stays, marked, and opens nothing.
CREATE TABLE recovery_codes (
  customer_id uuid NOT NULL REFERENCES customers (id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (customer_id, code_hash)
);

-- What a passkey is asked to sign: once, for one purpose, by whoever was asked (a session, or a login under way).
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  holder_hash bytea NOT NULL,
  purpose text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- A login whose password was right and whose second key has not been shown yet. It lets nobody in. `credential_mark` tells
-- whether the password has been changed since.
CREATE TABLE login_tickets (
  ticket_hash bytea PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  credential_mark bytea NOT NULL,
  keep boolean NOT NULL,
  attempts_left integer NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX login_tickets_by_customer ON login_tickets (customer_id);
CREATE INDEX login_tickets_by_expiry ON login_tickets (expires_at);

-- That the second key was shown for one withdrawal of one amount in one currency, in one session. Used once, in the
-- withdrawal's own transaction; used ones are kept as its evidence.
CREATE TABLE withdrawal_approvals (
  token_hash bytea PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  session_hash bytea NOT NULL,
  amount bigint NOT NULL CONSTRAINT an_approved_amount_is_positive CHECK (amount > 0),
  currency text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  withdrawal_id uuid CONSTRAINT a_withdrawal_has_one_approval UNIQUE,
  CONSTRAINT a_used_approval_names_its_withdrawal CHECK ((used_at IS NULL) = (withdrawal_id IS NULL))
);

CREATE INDEX withdrawal_approvals_by_customer ON withdrawal_approvals (customer_id) WHERE used_at IS NULL;
CREATE INDEX withdrawal_approvals_by_expiry ON withdrawal_approvals (expires_at) WHERE used_at IS NULL;

-- The mailed link by which a customer without their second key asks for its removal. Nothing happens until it is opened.
CREATE TABLE lost_key_links (
  token_hash bytea PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  expires_at timestamptz NOT NULL
);

CREATE INDEX lost_key_links_by_customer ON lost_key_links (customer_id);
CREATE INDEX lost_key_links_by_expiry ON lost_key_links (expires_at);

-- A removal that was confirmed by mail and waits: whoever shows the second key meanwhile cancels it.
CREATE TABLE second_key_removals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id),
  confirmed_at timestamptz NOT NULL,
  removes_at timestamptz NOT NULL,
  canceled_at timestamptz,
  removed_at timestamptz,
  CONSTRAINT a_removal_has_one_end CHECK (canceled_at IS NULL OR removed_at IS NULL),
  CONSTRAINT nothing_is_removed_before_its_time CHECK (removed_at >= removes_at)
);

CREATE UNIQUE INDEX a_customer_has_one_removal_waiting ON second_key_removals (customer_id)
  WHERE canceled_at IS NULL AND removed_at IS NULL;
CREATE INDEX second_key_removals_waiting ON second_key_removals (removes_at)
  WHERE canceled_at IS NULL AND removed_at IS NULL;
