-- Who may do what, what this installation is, and what its operators set and did.

-- For tables to which rows are only added. FOR EACH ROW, because a trigger for a statement does not fire on a part of a table that
-- lies on another server; only TRUNCATE, which knows no rows, needs one for the statement.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed, only added', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME USING ERRCODE = 'LB003';
END
$$;

-- Two logins work on this database: the owner's, which runs migrations and nothing else, and the product's. The product's is
-- lastro_app, or a member of it: it owns nothing, creates nothing, reads the ledger and calls its functions, and writes the tables of
-- the product. It logs in itself and is no role that another login puts on: whoever is lastro_app can take nothing off. It is there
-- before the first migration (src/database/server/migrate.ts).
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO lastro_app;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO lastro_app;

-- The list of migrations says how the tables came about.
REVOKE ALL ON migrations FROM PUBLIC, lastro_app;
GRANT SELECT ON migrations TO lastro_app;

-- What is made from here on. The ledger's schema grants its own: its functions are nobody's until they are granted.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lastro_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO lastro_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO lastro_app;

-- The account of actions: everything that those who run the installation did or looked at, with who, when and from where. It is a
-- chain: each row's hash is that of the row before it and of its own bytes, so none can be changed, taken out or put between
-- without every later one showing it. One row a time is added, by record_action() alone.
CREATE TABLE actions (
  number bigint PRIMARY KEY,
  happened_at timestamptz NOT NULL,
  operator text NOT NULL,
  -- Of the staff; null for the command line, which is whoever may use the machine.
  staff_id uuid,
  address text,
  -- What two people decided is done once: the database keeps a second row of the same request out.
  request_id uuid CONSTRAINT an_approved_request_is_done_once UNIQUE,
  action text NOT NULL,
  details jsonb NOT NULL,
  was jsonb,
  is_now jsonb,
  hash bytea NOT NULL
);
REVOKE INSERT, UPDATE, DELETE ON actions FROM lastro_app;
CREATE INDEX actions_of_a_customer ON actions ((details ->> 'customer'), number) WHERE details ? 'customer';
CREATE TRIGGER actions_never_change BEFORE UPDATE OR DELETE ON actions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER actions_are_never_emptied BEFORE TRUNCATE ON actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Where the chain ends; whoever adds to it holds this row until their transaction ends.
CREATE TABLE action_chain (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_chain_of_actions CHECK (only_row),
  number bigint NOT NULL,
  happened_at timestamptz NOT NULL,
  hash bytea NOT NULL
);
REVOKE INSERT, UPDATE, DELETE ON action_chain FROM lastro_app;
INSERT INTO action_chain (number, happened_at, hash) VALUES (0, 'epoch', sha256(''));

-- What the hash of a row is reckoned over, besides the one before. jsonb writes the same value the same way on every server.
CREATE FUNCTION action_bytes(p_row actions) RETURNS bytea LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT convert_to(jsonb_build_array(p_row.number, (extract(epoch FROM p_row.happened_at) * 1000000)::bigint, p_row.operator,
    p_row.staff_id, p_row.address, p_row.request_id, p_row.action, p_row.details, p_row.was, p_row.is_now)::text, 'UTF8')
$$;

