-- Customers: who they are, who brought them, how they get in, and what they asked for before.

-- A customer. What they hold is in the ledger, under accounts whose owner is this id. An
-- address and a referral code belong to one customer of all.
CREATE TABLE customers (
  id uuid PRIMARY KEY,
  email text NOT NULL CONSTRAINT email_is_lower_case CHECK (email = lower(email) AND length(email) <= 254),
  email_confirmed_at timestamptz,
  name text NOT NULL CONSTRAINT name_is_given CHECK (length(name) BETWEEN 1 AND 120),
  phone text NOT NULL,
  phone_changed_at timestamptz,
  birth date NOT NULL,
  password_hash text NOT NULL,
  password_changed_at timestamptz,
  -- What they chose to see on whatever device. The language is always there, because mails are written in it: a guess from the browser
  -- they registered with until they choose one. Theme null: never chosen, each browser decides for itself.
  language text NOT NULL DEFAULT 'pt-BR',
  is_language_chosen boolean NOT NULL DEFAULT false,
  theme text CONSTRAINT theme_is_dark_or_light CHECK (theme IN ('dark', 'light')),
  -- The address of their picture; null while there is none.
  avatar text,
  code text NOT NULL,
  referrer_id uuid REFERENCES customers (id),
  -- Their place below that, written once and the same bytes at whatever depth: the top of their tree, how many stand above them, and one of
  -- those further up with how many stand above that one. The top of a tree is its own root and jumps to itself.
  root_id uuid NOT NULL,
  depth integer NOT NULL,
  jump_id uuid NOT NULL,
  jump_depth integer NOT NULL,
  -- The words by which the people above find a customer.
  search_words tsvector NOT NULL DEFAULT '',
  -- Chosen in the profile: the people above see e-mail and phone with only their ends.
  is_masked_to_upline boolean NOT NULL DEFAULT false,
  -- The terms of use that they accepted: when, and in which of their versions.
  terms_accepted_at timestamptz,
  terms_version text CONSTRAINT terms_have_a_version CHECK (length(terms_version) BETWEEN 1 AND 40),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What people write about a customer stands apart from what must never change: in the account of actions and in the requests of the staff is
  -- a reference to it, with its hash, and the words themselves are here, so that they can go when the customer asks for it while the
  -- chain stays whole. And what goes with a customer who is erased.
  -- When nothing was left by which the person is found. The row stays, and stands in the books for somebody who is nobody any more.
  erased_at timestamptz,
  -- The fees that the terms of use named, by setting, where the operator had set them.
  terms_fees jsonb,
  -- The recent changes of an account in one list: each makes its withdrawals wait (F6, L11). Noted by whatever way they were made.
  factor_changed_at timestamptz,
  calendar_made_at timestamptz,
  address_changed_at timestamptz,
  CONSTRAINT email_is_taken_once UNIQUE (email),
  CONSTRAINT code_belongs_to_one_customer UNIQUE (code),
  CONSTRAINT nobody_refers_themselves CHECK (referrer_id <> id),
  CONSTRAINT a_jump_leads_up CHECK (CASE WHEN referrer_id IS NULL THEN depth = 0 AND jump_depth = 0 AND root_id = id AND jump_id = id
    ELSE jump_depth BETWEEN 0 AND depth - 1 END),
  -- A customer whom the operator created has accepted nothing: they are asked for the terms of use at their first login.
  CONSTRAINT terms_are_accepted_in_a_version CHECK ((terms_accepted_at IS NULL) = (terms_version IS NULL))
);

-- A level of the tree, newest first; and the words that members are found by.
CREATE INDEX members_newest_first ON customers (referrer_id, created_at DESC, id DESC) WHERE referrer_id IS NOT NULL;
CREATE INDEX members_by_word ON customers USING gin (search_words);
CREATE TRIGGER customers_of_the_sandbox_stay_there BEFORE INSERT OR UPDATE OF email ON customers
  FOR EACH ROW WHEN (NEW.email LIKE '%.example' AND is_of_the_sandbox(NEW.email)) EXECUTE FUNCTION refuse_in_production();

-- The network is a forest that only grows: a customer is brought once, by somebody who was there before, and that never changes; so
-- nobody can be above themselves.
CREATE FUNCTION place_in_network() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  above customers;
  further customers;
