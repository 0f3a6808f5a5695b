-- What leaving early and a withdrawal in USDT cost is a setting: each position and each withdrawal keeps what was agreed when it was made,
-- and whoever accepted the terms of use what these said then. Empty in what is older, and in what the build before this one writes: then
-- the specification's fees (40 and 2 %) are meant, which were the only ones.

-- Millionths of a percent of the amount, as every rate; empty too where a product's positions cannot be left.
ALTER TABLE positions ADD COLUMN cancel_fee bigint;
ALTER TABLE positions ADD CONSTRAINT a_cancel_fee_is_a_part CHECK (cancel_fee BETWEEN 0 AND 100000000) NOT VALID;
CREATE OR REPLACE TRIGGER ended_positions_never_change BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.state <> 'running' OR (OLD.id, OLD.customer_id, OLD.product, OLD.amount, OLD.rate, OLD.promised, OLD.started_at, OLD.ends_at, OLD.terms, OLD.cancel_fee)
    IS DISTINCT FROM (NEW.id, NEW.customer_id, NEW.product, NEW.amount, NEW.rate, NEW.promised, NEW.started_at, NEW.ends_at, NEW.terms, NEW.cancel_fee))
  EXECUTE FUNCTION refuse_change_of_ended_position();

-- Likewise, of a withdrawal in USDT.
ALTER TABLE broker_transfers ADD COLUMN fee_rate bigint;
ALTER TABLE broker_transfers ADD CONSTRAINT a_fee_rate_is_a_part CHECK (fee_rate BETWEEN 0 AND 100000000) NOT VALID;

-- The fees that the terms of use named, by setting, where the operator had set them.
ALTER TABLE customers ADD COLUMN terms_fees jsonb;