-- Adds one action to the account, in the transaction of its effect. SECURITY DEFINER: the product's login writes it in no other way.
-- What somebody wrote about a customer is put aside, and its reference is what the chain has.
CREATE FUNCTION record_action(
  p_operator text, p_staff uuid, p_address text, p_request uuid, p_action text, p_details jsonb, p_was jsonb, p_is_now jsonb
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head action_chain;
  added actions;
  details jsonb := p_details;
  written record;
BEGIN
  IF p_details ?| ARRAY['reason', 'evidence', 'text'] AND p_details ->> 'customer' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    -- Before the chain: whoever erases them holds them first, and the chain last.
    PERFORM FROM customers WHERE id = (p_details ->> 'customer')::uuid FOR KEY SHARE;
  END IF;
  SELECT * INTO head FROM action_chain FOR UPDATE;
  IF p_details ->> 'customer' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    FOR written IN SELECT e.key, e.value FROM jsonb_each_text(p_details) AS e
      WHERE e.key IN ('reason', 'evidence', 'text') AND EXISTS (SELECT FROM customers WHERE id = (p_details ->> 'customer')::uuid)
    LOOP
      details := jsonb_set(details, ARRAY[written.key],
        to_jsonb(keep_words((p_details ->> 'customer')::uuid, 'action:' || head.number + 1, written.value)));
    END LOOP;
  END IF;
  added := ROW(head.number + 1, greatest(clock_timestamp(), head.happened_at), p_operator, p_staff, p_address, p_request, p_action,
    details, p_was, p_is_now, NULL);
  added.hash := sha256(head.hash || action_bytes(added));
  INSERT INTO actions SELECT added.*;
  UPDATE action_chain SET number = added.number, happened_at = added.happened_at, hash = added.hash;
  RETURN added.number;
END
$$;

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
CREATE TRIGGER installation_never_changes BEFORE UPDATE OR DELETE ON installation
  FOR EACH ROW EXECUTE FUNCTION refuse_other_mode();
CREATE TRIGGER installation_is_never_emptied BEFORE TRUNCATE ON installation
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_mode();

-- What only a sandbox has cannot come into production by any door. Placed on each table that has such rows.
CREATE FUNCTION refuse_in_production() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RAISE EXCEPTION 'this is for the sandbox, and this Lastro is in production (%)', TG_TABLE_NAME USING ERRCODE = 'LB022';
  END IF;
  RETURN NEW;
END
$$;

-- The addresses of the demo investor, of their network and of everybody whom a simulated year invents. `.example` belongs to
-- nobody (RFC 2606), so no real customer has one; a stranger who types one is refused where accounts are made.
CREATE FUNCTION is_of_the_sandbox(p_email text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT p_email ~ '(^demo@lastro|@sandbox)\.example$'
$$;

-- How far the business clock stands ahead of the real one. Sandbox only: one row, and zero in production.
CREATE TABLE sandbox_clock (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_clock CHECK (only_row),
  ahead_ms bigint NOT NULL DEFAULT 0 CONSTRAINT the_clock_never_stands_behind CHECK (ahead_ms >= 0)
);
INSERT INTO sandbox_clock DEFAULT VALUES;
CREATE TRIGGER the_clock_stands_in_production BEFORE UPDATE ON sandbox_clock
  FOR EACH ROW WHEN (NEW.ahead_ms <> OLD.ahead_ms) EXECUTE FUNCTION refuse_in_production();

-- What the operator sets, as versions: each says who set it, when, from which instant of business time on it counts, and what would count
-- then without it. Nothing is ever changed or taken out; what was planned and given up is said so beside it. What counts at a moment is
-- the version with the latest start that has come: no job has to put it into force, and no server can miss it.
CREATE TABLE setting_versions (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL,
  value jsonb NOT NULL,
  -- Null: the product's own standard.
  before jsonb,
  -- Business time.
  starts_at timestamptz NOT NULL,
  -- Real time.
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The name of whoever set it, or both of two people; empty where the product itself did.
  made_by text NOT NULL DEFAULT '' CONSTRAINT a_name_is_short CHECK (length(made_by) <= 400)
);
REVOKE UPDATE, DELETE ON setting_versions FROM lastro_app;
CREATE INDEX setting_versions_by_key ON setting_versions (key, starts_at DESC, number DESC);
CREATE TRIGGER versions_never_change BEFORE UPDATE OR DELETE ON setting_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER versions_are_never_emptied BEFORE TRUNCATE ON setting_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Versions that were given up before they began.
CREATE TABLE setting_withdrawals (
  version bigint PRIMARY KEY REFERENCES setting_versions,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  made_by text NOT NULL CONSTRAINT a_name_is_short CHECK (length(made_by) <= 400)
);
REVOKE UPDATE, DELETE ON setting_withdrawals FROM lastro_app;
CREATE TRIGGER withdrawals_never_change BEFORE UPDATE OR DELETE ON setting_withdrawals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawals_are_never_emptied BEFORE TRUNCATE ON setting_withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Business time as this statement was sent: later than the beginning of its transaction, so that what was written a moment ago counts.
CREATE FUNCTION business_now() RETURNS timestamptz LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT statement_timestamp() + ahead_ms * interval '1 millisecond' FROM sandbox_clock
$$;

-- What counts now, where it was ever set. The moment is reckoned in the statement, where a function would be prepared anew in every transaction.
CREATE VIEW settings AS
  SELECT DISTINCT ON (v.key) v.key, v.value, v.number AS version
  FROM setting_versions v
  WHERE v.starts_at <= (SELECT statement_timestamp() + c.ahead_ms * interval '1 millisecond' FROM sandbox_clock c)
    AND NOT EXISTS (SELECT FROM setting_withdrawals w WHERE w.version = v.number)
  ORDER BY v.key, v.starts_at DESC, v.number DESC;

-- Stands for the values of all settings as they count now: another one as soon as any of them is another. What was decided with other settings is
-- decided again.
CREATE FUNCTION settings_state() RETURNS uuid LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT md5(coalesce(string_agg(s.key || '=' || s.version, ',' ORDER BY s.key), ''))::uuid FROM settings s
$$;

-- The zone whose midnights end the house's days and years. A statement that asks it of many rows asks it once: (SELECT house_zone()).
CREATE FUNCTION house_zone() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT s.value #>> '{}' FROM settings s WHERE s.key = 'house.zone'), 'America/Sao_Paulo')
$$;

-- The instant at which a day of the house begins.
CREATE FUNCTION house_midnight(p_day date) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT p_day::timestamp AT TIME ZONE house_zone()
$$;

-- Days are kept (what falls due on one, until when a code is valid), and they are days of one zone: it is set before there is anybody.
CREATE FUNCTION the_house_has_its_zone() RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM customers) OR EXISTS (SELECT FROM promocodes);
END
$$;
CREATE FUNCTION refuse_another_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Unknown to the database: refused by the conversion itself.
  PERFORM now() AT TIME ZONE (NEW.value #>> '{}');
  LOCK TABLE customers, promocodes IN SHARE MODE;
  IF NEW.starts_at > business_now() OR the_house_has_its_zone() THEN
    RAISE EXCEPTION 'the zone of the house is set at once, and before its first customer and code' USING ERRCODE = 'LB033';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER the_house_keeps_its_zone BEFORE INSERT ON setting_versions
  FOR EACH ROW WHEN (NEW.key = 'house.zone') EXECUTE FUNCTION refuse_another_zone();
