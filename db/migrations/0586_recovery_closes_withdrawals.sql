-- A recovery code changes the second key without the key itself: from then on nothing leaves for a while, as when the key is removed
-- without it, although the key goes on. Since when is kept beside until when, for the audit.

ALTER TABLE second_keys DROP CONSTRAINT only_an_ended_key_closes_withdrawals;
ALTER TABLE second_keys ADD COLUMN withdrawals_closed_at timestamptz;
UPDATE second_keys SET withdrawals_closed_at = ended_at WHERE withdrawals_closed_until IS NOT NULL;
ALTER TABLE second_keys ADD CONSTRAINT closed_withdrawals_say_since_when
  CHECK ((withdrawals_closed_at IS NULL) = (withdrawals_closed_until IS NULL));
