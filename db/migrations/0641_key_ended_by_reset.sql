-- How a second key may end besides what is known: whoever resets the password by mail of an account whose address nobody had confirmed
-- finds nothing in their way that a stranger has set up in their name. No key of before ends by this.

ALTER TABLE second_keys DROP CONSTRAINT the_end_of_a_key_is_known;
ALTER TABLE second_keys ADD CONSTRAINT the_end_of_a_key_is_known
  CHECK (ended_by IN ('customer', 'waiting', 'operator', 'reset'));
