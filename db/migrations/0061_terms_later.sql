-- A customer whom the operator created has accepted nothing: they are asked for the terms of use at their first login.
ALTER TABLE customers ALTER COLUMN terms_accepted_at DROP NOT NULL, ALTER COLUMN terms_version DROP NOT NULL,
  ADD CONSTRAINT terms_are_accepted_in_a_version CHECK ((terms_accepted_at IS NULL) = (terms_version IS NULL));
