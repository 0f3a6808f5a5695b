-- What a customer chose to see, on whatever device: a theme, and a language that is theirs rather than a guess from the
-- browser they registered with (`language` is always there, because mails are written in it). Null, and false: they never
-- chose, and each browser decides for itself.

ALTER TABLE customers
  ADD COLUMN theme text CONSTRAINT theme_is_dark_or_light CHECK (theme IN ('dark', 'light')),
  ADD COLUMN is_language_chosen boolean NOT NULL DEFAULT false;
