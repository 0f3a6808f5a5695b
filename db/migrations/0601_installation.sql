-- What this database is, for good: a sandbox, or a Lastro in production. It is said once, by the owner's login at the first start,
-- and whoever comes later with the other word is refused: a setting can be forgotten, and a sandbox that is begun on real money
-- gives itself a demo login and invents a treasury. It is not a setting, and the product has no right to write it.

CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_installation CHECK (only_row),
  mode text NOT NULL CONSTRAINT mode_is_known CHECK (mode IN ('sandbox', 'production')),
  stamped_at timestamptz NOT NULL DEFAULT now()
);
REVOKE INSERT, UPDATE, DELETE ON installation FROM lastro_app;

CREATE FUNCTION refuse_other_mode() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'what an installation is never changes' USING ERRCODE = 'LB020';
END
$$;
CREATE TRIGGER installation_never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON installation
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_mode();

-- The addresses of the demo investor, of their network and of everybody whom a simulated year invents. `.example` belongs to
-- nobody (RFC 2606), so no real customer has one; a stranger who types one is refused where accounts are made.
CREATE FUNCTION is_of_the_sandbox(p_email text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT p_email ~ '(^demo@lastro|@sandbox)\.example$'
$$;

-- Everything by which a sandbox is known, in words; also one from before there was a stamp.
CREATE FUNCTION traces_of_the_sandbox() RETURNS SETOF text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT format('%s of its customers', count(*)) FROM customers WHERE is_of_the_sandbox(email) HAVING count(*) > 0
  UNION ALL
  SELECT 'operations that it made up' WHERE EXISTS (SELECT FROM operations WHERE source = 'sandbox')
  UNION ALL
  SELECT 'a clock that was moved ahead' FROM sandbox_clock WHERE ahead_ms > 0
  UNION ALL
  SELECT 'a treasury that it gave itself'
    WHERE EXISTS (SELECT FROM operator_actions WHERE operator = 'seed' AND action = 'treasury fund')
  UNION ALL
  SELECT 'commands that only a sandbox takes'
    WHERE EXISTS (SELECT FROM operator_actions WHERE action IN ('clock forward', 'sandbox year', 'brokerage fault'));
$$;

-- A sandbox begins with its demo investor: one that has customers and no trace of a sandbox was in production.
CREATE FUNCTION require_right_mode() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  traces text := (SELECT string_agg(trace, ', ') FROM traces_of_the_sandbox() AS trace);
BEGIN
  IF NEW.mode = 'production' AND traces IS NOT NULL THEN
    RAISE EXCEPTION 'it holds what only a sandbox has: %', traces USING ERRCODE = 'LB021';
  END IF;
  IF NEW.mode = 'sandbox' AND traces IS NULL AND EXISTS (SELECT FROM customers) THEN
    RAISE EXCEPTION 'it holds customers and nothing of a sandbox' USING ERRCODE = 'LB021';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER an_installation_is_what_it_was BEFORE INSERT ON installation
  FOR EACH ROW EXECUTE FUNCTION require_right_mode();

-- What only a sandbox has cannot come into production by any door.
CREATE FUNCTION refuse_in_production() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RAISE EXCEPTION 'this is for the sandbox, and this Lastro is in production (%)', TG_TABLE_NAME USING ERRCODE = 'LB022';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER customers_of_the_sandbox_stay_there BEFORE INSERT OR UPDATE OF email ON customers
  FOR EACH ROW WHEN (NEW.email LIKE '%.example' AND is_of_the_sandbox(NEW.email)) EXECUTE FUNCTION refuse_in_production();
CREATE TRIGGER operations_of_the_sandbox_stay_there BEFORE INSERT ON operations
  FOR EACH ROW WHEN (NEW.source = 'sandbox') EXECUTE FUNCTION refuse_in_production();
CREATE TRIGGER the_clock_stands_in_production BEFORE UPDATE ON sandbox_clock
  FOR EACH ROW WHEN (NEW.ahead_ms <> OLD.ahead_ms) EXECUTE FUNCTION refuse_in_production();