BEGIN
  NEW.root_id := NEW.id;
  NEW.jump_id := NEW.id;
  NEW.depth := 0;
  NEW.jump_depth := 0;
  IF NEW.referrer_id IS NOT NULL THEN
    SELECT * INTO above FROM customers WHERE id = NEW.referrer_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'whoever brings a customer is there before them' USING ERRCODE = 'foreign_key_violation';
    END IF;
    SELECT * INTO STRICT further FROM customers WHERE id = above.jump_id;
    NEW.root_id := above.root_id;
    NEW.depth := above.depth + 1;
    IF above.depth - above.jump_depth = further.depth - further.jump_depth THEN
      NEW.jump_id := further.jump_id;
      NEW.jump_depth := further.jump_depth;
    ELSE
      NEW.jump_id := above.id;
      NEW.jump_depth := above.depth;
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER a_customer_is_placed_once BEFORE INSERT ON customers
  FOR EACH ROW EXECUTE FUNCTION place_in_network();

CREATE FUNCTION refuse_another_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'who brought a customer never changes' USING ERRCODE = 'check_violation',
    CONSTRAINT = 'who_brought_a_customer_never_changes';
END
$$;
CREATE TRIGGER a_customer_keeps_their_place BEFORE UPDATE OF referrer_id, root_id, depth, jump_id, jump_depth ON customers
  FOR EACH ROW WHEN ((OLD.referrer_id, OLD.root_id, OLD.depth, OLD.jump_id, OLD.jump_depth)
    IS DISTINCT FROM (NEW.referrer_id, NEW.root_id, NEW.depth, NEW.jump_id, NEW.jump_depth))
  EXECUTE FUNCTION refuse_another_place();

-- Whoever stands above a customer with so many above themselves, or the customer at their own depth; null where there is nobody.
-- A jump passes over one level, or, where the two jumps that follow each other from whoever brought the customer are equally long, over both
-- of them and one level (the digits of skew-binary numbers). So the way up, by the jump unless that leads too far and else by one level,
-- takes at most 3 * log2(depth) steps, each one row by its key.
CREATE FUNCTION ancestor_at(p_id uuid, p_depth integer) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
DECLARE
  here uuid := p_id;
  reached integer;
  above uuid;
BEGIN
  LOOP
    SELECT depth, CASE WHEN jump_depth >= p_depth THEN jump_id ELSE referrer_id END INTO reached, above FROM customers WHERE id = here;
    IF reached = p_depth THEN
      RETURN here;
    ELSIF reached > p_depth THEN
      here := above;
    ELSE
      RETURN NULL;
    END IF;
  END LOOP;
END
$$;

-- Those below a customer, the nearest first, up to so many: it reads these and no others.
CREATE FUNCTION customers_below(p_id uuid, p_most integer) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE network AS (
    SELECT id FROM customers WHERE referrer_id = p_id
    UNION ALL
    SELECT brought.id FROM network n CROSS JOIN LATERAL (SELECT id FROM customers WHERE referrer_id = n.id OFFSET 0) brought
  )
  SELECT id FROM network LIMIT p_most
$$;

-- A masked address is no word to search by: its letters could be guessed one after another.
CREATE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_words := CASE WHEN NEW.erased_at IS NULL THEN array_to_tsvector(
    words_found_by(NEW.name || CASE WHEN NEW.is_masked_to_upline THEN '' ELSE ' ' || NEW.email END)) ELSE '' END;
  RETURN NEW;
END
$$;
CREATE TRIGGER search_words_follow BEFORE INSERT OR UPDATE OF name, email, is_masked_to_upline ON customers
  FOR EACH ROW EXECUTE FUNCTION keep_search_words();

-- When phone and password were changed last, by whatever way: a withdrawal is judged by it.
CREATE FUNCTION note_customer_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone THEN
    NEW.phone_changed_at := now();
  END IF;
  IF NEW.password_hash IS DISTINCT FROM OLD.password_hash THEN
    NEW.password_changed_at := now();
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email THEN
    NEW.address_changed_at := now();
  END IF;
  RETURN NEW;
END
$$;

-- A customer's picture, as the server itself encoded it: never the bytes that were sent. It is in the database and not in a folder so
-- that every server has it and a backup holds it; one is at most 100 kB (docs/decisions/0012-avatars.md). The name is a hash of the
-- customer and the picture: another picture has another address, so it may be cached for good.
CREATE TABLE avatars (
  customer_id uuid NOT NULL REFERENCES customers (id),
  name text NOT NULL,
  image bytea NOT NULL CONSTRAINT avatar_is_small CHECK (length(image) <= 102400),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id),
  CONSTRAINT avatar_is_named_once UNIQUE (name)
);

