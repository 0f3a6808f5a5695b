-- What a member of the staff reads in, how they change their own second factors, and what an access review reads. Nothing of a customer's.

-- Null until they have been in the console: then the installation's.
ALTER TABLE staff ADD COLUMN language text CONSTRAINT a_reader_has_one_of_five_languages
  CHECK (language IN ('pt-BR', 'en', 'es', 'zh-CN', 'fa'));

-- `own_keys`: password and second factor were shown anew, in a session, to change the second factors.
ALTER TABLE staff_tokens DROP CONSTRAINT purpose_is_known;
ALTER TABLE staff_tokens ADD CONSTRAINT purpose_is_known
  CHECK (purpose IN ('invitation', 'set_up', 'second_step', 'own_keys'));

-- When each last signed in, and used each command.
CREATE INDEX actions_of_a_member ON actions (staff_id, action, number) WHERE staff_id IS NOT NULL;
