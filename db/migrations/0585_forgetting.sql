-- What is forgotten after its time is found by its time: notices a good year after they were written (docs/decisions/0018-alive.md),
-- counts of attempts when they have run out. Nothing that money is reckoned from is ever forgotten.

CREATE INDEX customer_notices_by_age ON customer_notices (written_at);
CREATE INDEX attempts_by_expiry ON attempts (expire);