-- Customers whose money an operator has stopped: since when and until when. Whether somebody is frozen now is `frozen_at` of their
-- accounts in the ledger, under the lock that money moves under; this is the account of it, which the audit compares. Who froze them
-- and why is among the operator's actions.
CREATE TABLE customer_freezes (
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- When it took hold: whatever moved before had begun before.
  frozen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- A freeze that one person put on alone ends by itself, after a day at most.
  until timestamptz
  CONSTRAINT a_freeze_by_one_lasts_a_day_at_most CHECK (until > frozen_at AND until <= frozen_at + interval '24 hours'),
  PRIMARY KEY (customer_id, frozen_at),
  CONSTRAINT a_freeze_ends_after_it_began CHECK (ended_at >= frozen_at)
);
CREATE UNIQUE INDEX a_customer_is_frozen_once ON customer_freezes (customer_id) WHERE ended_at IS NULL;

-- The devices a customer came from. A device is told from every other by a random token that its browser keeps and shows when its
-- owner logs in; a browser that shows none is known by its kind alone. It lets nobody in and stands for no session: it says only that
-- somebody who knew everything that was asked for came from here before. The token is there as a hash that differs from customer to
-- customer. A device that was forgotten stays as a row, so that the next one is not taken for the customer's first.
CREATE TABLE known_devices (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- Null: known by its kind alone.
  token_hash bytea CONSTRAINT device_token_is_hashed CHECK (length(token_hash) = 32),
  -- Empty where the browser did not say.
  browser text NOT NULL,
  system text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- The first that the customer ever came from: nothing was there before it, so it is never a new one.
  is_first boolean NOT NULL DEFAULT false,
  forgotten_at timestamptz,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX a_device_is_known_once ON known_devices (customer_id, token_hash)
  WHERE token_hash IS NOT NULL AND forgotten_at IS NULL;
CREATE INDEX known_devices_by_customer ON known_devices (customer_id, last_seen_at);

-- A login that is still good. The token itself is never stored, only its SHA-256, as of every token below. A session that was logged out is gone. Its owner sees each of theirs, so that
-- one they do not recognise can be ended: a name for it that is no secret, the kind of device (never the browser's own long
-- description), and about when it was last used, written at most once in some minutes, so it is no trace of every click.
CREATE TABLE sessions (
  token_hash bytea NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  device_id uuid,
  browser text,
  system text,
  kept boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash),
  CONSTRAINT session_is_named_once UNIQUE (id),
  CONSTRAINT a_session_has_its_device FOREIGN KEY (device_id) REFERENCES known_devices (id) ON DELETE SET NULL (device_id)
);
CREATE INDEX sessions_by_customer ON sessions (customer_id);
CREATE INDEX sessions_by_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX sessions_expired ON sessions (expires_at);

-- A token that was mailed to a customer and proves that the mailbox is theirs: to confirm the address, or to set a new password.
-- The token itself stands in the mail alone; here is its SHA-256. It is no session and lets nobody in.
CREATE TABLE mailed_tokens (
  token_hash bytea NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  purpose text NOT NULL CONSTRAINT token_purpose_is_known CHECK (purpose IN ('confirm', 'reset')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash)
);
CREATE INDEX mailed_tokens_by_customer ON mailed_tokens (customer_id, purpose);
CREATE INDEX mailed_tokens_expired ON mailed_tokens (expires_at);

-- The attempts counted by rate-limiter-flexible, in the shape it asks for: key, points used, and when they are forgotten. Most of them
-- are of addresses and networks and not of a customer.
CREATE TABLE attempts (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX attempts_expired ON attempts (expire);

-- The second factor: what a customer shows besides the password, an authenticator app's code or a passkey. It belongs to the login and
-- to withdrawals; it is no session and holds no money. Here is the time in which a customer had one, kept when it ends: a
-- withdrawal of then is judged by it.
CREATE TABLE second_factors (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id),
  since timestamptz NOT NULL,
  ended_at timestamptz,
  -- `waiting`: a removal by mail whose time had come. `reset`: whoever resets the password by mail of an account whose address nobody
  -- had confirmed finds nothing in their way that a stranger has set up in their name.
  ended_by text CONSTRAINT the_end_of_a_factor_is_known CHECK (ended_by IN ('customer', 'waiting', 'operator', 'reset')),
  -- Where it ended, or was changed by a recovery code, without having been shown: nothing leaves in between.
  withdrawals_closed_at timestamptz,
  withdrawals_closed_until timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT an_ended_factor_says_how CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT a_factor_ends_after_it_began CHECK (ended_at >= since),
  CONSTRAINT closed_withdrawals_say_since_when CHECK ((withdrawals_closed_at IS NULL) = (withdrawals_closed_until IS NULL))
);
CREATE UNIQUE INDEX a_customer_has_one_second_factor ON second_factors (customer_id) WHERE ended_at IS NULL;
CREATE INDEX second_factors_by_customer ON second_factors (customer_id, withdrawals_closed_until);

