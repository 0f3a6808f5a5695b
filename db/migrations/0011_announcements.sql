-- What an announcement is called, only in the languages that its readers have, and whom it reaches by mail.

-- By language, as the texts; empty where it was made before announcements had subjects.
ALTER TABLE announcements ADD COLUMN subjects jsonb NOT NULL DEFAULT '{}';
ALTER TABLE announcements DROP CONSTRAINT it_is_said_in_every_language;
ALTER TABLE announcements ADD CONSTRAINT it_is_said_in_some_language CHECK (texts <> '{}');
-- Its mail is owed to everybody, whatever they chose: the terms promise it. Otherwise whoever turned such mails off gets the notice alone.
ALTER TABLE announcements ADD COLUMN is_owed boolean NOT NULL DEFAULT false;
-- How many mails it was to be when it was made, and how many were queued, in the transaction of their notices.
ALTER TABLE announcements ADD COLUMN mails_counted integer NOT NULL DEFAULT 0;
ALTER TABLE announcements ADD COLUMN mailed integer NOT NULL DEFAULT 0;
ALTER TABLE announcements ADD CONSTRAINT an_owed_mail_is_sent CHECK (mails OR NOT is_owed);

ALTER TABLE notice_preferences ADD COLUMN mails_announcements boolean NOT NULL DEFAULT true;

-- What was agreed on is what is told; it goes forward only.
CREATE OR REPLACE FUNCTION keep_announcement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  progress CONSTANT text[] = '{state,ended_at,told_up_to,told,mailed}';
BEGIN
  IF to_jsonb(NEW) - progress IS DISTINCT FROM to_jsonb(OLD) - progress
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('sending', 'withdrawn') AND NEW.told = 0
      OR OLD.state = 'sending' AND NEW.state IN ('sending', 'done') AND NEW.told >= OLD.told AND NEW.mailed >= OLD.mailed
        AND NEW.told_up_to >= OLD.told_up_to) THEN
    RAISE EXCEPTION 'an announcement is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
$$;
