-- An operation has two instants: when it opened, and when it closed (happened_at, as before: its result is known since). A position takes part in
-- those that opened and closed while it ran. Before, one instant decided, and whoever opened a moment before an operation closed, when its result
-- could be seen coming, earned all of it.

-- What is recorded already keeps what it was imported under: it opened when it closed. So nothing changes that was shown or paid.
ALTER TABLE operations DISABLE TRIGGER operations_never_change;
ALTER TABLE operations ADD COLUMN opened_at timestamptz;
UPDATE operations SET opened_at = happened_at;
ALTER TABLE operations ALTER COLUMN opened_at SET NOT NULL,
  ADD CONSTRAINT an_operation_opens_before_it_closes CHECK (opened_at <= happened_at);
ALTER TABLE operations ENABLE TRIGGER operations_never_change;

-- Finds those that were open at an instant: that opened before it and closed at it or later. They are few, however many operations there are.
CREATE INDEX operations_open_at ON operations USING gist (tstzrange(opened_at, happened_at, '(]'));

-- The sum of a product's payouts with p_start <= opening and closing < p_end: of those that closed between them, without those that were open at
-- the start. Two look-ups and the few that were open, however many operations there are.
CREATE OR REPLACE FUNCTION payouts_between(p_product text, p_start timestamptz, p_end timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_end
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_start
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT sum(payout) FROM operations WHERE product = p_product
      AND tstzrange(opened_at, happened_at, '(]') @> p_start AND happened_at < p_end), 0)::bigint
$$;

