-- What all running positions owe, by product and by the day (UTC) on which they fall due. A figure for whoever watches the
-- house, derived from the positions; the positions and the ledger are what counts, and an oracle compares them.
--
-- Nobody who opens or ends a position waits for anybody: each adds a line of its own to `maturity_changes`. The clockwork
-- folds those lines into `maturity_days`; what is owed is the sum of both, at every moment. A day on which nothing is owed
-- has no row, so the table is as long as the terms are, however many customers there are.

CREATE TABLE maturity_days (
  product text NOT NULL CONSTRAINT maturing_product_is_known CHECK (product IN ('stake', 'vault', 'copytrade', 'primezord')),
  due_on date NOT NULL,
  positions bigint NOT NULL,
  amount bigint NOT NULL,
  promised bigint NOT NULL,
  PRIMARY KEY (product, due_on)
);

CREATE TABLE maturity_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product text NOT NULL,
  due_on date NOT NULL,
  positions integer NOT NULL,
  amount bigint NOT NULL,
  promised bigint NOT NULL
);

-- Told for each table: its product, the status of what runs, and whether it promises a profit.
CREATE FUNCTION note_maturity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  profit bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = TG_ARGV[1] THEN
    IF TG_ARGV[2] = 'promises' THEN
      profit := OLD.promised_profit;
    END IF;
    INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
    VALUES (TG_ARGV[0], (OLD.ends_at AT TIME ZONE 'UTC')::date, -1, -OLD.amount, -profit);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = TG_ARGV[1] THEN
    IF TG_ARGV[2] = 'promises' THEN
      profit := NEW.promised_profit;
    END IF;
    INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
    VALUES (TG_ARGV[0], (NEW.ends_at AT TIME ZONE 'UTC')::date, 1, NEW.amount, profit);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER stakes_note_maturity AFTER INSERT OR UPDATE OR DELETE ON stakes
  FOR EACH ROW EXECUTE FUNCTION note_maturity('stake', 'in_progress', 'promises');
CREATE TRIGGER vault_investments_note_maturity AFTER INSERT OR UPDATE OR DELETE ON vault_investments
  FOR EACH ROW EXECUTE FUNCTION note_maturity('vault', 'active', 'promises');
CREATE TRIGGER licences_note_maturity AFTER INSERT OR UPDATE OR DELETE ON copytrade_licences
  FOR EACH ROW EXECUTE FUNCTION note_maturity('copytrade', 'active', 'depends');
CREATE TRIGGER investments_note_maturity AFTER INSERT OR UPDATE OR DELETE ON bot_investments
  FOR EACH ROW EXECUTE FUNCTION note_maturity('primezord', 'in_progress', 'depends');

-- What ran before there were these tables.
INSERT INTO maturity_days (product, due_on, positions, amount, promised)
SELECT product, (ends_at AT TIME ZONE 'UTC')::date, count(*), sum(amount)::bigint, sum(promised)::bigint
FROM (
  SELECT 'stake' AS product, ends_at, amount, promised_profit AS promised FROM stakes WHERE status = 'in_progress'
  UNION ALL SELECT 'vault', ends_at, amount, promised_profit FROM vault_investments WHERE status = 'active'
  UNION ALL SELECT 'copytrade', ends_at, amount, 0 FROM copytrade_licences WHERE status = 'active'
  UNION ALL SELECT 'primezord', ends_at, amount, 0 FROM bot_investments WHERE status = 'in_progress'
) running GROUP BY 1, 2;
