-- Files that staff attach to a case as evidence: small, few, never changed. Nothing of them is handed out to the customer, since the law
-- forbids to tell whom a suspicion is about; they go with the customer's data, or years after their case was closed.
CREATE TABLE case_files (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL CONSTRAINT a_file_is_of_a_case REFERENCES cases (id),
  name text NOT NULL CONSTRAINT the_name_of_a_case_file_is_short CHECK (length(name) BETWEEN 1 AND 200),
  -- Judged by its content.
  type text NOT NULL CONSTRAINT a_case_file_is_no_program
    CHECK (type IN ('application/pdf', 'image/png', 'image/jpeg', 'text/csv', 'text/plain')),
  content bytea NOT NULL CONSTRAINT a_case_file_is_small CHECK (octet_length(content) BETWEEN 1 AND 5242880),
  bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(content)) STORED,
  sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(content)) STORED,
  author text NOT NULL,
  staff_id uuid NOT NULL REFERENCES staff (id),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
REVOKE UPDATE ON case_files FROM lastro_app;
CREATE INDEX case_files_of_one ON case_files (case_id, added_at, id);
CREATE TRIGGER case_files_never_change BEFORE UPDATE ON case_files FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE case_events DROP CONSTRAINT kind_of_an_event_is_known;
ALTER TABLE case_events ADD CONSTRAINT kind_of_an_event_is_known
  CHECK (kind IN ('opened', 'alert', 'assigned', 'note', 'file', 'decided', 'closed'));
