-- Reports that were made to be taken along: each of one moment of the books, kept as it was made for some days, part by part. What was made
-- and taken, by whom, and what it hashed to stands in the account of actions for good; here is the file alone.
CREATE TABLE report_files (
  id uuid PRIMARY KEY,
  report text NOT NULL CONSTRAINT report_is_known CHECK (report IN ('accounts', 'liabilities', 'customers')),
  -- Days of UTC, both included.
  first_day date NOT NULL,
  last_day date NOT NULL CONSTRAINT a_report_ends_after_it_begins CHECK (last_day >= first_day),
  rows bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- Of the whole file, hexadecimal; empty while it is being made, which nobody else sees.
  sha256 text NOT NULL DEFAULT '',
  made_by text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Of one that takes two people: they alone may take it. Null: everybody whose role includes it; empty: whoever has
  -- the machine.
  takers uuid[],
  CONSTRAINT one_that_names_every_customer_says_who_takes_it CHECK (report <> 'customers' OR takers IS NOT NULL)
);
CREATE INDEX report_files_by_time ON report_files (made_at DESC, id DESC);
CREATE INDEX report_files_by_end ON report_files (expires_at);

CREATE TABLE report_file_parts (
  file_id uuid NOT NULL REFERENCES report_files ON DELETE CASCADE,
  number integer NOT NULL CONSTRAINT parts_are_numbered CHECK (number > 0),
  -- Packed by gzip.
  content bytea NOT NULL,
  PRIMARY KEY (file_id, number)
);

-- A file is made in one transaction. From its hash on, which stands in the account of actions too, nothing of it is changed; it goes as a
-- whole when its time is over.
CREATE FUNCTION keep_report_file() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.expires_at < now() THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.sha256 = '' AND to_jsonb(NEW) - '{rows,bytes,sha256}'::text[] = to_jsonb(OLD) - '{rows,bytes,sha256}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'report file % is not changed, and stays until its time is over', OLD.id USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER report_files_stay_as_they_were_made BEFORE UPDATE OR DELETE ON report_files
  FOR EACH ROW EXECUTE FUNCTION keep_report_file();
CREATE TRIGGER report_files_are_never_emptied BEFORE TRUNCATE ON report_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_report_part() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM report_files WHERE id = NEW.file_id AND sha256 = '') THEN
    RETURN NEW;
  END IF;
  -- With its file.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM report_files WHERE id = OLD.file_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the parts of a report file are not changed' USING ERRCODE = 'LB003';
END
$$;
CREATE TRIGGER report_parts_stay_as_they_were_made BEFORE INSERT OR UPDATE OR DELETE ON report_file_parts
  FOR EACH ROW EXECUTE FUNCTION keep_report_part();
CREATE TRIGGER report_parts_are_never_emptied BEFORE TRUNCATE ON report_file_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What is on the house's accounts that have no running balance is added up from their own entries alone.
CREATE INDEX entries_of_the_house ON ledger.entries (happened_at) INCLUDE (from_account, to_account, amount)
  WHERE from_account IN ('brokerage', 'funding', 'fees', 'trading') OR to_account IN ('brokerage', 'funding', 'fees', 'trading');
