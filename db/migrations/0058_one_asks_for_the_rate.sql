-- Of all programs one at a time asks the sources of the rate: when they may be asked next, and of which (a hash: an address may hold a key),
-- so that what one was told, to leave its source alone for an hour, holds for every other and after a restart.
ALTER TABLE rate_judge ADD COLUMN ask_at timestamptz NOT NULL DEFAULT '-infinity', ADD COLUMN asked_of bytea;
