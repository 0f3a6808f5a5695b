-- outside a transaction
-- The cases about one customer, on their page.
CREATE INDEX CONCURRENTLY IF NOT EXISTS cases_about_a_customer ON cases (customer_id, opened_at DESC, id DESC);
