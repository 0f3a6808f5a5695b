-- The network: who brought whom. It is a forest that only grows: a customer is brought once, by somebody who was there
-- before, and that never changes; so nobody can be above themselves. `upline` says it from the other end: everybody above a
-- customer, from the very first down to whoever brought them. It makes "is this one of mine" and "all of mine" one index away.

ALTER TABLE customers
  ADD COLUMN upline uuid[] NOT NULL DEFAULT '{}',
  -- The words by which the people above find a customer.
  ADD COLUMN search_words tsvector NOT NULL DEFAULT '',
  -- Chosen in the profile: the people above see e-mail and phone with only their ends.
  ADD COLUMN is_masked_to_upline boolean NOT NULL DEFAULT false;

-- The words of a name or an address, without accents and in lower case: `José` is found by `jose`.
CREATE FUNCTION words_of(p_text text) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM unnest(string_to_array(translate(
    lower(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036f]', '', 'g')),
    E'@._+-''’"\\/,;:()|&!<>*\t', repeat(' ', 24)), ' ')) AS word
  WHERE word <> ''
$$;

CREATE FUNCTION place_in_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.upline := '{}';
  IF NEW.referrer_id IS NOT NULL THEN
    SELECT c.upline || c.id INTO NEW.upline FROM customers c WHERE c.id = NEW.referrer_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'whoever brings a customer is there before them' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

CREATE FUNCTION refuse_another_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who brought a customer never changes' USING ERRCODE = 'check_violation',
    CONSTRAINT = 'who_brought_a_customer_never_changes';
END
$$;

-- A masked address is no word to search by: its letters could be guessed one after another.
CREATE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_words := array_to_tsvector(
    words_of(NEW.name || CASE WHEN NEW.is_masked_to_upline THEN '' ELSE ' ' || NEW.email END));
  RETURN NEW;
END
$$;

WITH RECURSIVE placed AS (
  SELECT id, '{}'::uuid[] AS upline FROM customers WHERE referrer_id IS NULL
  UNION ALL
  SELECT c.id, p.upline || p.id FROM customers c JOIN placed p ON c.referrer_id = p.id
)
UPDATE customers c SET upline = placed.upline, search_words = array_to_tsvector(words_of(c.name || ' ' || c.email))
FROM placed WHERE placed.id = c.id;

CREATE TRIGGER a_customer_is_placed_once BEFORE INSERT ON customers
  FOR EACH ROW EXECUTE FUNCTION place_in_network();
CREATE TRIGGER a_customer_keeps_their_place BEFORE UPDATE OF referrer_id, upline ON customers
  FOR EACH ROW WHEN (OLD.referrer_id IS DISTINCT FROM NEW.referrer_id OR OLD.upline IS DISTINCT FROM NEW.upline)
  EXECUTE FUNCTION refuse_another_place();
CREATE TRIGGER search_words_follow BEFORE INSERT OR UPDATE OF name, email, is_masked_to_upline ON customers
  FOR EACH ROW EXECUTE FUNCTION keep_search_words();

-- A level of the tree, newest first; and everybody below somebody, with the words they are found by, in one index.
DROP INDEX customers_by_referrer;
CREATE INDEX members_newest_first ON customers (referrer_id, created_at DESC, id DESC) WHERE referrer_id IS NOT NULL;
CREATE INDEX customers_below_by_word ON customers USING gin (upline, search_words);

-- What somebody earns because of a member of their network: a bonus when a direct member invests, a residual when a member up
-- to three levels down is paid a profit. It says what was reckoned, and since when it is paid; the money is in the ledger,
-- under a journal whose reference is this id. One cause makes at most one award on each level.
CREATE TABLE network_awards (
  id uuid PRIMARY KEY,
  kind text NOT NULL CONSTRAINT award_kind_is_known CHECK (kind IN ('bonus', 'residual')),
  level smallint NOT NULL CONSTRAINT an_award_is_near_enough CHECK (level BETWEEN 1 AND CASE kind WHEN 'bonus' THEN 1 ELSE 3 END),
  beneficiary_id uuid NOT NULL REFERENCES customers (id),
  source_id uuid NOT NULL REFERENCES customers (id),
  product text NOT NULL,
  position_id uuid NOT NULL,
  base bigint NOT NULL CONSTRAINT an_award_has_a_base CHECK (base > 0),
  -- Millionths of a percent point, as every rate.
  percentage bigint NOT NULL CONSTRAINT an_award_is_a_part_of_its_base CHECK (percentage BETWEEN 1 AND 100000000),
  value bigint NOT NULL CONSTRAINT an_award_is_worth_something CHECK (value > 0),
  happened_at timestamptz NOT NULL,
  paid_at timestamptz,
  CONSTRAINT nobody_earns_by_themselves CHECK (beneficiary_id <> source_id),
  CONSTRAINT a_cause_awards_each_level_once UNIQUE (position_id, kind, level)
);

CREATE INDEX awards_newest_first ON network_awards (beneficiary_id, kind, happened_at DESC, id DESC) INCLUDE (value, paid_at);
CREATE INDEX awards_owed ON network_awards (happened_at, id) WHERE paid_at IS NULL;
