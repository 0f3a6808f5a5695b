-- What a money call costs in processor time, once more (docs/decisions/0083-a-posting-by-kind.md). For an event that happens often its kind
-- has a function of its own that posts it: the statements of ledger.post() with the kind's legs written into them, so that nothing of
-- what the kind says is read and reckoned again with every event. It is not another rule: it is written by one function from the kind,
-- moves what the kind may and nothing else, and leaves everything but the plain case to ledger.post().

-- The rules of single columns are said by the columns' types, which PostgreSQL keeps prepared; a CHECK of a table is read anew from its
-- text by each statement that writes. They have the names that they had.
CREATE DOMAIN ledger.left_over AS bigint CONSTRAINT accounts_never_below_zero CHECK (VALUE >= 0);
CREATE DOMAIN ledger.left_to_promise AS bigint CONSTRAINT treasury_never_below_zero CHECK (VALUE >= 0);
CREATE DOMAIN ledger.moved_amount AS bigint CONSTRAINT amount_is_positive CHECK (VALUE > 0);
CREATE DOMAIN ledger.leg_number AS smallint CONSTRAINT legs_are_numbered CHECK (VALUE BETWEEN 1 AND 8);
CREATE DOMAIN ledger.journal_key AS text CONSTRAINT journal_key_is_short CHECK (length(VALUE) BETWEEN 1 AND 200);
ALTER TABLE ledger.accounts
  DROP CONSTRAINT accounts_never_below_zero,
  ALTER balance TYPE ledger.left_over, ALTER held TYPE ledger.left_over, ALTER invested TYPE ledger.left_over,
  ALTER promised TYPE ledger.left_over, ALTER zord TYPE ledger.left_over;
ALTER TABLE ledger.treasury DROP CONSTRAINT treasury_never_below_zero, ALTER balance TYPE ledger.left_to_promise;
ALTER TABLE ledger.journals DROP CONSTRAINT journal_key_is_short, ALTER key TYPE ledger.journal_key;
ALTER TABLE ledger.entries
  DROP CONSTRAINT amount_is_positive, DROP CONSTRAINT legs_are_numbered, DROP CONSTRAINT money_moves_between_two_accounts,
  ALTER amount TYPE ledger.moved_amount, ALTER leg TYPE ledger.leg_number;
-- Entries are of kinds, and no kind has a leg from an account to itself.
ALTER TABLE ledger.kinds ADD CONSTRAINT money_moves_between_two_accounts CHECK (array_to_string(legs, ',') !~ '(^|,)([a-z]+)>\2(,|$)');

-- In which cell an account is never changes: looked at where it could.
ALTER TABLE ledger.accounts DROP CONSTRAINT accounts_are_in_their_cell;
CREATE FUNCTION ledger.keep_in_cell() RETURNS trigger LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  IF NEW.cell = get_byte(uuid_send(NEW.owner), 15) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'accounts of % violate "%"', NEW.owner, TG_NAME USING ERRCODE = 'check_violation', SCHEMA = TG_TABLE_SCHEMA,
    TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END
$$;
CREATE TRIGGER accounts_are_in_their_cell BEFORE INSERT OR UPDATE OF owner, cell ON ledger.accounts
  FOR EACH ROW EXECUTE FUNCTION ledger.keep_in_cell();
-- As a constraint does, it holds for a replica's writing, too.
ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_are_in_their_cell;

-- Which rule a position does not keep; NULL: it is sound.
CREATE FUNCTION rule_against(p positions) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p.amount <= 0 THEN 'something_is_invested'
    WHEN p.ends_at <= p.started_at THEN 'a_position_ends_after_it_starts'
    WHEN p.promised < 0 THEN 'a_promise_is_not_negative'
    WHEN p.rate <= 0 THEN 'a_rate_is_positive'
    WHEN (p.rate IS NULL) <> (p.promised = 0) THEN 'a_fixed_yield_promises'
    WHEN p.cancel_fee NOT BETWEEN 0 AND 100000000 THEN 'a_cancel_fee_is_a_part'
    WHEN p.tax_rate NOT BETWEEN 1 AND 100000000 OR p.tax_rate IS NOT NULL AND p.rate IS NULL THEN 'a_tax_is_a_part_of_a_promise'
    WHEN p.cell <> get_byte(uuid_send(p.customer_id), 15) THEN 'positions_are_in_their_cell'
    WHEN p.state NOT IN ('running', 'ended', 'canceled') THEN 'state_is_known'
    WHEN (p.state = 'running') <> (p.closed_at IS NULL) THEN 'an_end_is_whole'
    WHEN p.result < -p.amount THEN 'no_more_is_lost_than_the_amount'
    WHEN num_nonnulls(p.operations_seen, p.payouts, p.result) <> (CASE WHEN p.state = 'ended' AND p.rate IS NULL THEN 3 ELSE 0 END)
      THEN 'a_result_is_of_an_ended_traded_position' END
