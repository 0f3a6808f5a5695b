-- A customer: who they are and how they get in. What they hold is in the ledger, under accounts whose owner is this id.

CREATE TABLE customers (
  id uuid PRIMARY KEY,
  email text NOT NULL CONSTRAINT email_is_lower_case CHECK (email = lower(email) AND length(email) <= 254),
  email_confirmed_at timestamptz,
  name text NOT NULL CONSTRAINT name_is_given CHECK (length(name) BETWEEN 1 AND 120),
  phone text NOT NULL,
  birth date NOT NULL,
  password_hash text NOT NULL,
  language text NOT NULL DEFAULT 'pt-BR',
  avatar text,
  has_bot boolean NOT NULL DEFAULT false,
  code text NOT NULL,
  referrer_id uuid REFERENCES customers (id),
  terms_accepted_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT email_is_taken_once UNIQUE (email),
  CONSTRAINT code_belongs_to_one_customer UNIQUE (code),
  CONSTRAINT nobody_refers_themselves CHECK (referrer_id <> id)
);

CREATE INDEX customers_by_referrer ON customers (referrer_id) WHERE referrer_id IS NOT NULL;

-- A login that is still good. The token itself is never stored, only its SHA-256; a session that was logged out is gone.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  kept boolean NOT NULL
);

CREATE INDEX sessions_by_customer ON sessions (customer_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The attempts counted by rate-limiter-flexible, in the shape it asks for: key, points used, and when they are forgotten.
CREATE TABLE attempts (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
