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
  -- Of one that takes two people: they alone may take it. Null: everybody whose role includes it.
  takers uuid[]
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
