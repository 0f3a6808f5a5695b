-- A rate shown to a session is agreed to once, and what is brought in reais has an hourly limit.

-- The rate that a session was shown last. It goes when the session agrees to it, and with the session.
CREATE TABLE shown_rates (
  token_hash bytea NOT NULL,
  cell smallint NOT NULL,
  rate_id bigint NOT NULL,
  shown_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, cell),
  CONSTRAINT a_rate_is_shown_to_a_session FOREIGN KEY (token_hash, cell) REFERENCES sessions (token_hash, cell) ON DELETE CASCADE
);

-- The reais that all customers together asked to bring in an hour of the clock, without what was returned. Counted by the database: whoever
-- inserts a deposit holds the row of its hour, and so knows the sum exactly.
CREATE TABLE brl_deposit_hours (
  hour timestamptz PRIMARY KEY,
  reais bigint NOT NULL
);

CREATE FUNCTION count_brl_deposit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO brl_deposit_hours AS h (hour, reais)
  VALUES (date_bin('1 hour', NEW.created_at, timestamptz 'epoch'), CASE TG_OP WHEN 'INSERT' THEN NEW.net ELSE -NEW.net END)
  ON CONFLICT (hour) DO UPDATE SET reais = h.reais + excluded.reais;
  RETURN NULL;
END
$$;

CREATE TRIGGER deposits_in_reais_are_counted AFTER INSERT ON broker_transfers FOR EACH ROW
  WHEN (NEW.direction = 'deposit' AND NEW.currency = 'brl' AND NEW.state <> 'returned') EXECUTE FUNCTION count_brl_deposit();
CREATE TRIGGER returned_deposits_in_reais_count_no_longer AFTER UPDATE OF state ON broker_transfers FOR EACH ROW
  WHEN (NEW.direction = 'deposit' AND NEW.currency = 'brl' AND NEW.state = 'returned' AND OLD.state <> 'returned')
  EXECUTE FUNCTION count_brl_deposit();

INSERT INTO brl_deposit_hours (hour, reais)
SELECT date_bin('1 hour', created_at, timestamptz 'epoch'), sum(net) FROM broker_transfers
WHERE direction = 'deposit' AND currency = 'brl' AND state <> 'returned' GROUP BY 1;
