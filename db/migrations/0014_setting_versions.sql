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
CREATE INDEX setting_versions_by_key ON setting_versions (key, starts_at DESC, number DESC);
CREATE TRIGGER versions_never_change BEFORE UPDATE OR DELETE ON setting_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER versions_are_never_emptied BEFORE TRUNCATE ON setting_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON setting_versions FROM lastro_app;

-- Versions that were given up before they began.
CREATE TABLE setting_withdrawals (
  version bigint PRIMARY KEY REFERENCES setting_versions,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  made_by text NOT NULL CONSTRAINT a_name_is_short CHECK (length(made_by) <= 400)
);
CREATE TRIGGER withdrawals_never_change BEFORE UPDATE OR DELETE ON setting_withdrawals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawals_are_never_emptied BEFORE TRUNCATE ON setting_withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON setting_withdrawals FROM lastro_app;

INSERT INTO setting_versions (key, value, starts_at, made_at) SELECT key, value, changed_at, changed_at FROM settings ORDER BY changed_at;
DROP TABLE settings;

-- Business time as this statement was sent: later than the beginning of its transaction, so that what was written a moment ago counts.
CREATE FUNCTION business_now() RETURNS timestamptz LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT statement_timestamp() + ahead_ms * interval '1 millisecond' FROM sandbox_clock
$$;

-- What counts now, where it was ever set.
CREATE VIEW settings AS
  SELECT DISTINCT ON (v.key) v.key, v.value, v.number AS version
  FROM setting_versions v
  WHERE v.starts_at <= (SELECT business_now())
    AND NOT EXISTS (SELECT FROM setting_withdrawals w WHERE w.version = v.number)
  ORDER BY v.key, v.starts_at DESC, v.number DESC;

-- Whether a setting is still as it was read, for work that was begun by what is remembered of it. The transaction fails where it is not.
CREATE FUNCTION require_setting(p_key text, p_version bigint) RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT version FROM settings WHERE key = p_key) IS DISTINCT FROM p_version THEN
    RAISE EXCEPTION 'the setting % is another by now', p_key USING ERRCODE = 'LB030';
  END IF;
END
$$;

-- What the staff brings along for an action, as it was when they brought it: whoever decides on the action sees the same. Forgotten after a week.
CREATE TABLE staff_files (
  id uuid PRIMARY KEY,
  name text NOT NULL CONSTRAINT a_file_name_is_short CHECK (length(name) BETWEEN 1 AND 200),
  content text NOT NULL CONSTRAINT a_file_is_small CHECK (octet_length(content) <= 8388608),
  made_by uuid NOT NULL REFERENCES staff (id),
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX staff_files_by_age ON staff_files (made_at);
CREATE TRIGGER files_never_change BEFORE UPDATE ON staff_files FOR EACH ROW EXECUTE FUNCTION refuse_change();
REVOKE UPDATE ON staff_files FROM lastro_app;