$$;
CREATE FUNCTION require_sound(p positions) RETURNS void LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  violated text := rule_against(p);
BEGIN
  IF violated IS NOT NULL THEN
    RAISE EXCEPTION 'position % violates "%"', p.id, violated USING ERRCODE = 'check_violation', SCHEMA = 'public', TABLE = 'positions', CONSTRAINT = violated;
  END IF;
END
$$;

-- Likewise of a position: the trigger of its opening looks, and one for whoever moves it. What a position that runs has not is looked at
-- together; any other way of being sound is found on the longer way.
CREATE OR REPLACE FUNCTION enter_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.amount > 0 AND NEW.ends_at > NEW.started_at AND NEW.promised >= 0 AND NEW.rate > 0 AND (NEW.rate IS NULL) = (NEW.promised = 0)
    AND NEW.cancel_fee BETWEEN 0 AND 100000000 AND NEW.cell = get_byte(uuid_send(NEW.customer_id), 15) AND NEW.state = 'running'
    AND num_nonnulls(NEW.closed_at, NEW.operations_seen, NEW.payouts, NEW.result, NEW.tax_rate) = 0) IS FALSE THEN
    PERFORM require_sound(NEW);
  END IF;
  INSERT INTO maturity_changes (cell, product, due_on, positions, amount, promised)
  VALUES (NEW.cell, NEW.product, (NEW.ends_at AT TIME ZONE 'UTC')::date, 1, NEW.amount, NEW.promised);
  RETURN NULL;
END
$$;
CREATE TRIGGER positions_are_in_their_cell AFTER UPDATE OF cell ON positions FOR EACH ROW
  WHEN (NEW.cell IS DISTINCT FROM get_byte(uuid_send(NEW.customer_id), 15)) EXECUTE FUNCTION enter_position();
ALTER TABLE positions ENABLE ALWAYS TRIGGER positions_are_in_their_cell;
ALTER TABLE positions DROP CONSTRAINT positions_are_in_their_cell, DROP CONSTRAINT a_tax_is_a_part_of_a_promise;

-- What an amount p_n on each leg makes of an account: ` - p_1 + p_2`; nothing where no leg beyond p_behind touches it.
CREATE FUNCTION ledger.change_of(p_account text, p_kind ledger.kinds, p_behind int DEFAULT 0) RETURNS text
LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT coalesce(string_agg(CASE p_account WHEN g THEN ' + p_' WHEN f THEN ' - p_' END || n, '' ORDER BY n), '')
  FROM unnest(p_kind.from_accounts, p_kind.to_accounts) WITH ORDINALITY AS leg (f, g, n) WHERE p_account IN (f, g) AND n > p_behind
$$;

-- What is in an account behind a leg: what is there behind the whole journal, less what later legs made of it. NULL: it has no balance.
CREATE FUNCTION ledger.left_behind(p_account text, p_kind ledger.kinds, p_leg int) RETURNS text
LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT CASE WHEN p_account IN ('balance', 'held', 'invested', 'promised', 'zord')
    THEN 'moved.' || p_account || translate(ledger.change_of(p_account, p_kind, p_leg), '+-', '-+') ELSE 'NULL' END
$$;

