-- The people who run the installation: who they are, how they get in, and what two of them have to agree on. Nothing of a customer's
-- is here, so none of it has a cell; it is read and written by the console and the command line alone.

CREATE TABLE staff (
  id uuid PRIMARY KEY,
  email text NOT NULL CONSTRAINT nobody_of_the_staff_is_there_twice UNIQUE,
  name text NOT NULL,
  role text NOT NULL CONSTRAINT role_is_known
    CHECK (role IN ('support', 'payments', 'treasury', 'desk', 'compliance', 'auditor', 'admin')),
  -- Null until the invitation is taken, and for good for whoever comes in by the provider's login alone.
  password_hash text,
  -- Who they are at the provider of OpenID Connect, once they came in by it.
  oidc_subject text UNIQUE,
  -- Null: invited at the machine, where the command line is.
  invited_by uuid REFERENCES staff,
  -- Whether somebody else than the inviter agreed to it. Two accounts of which one invited the other unvouched count as one person.
  vouched boolean NOT NULL,
  invited_at timestamptz NOT NULL DEFAULT now(),
  joined_at timestamptz,
  disabled_at timestamptz
);

-- What is given out once: a link to join, the right to a second step after the first. Only its SHA-256 is here.
CREATE TABLE staff_tokens (
  token_hash bytea PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  purpose text NOT NULL CONSTRAINT purpose_is_known CHECK (purpose IN ('invitation', 'set_up', 'second_step')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_tokens_of_one ON staff_tokens (staff_id);
CREATE INDEX staff_tokens_by_end ON staff_tokens (expires_at);

CREATE TABLE staff_sessions (
  token_hash bytea PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  staff_id uuid NOT NULL REFERENCES staff,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX staff_sessions_of_one ON staff_sessions (staff_id);
CREATE INDEX staff_sessions_by_end ON staff_sessions (expires_at);

-- Second factors: an authenticator app, whose secret is sealed, and passkeys. Whoever has none has no session.
CREATE TABLE staff_apps (
  staff_id uuid PRIMARY KEY REFERENCES staff,
  sealed_secret bytea NOT NULL,
  -- The last thirty seconds whose code was used; -1 while the first is waited for.
  last_step bigint NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE staff_passkeys (
  id uuid PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX staff_passkeys_of_one ON staff_passkeys (staff_id);
CREATE TABLE staff_challenges (
  challenge text PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  -- The token of the step in which it was given out; nobody else may answer.
  holder_hash bytea NOT NULL,
  purpose text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_challenges_by_end ON staff_challenges (expires_at);

-- What needs two people: one asks, another decides, and it is done once, as the command that the command line runs.
CREATE TABLE staff_requests (
  id uuid PRIMARY KEY,
  command text NOT NULL,
  input jsonb NOT NULL,
  reason text NOT NULL,
  maker_id uuid NOT NULL REFERENCES staff,
  made_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT state_of_a_request_is_known
    CHECK (state IN ('waiting', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired')),
  decider_id uuid REFERENCES staff,
  decided_at timestamptz,
  decision_reason text,
  -- What the command said, when it is done or has failed.
  result jsonb,
  ended_at timestamptz,
  CONSTRAINT nobody_decides_on_what_they_asked_for CHECK (decider_id <> maker_id),
  CONSTRAINT a_decision_has_somebody_who_decided
    CHECK ((decider_id IS NULL) = (state IN ('waiting', 'withdrawn', 'expired')) AND (decider_id IS NULL) = (decided_at IS NULL))
);
CREATE INDEX staff_requests_that_wait ON staff_requests (made_at) WHERE state IN ('waiting', 'approved');
CREATE INDEX staff_requests_by_time ON staff_requests (made_at DESC, id);

-- Who asked for what, why, and who decided, is never written anew; a request goes forward only.
CREATE FUNCTION keep_request() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.command, NEW.input, NEW.reason, NEW.maker_id, NEW.made_at, NEW.expires_at)
      IS DISTINCT FROM (OLD.id, OLD.command, OLD.input, OLD.reason, OLD.maker_id, OLD.made_at, OLD.expires_at)
    OR (OLD.decider_id IS NOT NULL AND (NEW.decider_id, NEW.decided_at, NEW.decision_reason)
      IS DISTINCT FROM (OLD.decider_id, OLD.decided_at, OLD.decision_reason))
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('approved', 'refused', 'withdrawn', 'expired')
      OR OLD.state = 'approved' AND NEW.state IN ('done', 'failed'))
  THEN
    RAISE EXCEPTION 'a request is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER requests_go_forward BEFORE UPDATE ON staff_requests FOR EACH ROW EXECUTE FUNCTION keep_request();
CREATE TRIGGER requests_stay BEFORE DELETE ON staff_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER requests_are_never_emptied BEFORE TRUNCATE ON staff_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE ON staff_requests FROM lastro_app;