-- An authenticator app. The secret is encrypted with a key that is not in the database; `last_step` is the thirty seconds whose
-- code was used last: that code and every earlier one are spent.
CREATE TABLE authenticator_apps (
  customer_id uuid NOT NULL REFERENCES customers (id),
  sealed_secret bytea NOT NULL,
  last_step bigint NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id)
);

-- One that has been shown to its customer and has not answered with a code yet.
CREATE TABLE authenticator_setups (
  customer_id uuid NOT NULL REFERENCES customers (id),
  session_hash bytea NOT NULL,
  sealed_secret bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id)
);
CREATE INDEX authenticator_setups_expired ON authenticator_setups (expires_at);

-- A passkey. The counter is recorded and never refused by: a passkey that lives on several devices has none, or one that falls back.
-- It is always looked for among those of one customer, after their password.
CREATE TABLE passkeys (
  id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL CONSTRAINT passkey_name_is_given CHECK (length(name) BETWEEN 1 AND 60),
  is_synced boolean NOT NULL,
  counter bigint NOT NULL,
  counter_fell_at timestamptz,
  added_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT a_passkey_belongs_to_one_customer UNIQUE (credential_id)
);
CREATE INDEX passkeys_by_customer ON passkeys (customer_id);

-- Recovery codes by their hash; one that was used stays, marked, and opens nothing.
CREATE TABLE recovery_codes (
  customer_id uuid NOT NULL REFERENCES customers (id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (customer_id, code_hash)
);

-- What a passkey is asked to sign: once, for one purpose, by whoever was asked (a session, or a login under way).
CREATE TABLE passkey_challenges (
  challenge text NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  holder_hash bytea NOT NULL,
  purpose text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (challenge)
);
CREATE INDEX passkey_challenges_by_customer ON passkey_challenges (customer_id);
CREATE INDEX passkey_challenges_expired ON passkey_challenges (expires_at);

-- A login whose password was right and whose second factor has not been shown yet. It lets nobody in. `credential_mark` tells
-- whether the password has been changed since.
CREATE TABLE login_tickets (
  ticket_hash bytea NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  credential_mark bytea NOT NULL,
  keep boolean NOT NULL,
  attempts_left integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (ticket_hash)
);
CREATE INDEX login_tickets_by_customer ON login_tickets (customer_id);
CREATE INDEX login_tickets_expired ON login_tickets (expires_at);

-- That the second factor was shown for one withdrawal of one amount in one currency, in one session. Used once, in the withdrawal's own
-- transaction; used ones are kept as its evidence.
CREATE TABLE withdrawal_approvals (
  token_hash bytea NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  session_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  withdrawal_id uuid,
  -- The second factor is shown for whatever gives money up: a withdrawal, a position left early at its fee, the bot's price. An approval names
  -- the one thing it is for; only a withdrawal's is kept with the withdrawal it was used for.
  purpose text NOT NULL,
  PRIMARY KEY (token_hash),
  CONSTRAINT a_withdrawal_has_one_approval UNIQUE (withdrawal_id),
  CONSTRAINT a_used_approval_names_its_withdrawal
    CHECK ((withdrawal_id IS NOT NULL) = (used_at IS NOT NULL AND purpose LIKE 'withdrawal:%'))
);
CREATE INDEX withdrawal_approvals_by_customer ON withdrawal_approvals (customer_id) WHERE used_at IS NULL;
CREATE INDEX withdrawal_approvals_expired ON withdrawal_approvals (expires_at) WHERE used_at IS NULL;

-- The mailed link by which a customer without their second factor asks for its removal. Nothing happens until it is opened.
CREATE TABLE lost_second_factor_links (
  token_hash bytea NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers (id),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash)
);
CREATE INDEX lost_second_factor_links_by_customer ON lost_second_factor_links (customer_id);
CREATE INDEX lost_second_factor_links_expired ON lost_second_factor_links (expires_at);

