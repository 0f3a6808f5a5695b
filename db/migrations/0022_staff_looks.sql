-- What somebody of the staff was last shown in a session, where a screen reads again by itself: so that looking at it is one entry in the
-- account of actions and not one every few seconds. Goes with the session; what was looked at stands in the account.
CREATE TABLE staff_looks (
  session_id uuid NOT NULL REFERENCES staff_sessions (id) ON DELETE CASCADE,
  -- SHA-256 of which screen it was, what of it, and which customers stood on it.
  seen bytea NOT NULL,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, seen)
);
