-- A break between the brokerage's book and ours may also be that it booked a transfer twice. The table is small: a few notes a month.
ALTER TABLE reconciliation_notes DROP CONSTRAINT break_is_known;
ALTER TABLE reconciliation_notes ADD CONSTRAINT break_is_known CHECK (
  break IN ('missing_here', 'missing_there', 'other_amount', 'other_currency', 'other_state', 'other_figures', 'booked_twice'));
