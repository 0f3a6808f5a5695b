-- What a withdrawal and leaving a stake cost in processor time (docs/decisions/0078-what-a-withdrawal-costs.md): the same rules with fewer statements
-- and expressions, as 0025 has it for a stake.

-- A transfer is sound when it is written down and after each change, and each change of where it stands is a step. The conditions were
-- sixteen CHECK constraints, of which PostgreSQL reads the text of each anew for every statement that writes, five of them in a
-- transfer's life; they have the names that they had. (CHECK stays for the cell.)
CREATE FUNCTION enter_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  violated text;
BEGIN
  IF (NEW.amount > 0 AND NEW.rate > 0 AND NEW.fee >= 0 AND NEW.net > 0 AND NEW.fee_rate BETWEEN 0 AND 100000000
    AND NEW.direction IN ('deposit', 'withdrawal') AND NEW.currency IN ('brl', 'usdt') AND NEW.decision IN ('approved', 'refused')
    AND NEW.state IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
    AND NEW.waits_because IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device')
    AND (NEW.state IN ('settled', 'returned')) = (NEW.ended_at IS NOT NULL)
    AND (NEW.state IN ('awaiting_approval', 'settled', 'returned')) = (NEW.due_at IS NULL)
    AND CASE NEW.direction WHEN 'withdrawal' THEN NEW.state <> 'created' ELSE NEW.state NOT IN ('awaiting_approval', 'held') END
    AND (NOT NEW.needs_approval OR NEW.direction = 'withdrawal') AND NEW.needs_approval = (NEW.waits_because IS NOT NULL)
    AND CASE
      WHEN NOT NEW.needs_approval THEN NEW.decision IS NULL AND NEW.state <> 'awaiting_approval'
      WHEN NEW.decision IS NULL THEN NEW.state = 'awaiting_approval'
      WHEN NEW.decision = 'refused' THEN NEW.state = 'returned'
      ELSE NEW.state <> 'awaiting_approval' END
  ) IS FALSE THEN
    violated := CASE
      WHEN NEW.amount <= 0 THEN 'transferred_amount_is_positive'
      WHEN NEW.rate <= 0 THEN 'exchange_rate_is_positive'
      WHEN NEW.fee < 0 THEN 'fee_is_not_negative'
      WHEN NEW.net <= 0 THEN 'settled_amount_is_positive'
      WHEN NEW.fee_rate NOT BETWEEN 0 AND 100000000 THEN 'a_fee_rate_is_a_part'
      WHEN NEW.direction NOT IN ('deposit', 'withdrawal') THEN 'direction_is_known'
      WHEN NEW.currency NOT IN ('brl', 'usdt') THEN 'currency_is_known'
      WHEN NEW.decision NOT IN ('approved', 'refused') THEN 'decision_is_known'
      WHEN NEW.state NOT IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
        THEN 'transfer_state_is_known'
      WHEN NEW.waits_because NOT IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device')
        THEN 'why_a_withdrawal_waits_is_known'
      WHEN (NEW.state IN ('settled', 'returned')) <> (NEW.ended_at IS NOT NULL) THEN 'only_an_ended_transfer_has_an_end'
      WHEN (NEW.state IN ('awaiting_approval', 'settled', 'returned')) <> (NEW.due_at IS NULL)
        THEN 'work_waits_for_approval_and_ends_with_the_transfer'
      WHEN CASE NEW.direction WHEN 'withdrawal' THEN NEW.state = 'created' ELSE NEW.state IN ('awaiting_approval', 'held') END
        THEN 'a_withdrawal_is_held_and_a_deposit_is_not'
      WHEN NEW.needs_approval AND NEW.direction <> 'withdrawal' THEN 'only_a_withdrawal_needs_approval'
      WHEN NEW.needs_approval <> (NEW.waits_because IS NOT NULL) THEN 'whoever_waits_is_told_why'
      ELSE 'nothing_is_sent_without_its_approval' END;
    RAISE EXCEPTION 'transfer % violates "%"', NEW.id, violated USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA,
      TABLE = TG_TABLE_NAME, CONSTRAINT = violated;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_steps (transfer_id, cell, number, state, attempts, error, reason, decision)
    VALUES (NEW.id, NEW.cell, 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision);
  ELSIF OLD.state NOT IN ('settled', 'returned') AND (NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision)
    IS DISTINCT FROM (OLD.state, OLD.attempts, OLD.last_error, OLD.reason, OLD.decision) THEN
    INSERT INTO transfer_steps (transfer_id, cell, number, state, attempts, error, reason, decision)
    SELECT NEW.id, NEW.cell, coalesce(max(number), 0) + 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision
    FROM transfer_steps WHERE transfer_id = NEW.id AND cell = NEW.cell;
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER a_new_transfer_is_a_step ON broker_transfers;
DROP TRIGGER each_change_of_a_transfer_is_a_step ON broker_transfers;
DROP FUNCTION keep_transfer_step;
CREATE TRIGGER transfers_are_sound_and_keep_their_steps AFTER INSERT OR UPDATE ON broker_transfers
  FOR EACH ROW EXECUTE FUNCTION enter_transfer();
ALTER TABLE broker_transfers
  DROP CONSTRAINT direction_is_known, DROP CONSTRAINT transferred_amount_is_positive, DROP CONSTRAINT currency_is_known,
  DROP CONSTRAINT exchange_rate_is_positive, DROP CONSTRAINT fee_is_not_negative, DROP CONSTRAINT settled_amount_is_positive,
  DROP CONSTRAINT a_fee_rate_is_a_part, DROP CONSTRAINT transfer_state_is_known, DROP CONSTRAINT why_a_withdrawal_waits_is_known,
  DROP CONSTRAINT decision_is_known, DROP CONSTRAINT only_an_ended_transfer_has_an_end,
  DROP CONSTRAINT work_waits_for_approval_and_ends_with_the_transfer, DROP CONSTRAINT a_withdrawal_is_held_and_a_deposit_is_not,
  DROP CONSTRAINT only_a_withdrawal_needs_approval, DROP CONSTRAINT whoever_waits_is_told_why,
  DROP CONSTRAINT nothing_is_sent_without_its_approval;

-- Another index finds these: one way of a customer's, newest first.
DROP INDEX withdrawals_of_a_customer_lately;

-- What has left lately or is about to, of all customers together: USD in the day and BRL in the hour before a moment; the oldest hour and
-- slot count whole. A plan for the moment at hand always looks cheaper than one for any, and then it is made anew for every withdrawal.
CREATE FUNCTION left_lately(p_now timestamptz, OUT usd bigint, OUT brl bigint) LANGUAGE plpgsql STABLE
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  SELECT coalesce(sum(h.amount), 0) INTO usd FROM withdrawal_hours h WHERE h.hour >= date_bin('1 hour', p_now - interval '1 day', timestamptz 'epoch');
  SELECT coalesce(sum(s.brl_out), 0) INTO brl FROM withdrawal_brl_slots s
  WHERE s.slot >= date_bin('5 minutes', p_now - interval '1 hour', timestamptz 'epoch');
END
$$;
