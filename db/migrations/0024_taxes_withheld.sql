-- Taxes withheld: a part of a promised profit that the house keeps back at the moment it is paid and owes to the tax authority. Which part is
-- a setting (`taxes.withheld_percent`); each position keeps what held when it was opened. It is a journal of its own behind the one that pays, so
-- that the whole profit was paid first. What operations won is not withheld of, and neither is what is left early: it pays no profit.

-- Millionths of a percent of the promised profit; empty where nothing is withheld, as in all that is older.
ALTER TABLE positions ADD COLUMN tax_rate bigint;
ALTER TABLE positions ADD CONSTRAINT a_tax_is_a_part_of_a_promise
  CHECK (tax_rate IS NULL OR (tax_rate BETWEEN 1 AND 100000000 AND rate IS NOT NULL)) NOT VALID;
CREATE OR REPLACE TRIGGER ended_positions_never_change BEFORE UPDATE ON positions FOR EACH ROW
  WHEN (OLD.state <> 'running'
    OR (OLD.id, OLD.customer_id, OLD.product, OLD.amount, OLD.rate, OLD.promised, OLD.started_at, OLD.ends_at, OLD.terms, OLD.cancel_fee, OLD.tax_rate)
    IS DISTINCT FROM (NEW.id, NEW.customer_id, NEW.product, NEW.amount, NEW.rate, NEW.promised, NEW.started_at, NEW.ends_at, NEW.terms,
      NEW.cancel_fee, NEW.tax_rate))
  EXECUTE FUNCTION refuse_change_of_ended_position();

-- What is withheld of a promised profit: rounded down to the micro-dollar, in the customer's favour.
CREATE FUNCTION withheld_tax(p_promised bigint, p_rate bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT div(p_promised::numeric * coalesce(p_rate, 0), 100000000)::bigint
$$;

-- Of a notice that a position has ended: what was withheld of its profit; empty where nothing was.
ALTER TABLE customer_notices ADD COLUMN withheld bigint;

-- The house has two accounts more: `taxes` is what was withheld and is owed to the authority, `authority` what was paid to it.
CREATE OR REPLACE FUNCTION ledger.add_kind(p_kind text, p_legs text[], owned boolean DEFAULT true, referenced boolean DEFAULT true)
RETURNS void LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  accounts constant text := '(balance|held|invested|promised|zord|brokerage|funding|fees|trading|treasury|transit|taxes|authority)';
  leg text;
BEGIN
  FOREACH leg IN ARRAY p_legs LOOP
    IF leg !~ ('^' || accounts || '>' || accounts || '\??$') THEN
      RAISE EXCEPTION 'a leg is written from>to between accounts that there are, not %', leg;
    END IF;
  END LOOP;
  INSERT INTO ledger.kinds (kind, owned, referenced, legs, required)
  SELECT p_kind, add_kind.owned, add_kind.referenced, array_agg(rtrim(l, '?')), coalesce(array_agg(l) FILTER (WHERE l NOT LIKE '%?'), '{}')
  FROM unnest(p_legs) AS l;
END
$$;

-- As before, and of a fixed yield with what may be withheld of its profit.
CREATE OR REPLACE FUNCTION add_product(p_product text, p_yield text, p_source text, p_cancelable boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO products (product, yield, source, cancelable) VALUES (p_product, p_yield, p_source, p_cancelable);
  IF p_yield = 'fixed' THEN
    PERFORM ledger.add_kind(p_product || '_opened', ARRAY[p_source || '>invested', 'treasury>promised']);
    PERFORM ledger.add_kind(p_product || '_matured', ARRAY['invested>' || p_source, 'promised>' || p_source]);
    PERFORM ledger.add_kind(p_product || '_withheld', ARRAY[p_source || '>taxes']);
  ELSE
    INSERT INTO payout_feeds (product) VALUES (p_product);
    PERFORM ledger.add_kind(p_product || '_opened', ARRAY[p_source || '>invested']);
    PERFORM ledger.add_kind(p_product || '_matured',
      ARRAY['invested>' || p_source || '?', 'invested>trading?', 'trading>' || p_source || '?']);
  END IF;
  IF p_cancelable THEN
    PERFORM ledger.add_kind(p_product || '_canceled', CASE p_yield
      WHEN 'fixed' THEN ARRAY['invested>' || p_source, 'invested>fees?', 'promised>treasury']
      ELSE ARRAY['invested>' || p_source, 'invested>fees?'] END);
  END IF;
END
$$;
SELECT ledger.add_kind(product || '_withheld', ARRAY[source || '>taxes']) FROM products WHERE yield = 'fixed' ORDER BY product;
SELECT ledger.add_kind('reversed_withholding', '{taxes>balance}');
SELECT ledger.add_kind('taxes_paid', '{taxes>authority}', owned => false, referenced => false);
SELECT ledger.add_kind('taxes_returned', '{authority>taxes}', owned => false, referenced => false);

-- As before, with these two among the accounts that have no running balance.
DROP INDEX ledger.entries_of_the_house;
CREATE INDEX entries_of_the_house ON ledger.entries (happened_at) INCLUDE (from_account, to_account, amount)
  WHERE from_account IN ('brokerage', 'funding', 'fees', 'trading', 'taxes', 'authority')
    OR to_account IN ('brokerage', 'funding', 'fees', 'trading', 'taxes', 'authority');

-- What is owed and what was paid is asked for by itself; where nothing is withheld there is nothing in it.
CREATE INDEX entries_of_taxes ON ledger.entries (happened_at) INCLUDE (from_account, to_account, amount)
  WHERE from_account IN ('taxes', 'authority') OR to_account IN ('taxes', 'authority');
