-- A token that was mailed to a customer and proves that the mailbox is theirs: to confirm the address, or to set a new password.
-- The token itself stands in the mail alone; here is its SHA-256. It is no session and lets nobody in.

CREATE TABLE mailed_tokens (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL CONSTRAINT token_purpose_is_known CHECK (purpose IN ('confirm', 'reset')),
  customer_id uuid NOT NULL REFERENCES customers (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX mailed_tokens_by_customer ON mailed_tokens (customer_id, purpose);
CREATE INDEX mailed_tokens_by_expiry ON mailed_tokens (expires_at);
