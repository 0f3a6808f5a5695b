-- The people who run the installation: who they are, how they get in, and what two of them have to agree on. Nothing of a customer's
-- is here; it is read and written by the console and the command line alone.
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

-- What the staff brings along for an action, as it was when they brought it: whoever decides on the action sees the same. Forgotten after a week.
CREATE TABLE staff_files (
  id uuid PRIMARY KEY,
  name text NOT NULL CONSTRAINT a_file_name_is_short CHECK (length(name) BETWEEN 1 AND 200),
  content text NOT NULL CONSTRAINT a_file_is_small CHECK (octet_length(content) <= 8388608),
  made_by uuid NOT NULL REFERENCES staff (id),
  made_at timestamptz NOT NULL DEFAULT now()
);
REVOKE UPDATE ON staff_files FROM lastro_app;
CREATE INDEX staff_files_by_age ON staff_files (made_at);
CREATE TRIGGER files_never_change BEFORE UPDATE ON staff_files FOR EACH ROW EXECUTE FUNCTION refuse_change();

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
  -- Until when whoever carries an approved request out is taken to be alive: it is nobody else's until then.
  claimed_until timestamptz,
  -- What a request is about, so that the same is not asked for twice at a time: a withdrawal, a setting, a person. Null where several are
  -- independent of each other, such as two amounts for the treasury. Whom it is about is their id, never an address.
  subject text,
  CONSTRAINT nobody_decides_on_what_they_asked_for CHECK (decider_id <> maker_id),
  CONSTRAINT a_decision_has_somebody_who_decided CHECK (
  (decider_id IS NULL) = (decided_at IS NULL)
  AND CASE WHEN state IN ('waiting', 'withdrawn', 'expired') THEN decider_id IS NULL WHEN state = 'failed' THEN true ELSE decider_id IS NOT NULL END)
);
REVOKE DELETE ON staff_requests FROM lastro_app;
CREATE INDEX staff_requests_that_wait ON staff_requests (made_at) WHERE state IN ('waiting', 'approved');
CREATE INDEX staff_requests_by_time ON staff_requests (made_at DESC, id);

-- Who asked for what, why, and who decided, is never written anew; a request goes forward only.
CREATE FUNCTION keep_request() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.command, NEW.input, NEW.reason, NEW.maker_id, NEW.made_at, NEW.expires_at, NEW.subject)
      IS DISTINCT FROM (OLD.id, OLD.command, OLD.input, OLD.reason, OLD.maker_id, OLD.made_at, OLD.expires_at, OLD.subject)
    OR (OLD.decider_id IS NOT NULL AND (NEW.decider_id, NEW.decided_at, NEW.decision_reason)
      IS DISTINCT FROM (OLD.decider_id, OLD.decided_at, OLD.decision_reason))
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('approved', 'refused', 'withdrawn', 'expired')
      OR OLD.state = 'waiting' AND NEW.state = 'failed' AND NEW.decider_id IS NULL
      OR OLD.state = 'approved' AND NEW.state IN ('done', 'failed')
      OR OLD.state = 'approved' AND NEW.state = 'approved' AND to_jsonb(NEW) - 'claimed_until' = to_jsonb(OLD) - 'claimed_until')
  THEN
    RAISE EXCEPTION 'a request is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER requests_go_forward BEFORE UPDATE ON staff_requests FOR EACH ROW EXECUTE FUNCTION keep_request();
CREATE TRIGGER requests_stay BEFORE DELETE ON staff_requests FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER requests_are_never_emptied BEFORE TRUNCATE ON staff_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Reports that were made to be taken along: each of one moment of the books, kept as it was made for some days, part by part. What was made
-- and taken, by whom, and what it hashed to stands in the account of actions for good; here is the file alone.
CREATE TABLE report_files (
  id uuid PRIMARY KEY,
  report text NOT NULL CONSTRAINT report_is_known CHECK (report IN ('accounts', 'liabilities', 'customers')),
  -- Days of UTC, both included.
  first_day date NOT NULL,
  last_day date NOT NULL CONSTRAINT a_report_ends_after_it_begins CHECK (last_day >= first_day),
  rows bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- Of the whole file, hexadecimal; empty while it is being made, which nobody else sees.
  sha256 text NOT NULL DEFAULT '',
  made_by text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Of one that takes two people: they alone may take it. Null: everybody whose role includes it; empty: whoever has
  -- the machine.
  takers uuid[],
  CONSTRAINT one_that_names_every_customer_says_who_takes_it CHECK (report <> 'customers' OR takers IS NOT NULL)
);
CREATE INDEX report_files_by_time ON report_files (made_at DESC, id DESC);
CREATE INDEX report_files_by_end ON report_files (expires_at);

CREATE TABLE report_file_parts (
  file_id uuid NOT NULL REFERENCES report_files ON DELETE CASCADE,
  number integer NOT NULL CONSTRAINT parts_are_numbered CHECK (number > 0),
  -- Packed by gzip.
  content bytea NOT NULL,
  PRIMARY KEY (file_id, number)
);

-- A file is made in one transaction. From its hash on, which stands in the account of actions too, nothing of it is changed; it goes as a
-- whole when its time is over.
CREATE FUNCTION keep_report_file() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.expires_at < now() THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.sha256 = '' AND to_jsonb(NEW) - '{rows,bytes,sha256}'::text[] = to_jsonb(OLD) - '{rows,bytes,sha256}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'report file % is not changed, and stays until its time is over', OLD.id USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER report_files_stay_as_they_were_made BEFORE UPDATE OR DELETE ON report_files
  FOR EACH ROW EXECUTE FUNCTION keep_report_file();
CREATE TRIGGER report_files_are_never_emptied BEFORE TRUNCATE ON report_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_report_part() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM report_files WHERE id = NEW.file_id AND sha256 = '') THEN
    RETURN NEW;
  END IF;
  -- With its file.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM report_files WHERE id = OLD.file_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the parts of a report file are not changed' USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER report_parts_stay_as_they_were_made BEFORE INSERT OR UPDATE OR DELETE ON report_file_parts
  FOR EACH ROW EXECUTE FUNCTION keep_report_part();
CREATE TRIGGER report_parts_are_never_emptied BEFORE TRUNCATE ON report_file_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Somebody of the staff on their way to the provider of OpenID Connect and back: what was sent along, and what is waited for. Each visit is
-- one browser's, is used once, and is forgotten after minutes. Who they turn out to be stands in staff.oidc_subject.
CREATE TABLE staff_visits (
  -- SHA-256 of the state that the provider sends back, and of the cookie of the browser that went there.
  state_hash bytea PRIMARY KEY,
  holder_hash bytea NOT NULL,
  nonce text NOT NULL,
  -- What the code is worth nothing without (PKCE).
  verifier text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_visits_by_end ON staff_visits (expires_at);

-- What somebody of the staff was last shown in a session, where a screen reads again by itself: so that looking at it is one entry in the
-- account of actions and not one every few seconds. Goes with the session; what was looked at stands in the account.
CREATE TABLE staff_looks (
  session_id uuid NOT NULL REFERENCES staff_sessions (id) ON DELETE CASCADE,
  -- SHA-256 of which screen it was, what of it, and which customers stood on it.
  seen bytea NOT NULL,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, seen)
);

-- The browsers from which a member of staff has signed in before: they are not shut out by the guesses of others, and whose first sign-in
-- is told to its member. Known by a token in a cookie, hashed with the member's id; it lets nobody in.
CREATE TABLE staff_devices (
  token_hash bytea PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX staff_devices_of_one ON staff_devices (staff_id, last_seen_at);
