-- Whether settings are still as they were read is asked of all of them in one statement, which calls this for one that is not. Where nothing
-- changed no function runs.
CREATE FUNCTION refuse_setting(p_key text) RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the setting % is another by now', p_key USING ERRCODE = 'LB030';
END
$$;
DROP FUNCTION require_setting(text, bigint);

-- The same rows: the moment is reckoned in the statement, where a function would be prepared anew in every transaction.
CREATE OR REPLACE VIEW settings AS
  SELECT DISTINCT ON (v.key) v.key, v.value, v.number AS version
  FROM setting_versions v
  WHERE v.starts_at <= (SELECT statement_timestamp() + c.ahead_ms * interval '1 millisecond' FROM sandbox_clock c)
    AND NOT EXISTS (SELECT FROM setting_withdrawals w WHERE w.version = v.number)
  ORDER BY v.key, v.starts_at DESC, v.number DESC;
