-- A customer's picture, as the server itself encoded it: never the bytes that were sent. It is in the database and not in
-- a folder so that every server has it and a backup holds it; one is at most 100 kB (docs/decisions/0012-avatars.md). The
-- name is a hash of the customer and the picture: another picture has another address, so it may be cached for good.
-- `customers.avatar` is that address, null while there is no picture.

CREATE TABLE avatars (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  name text NOT NULL CONSTRAINT avatar_is_named_once UNIQUE,
  image bytea NOT NULL CONSTRAINT avatar_is_small CHECK (length(image) <= 102400),
  changed_at timestamptz NOT NULL DEFAULT now()
);