-- Writes the kind's own posting function, ledger.post_<kind>(key, owner, reference, at, movable, the amount of each leg …), which answers
-- the journal's number. It is for an event that is new by construction, because its key names what is made or ended by the same
-- transaction: a key that was posted before is not looked for, and refused by its constraint. Who asks for their own money (movable) is
-- refused while it is stopped. A leg of nothing, somebody who has too little or has no accounts yet, and whatever else is not plain
-- is left to ledger.require_movable() and ledger.post().
CREATE FUNCTION ledger.write_posting(p_kind text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = ledger, pg_temp AS $$
DECLARE
  k ledger.kinds;
  account text;
  change text;
  sets text := '';
  enough text := '';
  treasury text := '';
  words text;
  amounts text;
  parameters text;
  entries text;
BEGIN
  SELECT * INTO STRICT k FROM ledger.kinds x WHERE x.kind = p_kind AND x.owned AND x.referenced AND NOT x.retired;
  IF 'treasury' = ANY (k.from_accounts) AND 'treasury' = ANY (k.to_accounts) THEN
    RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
  END IF;
  FOREACH account IN ARRAY '{balance,held,invested,promised,zord}'::text[] LOOP
    change := ledger.change_of(account, k);
    IF change <> '' THEN
      sets := sets || format('%1$s = x.%1$s%2$s, ', account, change);
    END IF;
    IF account = ANY (k.from_accounts) THEN
      enough := enough || format(' AND x.%s%s >= 0', account, change);
    END IF;
  END LOOP;
  change := ledger.change_of('treasury', k);
  IF change <> '' THEN
    treasury := format('UPDATE ledger.treasury x SET balance = x.balance%1$s WHERE x.cell = in_cell AND x.balance%1$s >= 0;
  IF NOT FOUND THEN
    RAISE EXCEPTION ''the treasury of cell %% has too little'', in_cell USING ERRCODE = ''LB001'', DETAIL = ''treasury'';
  END IF;', change);
  END IF;
  SELECT string_agg(format('%L, p_%s', leg || ':', n), ', '','', ' ORDER BY n), string_agg('p_' || n, ', ' ORDER BY n),
    string_agg(format('p_%s bigint', n), ', ' ORDER BY n),
    string_agg(format('(p_owner, moved.number, %1$s, in_cell, %2$L, %3$L, %4$L, p_%1$s, %5$s, %6$s, moved.last_at)', n, k.kind, k.from_accounts[n],
      k.to_accounts[n], ledger.left_behind(k.from_accounts[n], k, n::int), ledger.left_behind(k.to_accounts[n], k, n::int)), ', ' ORDER BY n)
  INTO words, amounts, parameters, entries FROM unnest(k.legs) WITH ORDINALITY AS l (leg, n);
  EXECUTE format($write$
CREATE FUNCTION ledger.%1$I(p_key text, p_owner uuid, p_reference uuid, p_at timestamptz, p_movable boolean, %2$s) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = ledger, pg_temp AS $post$
DECLARE
  in_cell smallint := get_byte(uuid_send(p_owner), 15);
  moved ledger.accounts;
BEGIN
  UPDATE ledger.accounts x SET %3$snumber = x.number + 1, last_at = greatest(p_at, x.last_at),
    head = ledger.chain(x.head, p_owner, x.number + 1, greatest(p_at, x.last_at), p_key, %4$L, p_reference, concat(%5$s, ','))
  WHERE x.owner = p_owner AND x.cell = in_cell AND (x.frozen_at IS NULL OR NOT p_movable) AND p_reference IS NOT NULL
    AND least(%6$s) > 0%7$s
  RETURNING * INTO moved;
  IF NOT FOUND THEN
    IF p_movable THEN
      PERFORM ledger.require_movable(p_owner);
    END IF;
    RETURN (ledger.post(p_key, %4$L, p_owner, p_reference, p_at, %8$L, %9$L, ARRAY[%6$s])).number;
  END IF;
  %10$s
  INSERT INTO ledger.journals (owner, number, cell, key, kind, reference, happened_at, hash, balance, held, invested, promised, zord)
  VALUES (p_owner, moved.number, in_cell, p_key, %4$L, p_reference, moved.last_at, moved.head, moved.balance, moved.held, moved.invested,
    moved.promised, moved.zord);
  INSERT INTO ledger.entries (owner, number, leg, cell, kind, from_account, to_account, amount, from_balance, to_balance, happened_at)
  VALUES %11$s;
  RETURN moved.number;
END
$post$ $write$, 'post_' || k.kind, parameters, sets, k.kind, words, amounts, enough, k.from_accounts, k.to_accounts, treasury, entries);
  EXECUTE format('REVOKE EXECUTE ON FUNCTION ledger.%I FROM PUBLIC', 'post_' || k.kind);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lastro_app') THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION ledger.%I TO lastro_app', 'post_' || k.kind);
  END IF;
END
$$;

-- A kind that is retired is posted by nothing any more.
CREATE OR REPLACE FUNCTION ledger.retire_kind(p_kind text) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  UPDATE ledger.kinds SET retired = true WHERE kind = p_kind;
  EXECUTE format('DROP FUNCTION IF EXISTS ledger.%I', 'post_' || p_kind);
END
$$;
REVOKE EXECUTE ON FUNCTION ledger.keep_in_cell, ledger.change_of, ledger.left_behind, ledger.write_posting, ledger.retire_kind FROM PUBLIC;

-- A product's own way to open a position: the journal, by its kind's own posting, and the position. It takes the place of
-- open_position(), which looked the product up with every call.
CREATE FUNCTION write_opening(p_product text) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
  amounts text;
BEGIN
  PERFORM ledger.write_posting(p_product || '_opened');
  SELECT CASE x.yield WHEN 'fixed' THEN 'p_amount, p_promised' ELSE 'p_amount' END INTO STRICT amounts FROM products x WHERE x.product = p_product;
  EXECUTE format($write$
CREATE FUNCTION public.%1$I(p_id uuid, p_customer uuid, p_amount bigint, p_rate bigint, p_promised bigint, p_started_at timestamptz,
  p_ends_at timestamptz, p_terms jsonb DEFAULT '{}', p_cancel_fee bigint DEFAULT NULL, p_tax_rate bigint DEFAULT NULL,
  p_movable boolean DEFAULT false) RETURNS void LANGUAGE plpgsql VOLATILE AS $open$
DECLARE
  number bigint;
BEGIN
  number := ledger.%2$I(concat(%3$L, p_id, ':opened'), p_customer, p_id, p_started_at, p_movable, %4$s);
  INSERT INTO public.positions (id, cell, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate)
  VALUES (p_id, pg_catalog.get_byte(pg_catalog.uuid_send(p_customer), 15), p_customer, %5$L, p_amount, p_rate, coalesce(p_promised, 0),
    p_started_at, p_ends_at, p_terms, p_cancel_fee, p_tax_rate);
END
$open$ $write$, 'open_' || p_product, 'post_' || p_product || '_opened', p_product || ':', amounts, p_product);
END
$$;
DO $$
BEGIN
  PERFORM write_opening(x.product) FROM products x;
END
$$;
DROP FUNCTION open_position(uuid, uuid, text, bigint, bigint, bigint, timestamptz, timestamptz, jsonb, bigint, bigint);

-- As before, and then its opening.
CREATE OR REPLACE FUNCTION add_product(p_product text, p_yield text, p_source text, p_cancelable boolean) RETURNS void
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO products (product, yield, source, cancelable) VALUES (p_product, p_yield, p_source, p_cancelable);
  IF p_yield = 'fixed' THEN
    PERFORM ledger.add_kind(p_product || '_opened', ARRAY[p_source || '>invested', 'treasury>promised']);
    PERFORM ledger.add_kind(p_product || '_matured', ARRAY['invested>' || p_source, 'promised>' || p_source]);
    PERFORM ledger.add_kind(p_product || '_withheld', ARRAY[p_source || '>taxes']);
  ELSE
    INSERT INTO payout_feeds (product) VALUES (p_product);
    PERFORM ledger.add_kind(p_product || '_opened', ARRAY[p_source || '>invested']);
    PERFORM ledger.add_kind(p_product || '_matured',
      ARRAY['invested>' || p_source || '?', 'invested>trading?', 'trading>' || p_source || '?']);
  END IF;
  IF p_cancelable THEN
    PERFORM ledger.add_kind(p_product || '_canceled', CASE p_yield
      WHEN 'fixed' THEN ARRAY['invested>' || p_source, 'invested>fees?', 'promised>treasury']
      ELSE ARRAY['invested>' || p_source, 'invested>fees?'] END);
  END IF;
  PERFORM write_opening(p_product);
END
$$;
