-- What a customer has under way with the brokerage, looked up without reading all that ever ended.

CREATE INDEX broker_transfers_under_way ON broker_transfers (customer_id) INCLUDE (direction, amount) WHERE ended_at IS NULL;