-- A removal that was confirmed by mail and waits: whoever shows the second factor meanwhile cancels it.
CREATE TABLE second_factor_removals (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id),
  confirmed_at timestamptz NOT NULL,
  removes_at timestamptz NOT NULL,
  canceled_at timestamptz,
  removed_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT a_removal_has_one_end CHECK (canceled_at IS NULL OR removed_at IS NULL),
  CONSTRAINT nothing_is_removed_before_its_time CHECK (removed_at >= removes_at)
);
CREATE UNIQUE INDEX a_customer_has_one_removal_waiting ON second_factor_removals (customer_id)
  WHERE canceled_at IS NULL AND removed_at IS NULL;
CREATE INDEX second_factor_removals_due ON second_factor_removals (removes_at)
  WHERE canceled_at IS NULL AND removed_at IS NULL;

-- What was answered to a call that moves money, by the customer's own key. The row is written in the transaction that moves the money, last
-- of all, so there is never an effect without its answer nor an answer without its effect, and never changes. Kept 30 days. Without a foreign key: whoever
-- calls has a session, and every money call would lock the customer's row once more.
CREATE TABLE idempotency_keys (
  customer_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status smallint NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE TRIGGER customers_note_change BEFORE UPDATE OF phone, password_hash, email ON customers
  FOR EACH ROW EXECUTE FUNCTION note_customer_change();

-- A way of showing the second factor was added, replaced or removed. An authenticator's step and a passkey's counter change at every use.
CREATE FUNCTION note_factor_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET factor_changed_at = now()
  WHERE id = coalesce(NEW.customer_id, OLD.customer_id) AND factor_changed_at IS DISTINCT FROM now();
  RETURN NULL;
END
$$;
CREATE TRIGGER authenticator_apps_note_change AFTER INSERT OR DELETE OR UPDATE OF sealed_secret, added_at ON authenticator_apps
  FOR EACH ROW EXECUTE FUNCTION note_factor_change();
CREATE TRIGGER passkeys_note_change AFTER INSERT OR DELETE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION note_factor_change();

CREATE FUNCTION note_calendar_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customers SET calendar_made_at = now() WHERE id = NEW.customer_id;
  RETURN NULL;
END
$$;

-- By which the secret of the environment (SECOND_KEY_SECRET) is recognised: it seals authenticator apps and keys the marks of holders, and a
-- server with another one would read neither. Derived from the secret one way, and of no use without it. Written by the first server that
-- starts. Null, set by the owner's login after the secret was lost, means that the next start begins with another.
CREATE TABLE secret_mark (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_secret CHECK (only_row),
  mark bytea
);
REVOKE DELETE ON secret_mark FROM lastro_app;
CREATE TRIGGER recovery_codes_note_change AFTER INSERT ON recovery_codes
  FOR EACH ROW EXECUTE FUNCTION note_factor_change();

-- People are found by their name in every script: what a keyboard writes in two ways is one letter (Arabic and Persian ye and kaf, the
-- strokes of ł, ø and đ, the dotless ı, ß and ss, digits), marks and joiners make no difference, and in scripts that write no spaces a
-- name is found from any of its letters on. Not a search for parts of words in scripts that do write spaces.
CREATE FUNCTION fold_letters(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT normalize(translate(
    replace(replace(replace(replace(
      -- Accents and vowel points of Latin, Greek, Cyrillic, Hebrew and Arabic; the Arabic stretching stroke; what no font shows.
      lower(regexp_replace(normalize(p_text, NFKD),
        '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
        '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łøđðħŧıŋɨƀςيىێېكڪةەھہۃٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    'loddhtinibσییییککههههها01234567890123456789'), NFC)
$$;

-- The words that are looked for.
CREATE FUNCTION words_of(p_text text) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM unnest(string_to_array(translate(public.fold_letters(p_text),
    E'@._+-''’"\\/,;:()|&!<>*\t·・　', repeat(' ', 27)), ' ')) AS word
  WHERE word <> ''
$$;

-- The words by which a name or an address is found: also the halves of a word with a half-space in it, and the ends of a word whose script
-- writes no spaces (Thai, Lao, Burmese, Khmer, Chinese, Japanese), or may leave them out (Korean), up to 40 letters.
CREATE FUNCTION words_found_by(p_text text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  unspaced CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff66-\uff9f\U00020000-\U0003ffff]';
  words text[] := public.words_of(p_text);
BEGIN
  IF strpos(p_text, U&'\200c') > 0 THEN
    words := words || public.words_of(replace(p_text, U&'\200c', ' '));
  END IF;
  IF p_text ~ unspaced THEN
    words := words || ARRAY(SELECT substr(word, place) FROM unnest(words) AS word, generate_series(2, least(length(word), 40)) AS place
      WHERE substr(word, place, 1) ~ unspaced);
  END IF;
  RETURN words;
END
$$;
