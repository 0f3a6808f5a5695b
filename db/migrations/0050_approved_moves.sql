-- The second factor is shown for whatever gives money up: a withdrawal, a position left early at its fee, the bot's price. An approval names
-- the one thing it is for; only a withdrawal's is kept with the withdrawal it was used for.
ALTER TABLE withdrawal_approvals ADD COLUMN purpose text;
UPDATE withdrawal_approvals SET purpose = 'withdrawal:' || amount || ':' || currency;
ALTER TABLE withdrawal_approvals ALTER COLUMN purpose SET NOT NULL, DROP COLUMN amount, DROP COLUMN currency,
  DROP CONSTRAINT a_used_approval_names_its_withdrawal,
  ADD CONSTRAINT a_used_approval_names_its_withdrawal
    CHECK ((withdrawal_id IS NOT NULL) = (used_at IS NOT NULL AND purpose LIKE 'withdrawal:%'));
