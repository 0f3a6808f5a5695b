-- What the house tells many customers at once: five texts, a link into the product, whom, and when. It arrives as a notice of each, and as a
-- mail where that was chosen. Nobody's in particular, so it has no cell; how far it has come is kept by cell.
CREATE TABLE announcements (
  id uuid PRIMARY KEY,
  -- By language, all five; plain text.
  texts jsonb NOT NULL CONSTRAINT it_is_said_in_every_language CHECK (texts ?& ARRAY['pt-BR', 'en', 'es', 'zh-CN', 'fa']),
  -- A path of the product, nothing else.
  link text CONSTRAINT a_link_stays_in_the_product CHECK (link ~ '^/[a-z0-9][a-z0-9/_?=&-]*$'),
  segment text NOT NULL CONSTRAINT segment_is_known
    CHECK (segment ~ '^(all|never_logged_in|product:[a-z]+|language:[A-Za-z-]{2,5}|country:\+[1-9][0-9]{0,3})$'),
  mails boolean NOT NULL,
  -- Real time; whoever became a customer later is not told.
  starts_at timestamptz NOT NULL,
  made_by text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  -- How many it was for when it was made.
  counted integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT state_of_an_announcement_is_known CHECK (state IN ('waiting', 'sending', 'done', 'withdrawn')),
  ended_at timestamptz,
  CONSTRAINT an_announcement_has_an_end_when_it_is_over CHECK ((state IN ('done', 'withdrawn')) = (ended_at IS NOT NULL))
);
CREATE INDEX announcements_due ON announcements (starts_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX announcements_newest_first ON announcements (made_at DESC, id DESC);

-- What was agreed on is what is told; it goes forward only.
CREATE FUNCTION keep_announcement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF to_jsonb(NEW) - '{state,ended_at}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{state,ended_at}'::text[]
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('sending', 'withdrawn') OR OLD.state = 'sending' AND NEW.state = 'done') THEN
    RAISE EXCEPTION 'an announcement is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER announcements_go_forward BEFORE UPDATE ON announcements FOR EACH ROW EXECUTE FUNCTION keep_announcement();
CREATE TRIGGER announcements_stay BEFORE DELETE ON announcements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER announcements_are_never_emptied BEFORE TRUNCATE ON announcements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON announcements FROM lastro_app;

-- How far one has come in a cell: everybody up to this id was told, in the transaction that says so.
CREATE TABLE announcement_cells (
  announcement_id uuid NOT NULL REFERENCES announcements (id),
  cell smallint NOT NULL CONSTRAINT announcements_are_told_by_cell CHECK (cell BETWEEN 0 AND 255),
  after uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  told integer NOT NULL DEFAULT 0,
  is_done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (announcement_id, cell)
);

-- Customers cell by cell, in the order of their ids.
CREATE INDEX customers_by_cell ON customers ((get_byte(uuid_send(id), 15)), id);

-- Two lanes of mails, so that nobody's code waits behind what a hundred thousand are told; and what failed is counted by itself: a mail that
-- was taken and not begun has lost nothing by it.
ALTER TABLE mails ADD COLUMN is_urgent boolean NOT NULL DEFAULT false, ADD COLUMN failures integer NOT NULL DEFAULT 0;
CREATE INDEX mails_urgent_due ON mails (cell, due_at) WHERE due_at IS NOT NULL AND is_urgent;
