-- New recovery codes are noted row by row: a shard never fires a statement's trigger. Of the ten, the first writes.
DROP TRIGGER recovery_codes_note_made ON recovery_codes;
DROP FUNCTION note_recovery_codes_made();
CREATE OR REPLACE FUNCTION note_factor_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET factor_changed_at = now()
  WHERE id = coalesce(NEW.customer_id, OLD.customer_id) AND factor_changed_at IS DISTINCT FROM now();
  RETURN NULL;
END
$$;
CREATE TRIGGER recovery_codes_note_change AFTER INSERT ON recovery_codes
  FOR EACH ROW EXECUTE FUNCTION note_factor_change();
