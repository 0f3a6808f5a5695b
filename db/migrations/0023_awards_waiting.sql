-- Bonuses that wait for the end of their position: added up for the treasury and listed, without reading every award there ever was.
CREATE INDEX awards_waiting ON network_awards (cell, happened_at, id) WHERE due_at IS NULL AND void_at IS NULL;
