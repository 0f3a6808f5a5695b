-- The browsers from which a member of staff has signed in before: they are not shut out by the guesses of others, and whose first sign-in
-- is told to its member. Known by a token in a cookie, hashed with the member's id; it lets nobody in.
CREATE TABLE staff_devices (
  token_hash bytea PRIMARY KEY,
  staff_id uuid NOT NULL REFERENCES staff,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX staff_devices_of_one ON staff_devices (staff_id, last_seen_at);
