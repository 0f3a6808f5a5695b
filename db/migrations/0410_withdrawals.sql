-- Withdrawals: transfers the other way. The amount is held from the moment the row is there, so a withdrawal is never
-- merely `created`. One over the operator's limit begins as `awaiting_approval`: its money is held, nothing is due and nothing
-- may be sent until an operator decides; approved it is `held` like any other, refused it is `returned`.

ALTER TABLE broker_transfers
  DROP CONSTRAINT direction_is_known,
  DROP CONSTRAINT transfer_state_is_known,
  DROP CONSTRAINT work_ends_with_the_transfer,
  DROP CONSTRAINT only_a_withdrawal_is_held;

-- Until now nothing could be withdrawn, so no row has the old word.
ALTER TABLE broker_transfers
  ADD CONSTRAINT direction_is_known CHECK (direction IN ('deposit', 'withdrawal')),
  ADD CONSTRAINT transfer_state_is_known CHECK (
    state IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
  ),
  ADD CONSTRAINT work_waits_for_approval_and_ends_with_the_transfer CHECK (
    (state IN ('awaiting_approval', 'settled', 'returned')) = (due_at IS NULL)
  ),
  ADD CONSTRAINT a_withdrawal_is_held_and_a_deposit_is_not CHECK (
    CASE direction WHEN 'withdrawal' THEN state <> 'created' ELSE state NOT IN ('awaiting_approval', 'held') END
  );

-- Whether it was over the limit when it was asked for, and what the operator then said. `reason` holds the operator's
-- words where they refused it, the brokerage's where that did.
ALTER TABLE broker_transfers
  ADD COLUMN needs_approval boolean NOT NULL DEFAULT false,
  ADD COLUMN decision text CONSTRAINT decision_is_known CHECK (decision IN ('approved', 'refused'));

ALTER TABLE broker_transfers
  ADD CONSTRAINT only_a_withdrawal_needs_approval CHECK (NOT needs_approval OR direction = 'withdrawal'),
  ADD CONSTRAINT nothing_is_sent_without_its_approval CHECK (
    CASE
      WHEN NOT needs_approval THEN decision IS NULL AND state <> 'awaiting_approval'
      WHEN decision IS NULL THEN state = 'awaiting_approval'
      WHEN decision = 'refused' THEN state = 'returned'
      ELSE state <> 'awaiting_approval'
    END
  );

CREATE INDEX broker_transfers_awaiting_approval ON broker_transfers (created_at) WHERE state = 'awaiting_approval';
