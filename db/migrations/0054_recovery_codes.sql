-- New recovery codes are a changed second factor (L11): they admit whoever holds them.
CREATE FUNCTION note_recovery_codes_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET factor_changed_at = now() WHERE id IN (SELECT customer_id FROM made);
  RETURN NULL;
END
$$;
CREATE TRIGGER recovery_codes_note_made AFTER INSERT ON recovery_codes REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_recovery_codes_made();
