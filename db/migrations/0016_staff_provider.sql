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
