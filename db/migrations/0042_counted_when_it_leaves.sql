-- What leaves the house counts in the hour in which it was let go: that is when it was asked for, unless an operator approved it later or
-- it was held back with its frozen customer. Business time, never before created_at; null where the two are the same, as for all rows until
-- now. It changes only together with the counts (withdrawal_hours, withdrawal_brl_slots).
ALTER TABLE broker_transfers ADD COLUMN counted_at timestamptz;
-- The few that count later than they were asked for, which the audit of the counts looks for.
CREATE INDEX broker_transfers_counted_later ON broker_transfers (counted_at) WHERE counted_at IS NOT NULL;
