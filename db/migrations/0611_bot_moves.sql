-- What a customer moved between their balance and their bot's wallet: what stands behind these events in the books, as a stake
-- stands behind its own. It holds no money and decides nothing; rows are written with the movement and never change.

CREATE TABLE bot_moves (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES bot_subscriptions (customer_id),
  direction text NOT NULL CONSTRAINT move_direction_is_known CHECK (direction IN ('deposited', 'withdrawn')),
  amount bigint NOT NULL CONSTRAINT moved_amount_is_positive CHECK (amount > 0),
  moved_at timestamptz NOT NULL
);

INSERT INTO bot_moves (id, customer_id, direction, amount, moved_at)
SELECT j.reference, j.owner, substr(j.kind, 5), t.amount, j.happened_at
FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
WHERE j.kind IN ('bot_deposited', 'bot_withdrawn');

CREATE TRIGGER bot_moves_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON bot_moves
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
