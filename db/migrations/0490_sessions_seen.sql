-- What a customer is shown of each of their sessions, so that one they do not recognise can be ended: a name for it that
-- is no secret, the kind of device (never the browser's own long description), and about when it was last used.
-- The last use is written at most once a minute, so it is no trace of every click.

ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT session_is_named_once UNIQUE,
  ADD COLUMN browser text,
  ADD COLUMN system text,
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();
