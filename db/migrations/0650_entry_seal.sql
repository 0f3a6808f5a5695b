-- The key under which the numbers of entries are shown. Entries are numbered for the whole house, and a customer who saw the numbers of
-- two of their own would know how much business the house did in between. It is drawn once, belongs to the database and goes wherever that
-- goes, so that every server shows the same; it protects no money, and who reads it reads the entries as well.

CREATE TABLE entry_seal (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_key CHECK (is_only),
  key bytea NOT NULL CONSTRAINT key_is_256_bits CHECK (octet_length(key) = 32)
);

INSERT INTO entry_seal (key)
SELECT sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) FROM generate_series(1, 4);

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    REVOKE ALL ON entry_seal FROM lastro_app;
    GRANT SELECT ON entry_seal TO lastro_app;
  END IF;
END
$$;
