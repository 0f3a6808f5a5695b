-- When a running position comes back, read by the customer it belongs to: soonest first, from the index alone.

CREATE INDEX stakes_coming_back ON stakes (customer_id, ends_at, id)
  INCLUDE (started_at, amount, promised_profit) WHERE status = 'in_progress';
CREATE INDEX vault_investments_coming_back ON vault_investments (customer_id, ends_at, id)
  INCLUDE (started_at, amount, promised_profit) WHERE status = 'active';
CREATE INDEX licences_coming_back ON copytrade_licences (customer_id, ends_at, id)
  INCLUDE (started_at, amount) WHERE status = 'active';
CREATE INDEX investments_coming_back ON bot_investments (customer_id, ends_at, id)
  INCLUDE (started_at, amount) WHERE status = 'in_progress';
