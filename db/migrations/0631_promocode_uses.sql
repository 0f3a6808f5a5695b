-- How often each customer has used a promotional code: one customer is one use unless the operator says otherwise. Counted in the
-- transaction of the investment, by an upsert that only succeeds below the code's own limit. The codes that there are keep
-- what they were made with: as often as there are uses.

ALTER TABLE promocodes
  ADD COLUMN uses_per_customer integer CONSTRAINT a_customer_can_use_a_promocode CHECK (uses_per_customer > 0);
UPDATE promocodes SET uses_per_customer = uses_allowed;
ALTER TABLE promocodes ALTER COLUMN uses_per_customer SET NOT NULL;

CREATE TABLE promocode_uses (
  code text NOT NULL REFERENCES promocodes (code),
  customer_id uuid NOT NULL REFERENCES customers (id),
  uses integer NOT NULL CONSTRAINT a_use_is_counted CHECK (uses > 0),
  PRIMARY KEY (code, customer_id)
);

INSERT INTO promocode_uses (code, customer_id, uses)
  SELECT promocode, customer_id, count(*) FROM vault_investments WHERE promocode IS NOT NULL GROUP BY promocode, customer_id;
