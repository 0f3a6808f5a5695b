-- A mail that is owed to somebody, written down in the transaction that causes it: no cause without its mail, no mail without
-- its cause. It says what the mail is about and never what it says: the words, and a link with its token, are made when the mail
-- leaves and are kept nowhere. What it was about is forgotten when it has ended. Money is never moved from here.

CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  cause text NOT NULL CONSTRAINT a_cause_has_one_mail UNIQUE,
  about jsonb NOT NULL,
  -- unneeded: when it was to leave there was nothing to say. refused: the mail server will not take it. expired: too late.
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT mail_state_is_known CHECK (
    state IN ('waiting', 'sent', 'unneeded', 'refused', 'expired')
  ),

  -- The queue, in real time and by this database's clock alone. A worker that takes a row moves due_at ahead by its lease and
  -- the fence, which counts the tries, up by one; whatever it writes later names that fence.
  queued_at timestamptz NOT NULL DEFAULT now(),
  deadline_at timestamptz NOT NULL,
  due_at timestamptz DEFAULT now(),
  fence integer NOT NULL DEFAULT 0,
  -- Why the last try failed, for the operator: the mail server's number, never its words, which name the address.
  trouble text,
  ended_at timestamptz,

  CONSTRAINT only_a_waiting_mail_is_due CHECK ((state = 'waiting') = (due_at IS NOT NULL)),
  CONSTRAINT only_an_ended_mail_has_an_end CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT an_ended_mail_is_about_nobody CHECK (state = 'waiting' OR about = '{}')
);

CREATE INDEX mails_due ON mails (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_by_end ON mails (ended_at) WHERE ended_at IS NOT NULL;
