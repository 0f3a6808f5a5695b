-- The order in which the audit walks what was settled with the brokerage, day by day, beside the brokerage's own book. By the real
-- time at which the intent was written down: the brokerage knows no business clock.

CREATE INDEX broker_transfers_settled_by_day ON broker_transfers (queued_at, id) WHERE state = 'settled';
