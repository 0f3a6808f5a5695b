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
CREATE OR REPLACE FUNCTION words_of(p_text text) RETURNS text[]
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

CREATE OR REPLACE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_words := CASE WHEN NEW.erased_at IS NULL THEN array_to_tsvector(
    words_found_by(NEW.name || CASE WHEN NEW.is_masked_to_upline THEN '' ELSE ' ' || NEW.email END)) ELSE '' END;
  RETURN NEW;
END
$$;

DROP INDEX customers_by_any_word;
CREATE OR REPLACE FUNCTION staff_words(p_name text, p_email text) RETURNS tsvector
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT array_to_tsvector(words_found_by(p_name || ' ' || p_email))
$$;
CREATE INDEX customers_by_any_word ON customers USING gin (staff_words(name, email));
UPDATE customers SET name = name WHERE erased_at IS NULL;
