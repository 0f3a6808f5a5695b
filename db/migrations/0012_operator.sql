-- What the operator may set without a release, and the journal of everything an operator did, with who and when.

CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE operator_actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator text NOT NULL,
  action text NOT NULL,
  details jsonb NOT NULL,
  happened_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER operator_actions_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_actions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- How far the business clock stands ahead of the real one. Sandbox only: one row, and zero in production.
CREATE TABLE sandbox_clock (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_clock CHECK (only_row),
  ahead_ms bigint NOT NULL DEFAULT 0 CONSTRAINT the_clock_never_stands_behind CHECK (ahead_ms >= 0)
);
INSERT INTO sandbox_clock DEFAULT VALUES;
