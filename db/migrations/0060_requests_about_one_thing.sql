-- What a request is about, so that the same is not asked for twice at a time: a withdrawal, a setting, a person. Null where several are
-- independent of each other, such as two amounts for the treasury. Whom it is about is their id, never an address.
ALTER TABLE staff_requests ADD COLUMN subject text;
CREATE UNIQUE INDEX the_same_is_asked_for_once ON staff_requests (subject) WHERE state IN ('waiting', 'approved');

-- A request that is bound to fail ends before anybody approves it: nobody has decided on it.
ALTER TABLE staff_requests DROP CONSTRAINT a_decision_has_somebody_who_decided;
ALTER TABLE staff_requests ADD CONSTRAINT a_decision_has_somebody_who_decided CHECK (
  (decider_id IS NULL) = (decided_at IS NULL)
  AND CASE WHEN state IN ('waiting', 'withdrawn', 'expired') THEN decider_id IS NULL WHEN state = 'failed' THEN true ELSE decider_id IS NOT NULL END);

CREATE OR REPLACE FUNCTION keep_request() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.command, NEW.input, NEW.reason, NEW.maker_id, NEW.made_at, NEW.expires_at, NEW.subject)
      IS DISTINCT FROM (OLD.id, OLD.command, OLD.input, OLD.reason, OLD.maker_id, OLD.made_at, OLD.expires_at, OLD.subject)
    OR (OLD.decider_id IS NOT NULL AND (NEW.decider_id, NEW.decided_at, NEW.decision_reason)
      IS DISTINCT FROM (OLD.decider_id, OLD.decided_at, OLD.decision_reason))
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('approved', 'refused', 'withdrawn', 'expired')
      OR OLD.state = 'waiting' AND NEW.state = 'failed' AND NEW.decider_id IS NULL
      OR OLD.state = 'approved' AND NEW.state IN ('done', 'failed')
      OR OLD.state = 'approved' AND NEW.state = 'approved' AND to_jsonb(NEW) - 'claimed_until' = to_jsonb(OLD) - 'claimed_until')
  THEN
    RAISE EXCEPTION 'a request is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
$$;
