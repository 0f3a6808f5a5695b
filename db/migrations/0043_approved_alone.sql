-- outside a transaction
-- What one member of staff approved without a second person counts together for a day: found by member and time, however long the action
-- log is. It is no limit by itself; the command compares it with the setting (src/operator/server/approved-alone.ts).
CREATE INDEX CONCURRENTLY IF NOT EXISTS actions_approved_alone ON actions (staff_id, happened_at)
  WHERE action = 'withdrawals approve' AND request_id IS NULL;
