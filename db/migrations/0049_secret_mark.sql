-- By which the secret of the environment (SECOND_KEY_SECRET) is recognised: it seals authenticator apps and keys the marks of holders, and a
-- server with another one would read neither. Derived from the secret one way, and of no use without it. Written by the first server that
-- starts. Null, set by the owner's login after the secret was lost, means that the next start begins with another.
CREATE TABLE secret_mark (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT there_is_one_secret CHECK (only_row),
  mark bytea
);
REVOKE DELETE ON secret_mark FROM lastro_app;
