-- What the migrations make, for reading. Printed by src/database/server/schema.test.ts.

DOMAIN ledger.journal_key AS text
  CONSTRAINT journal_key_is_short CHECK (((length(VALUE) >= 1) AND (length(VALUE) <= 200)))

DOMAIN ledger.left_over AS bigint
  CONSTRAINT accounts_never_below_zero CHECK ((VALUE >= 0))

DOMAIN ledger.left_to_promise AS bigint
  CONSTRAINT treasury_never_below_zero CHECK ((VALUE >= 0))

DOMAIN ledger.moved_amounts AS bigint[]
  CONSTRAINT amount_is_positive CHECK (((array_position(VALUE, NULL::bigint) IS NULL) AND (0 <= ALL (VALUE)) AND (0 < ANY (VALUE))))

TABLE ledger.accounts
  owner uuid NOT NULL
  balance ledger.left_over NOT NULL DEFAULT 0
  held ledger.left_over NOT NULL DEFAULT 0
  invested ledger.left_over NOT NULL DEFAULT 0
  promised ledger.left_over NOT NULL DEFAULT 0
  zord ledger.left_over NOT NULL DEFAULT 0
  booked bigint NOT NULL DEFAULT 0
  number bigint NOT NULL DEFAULT 0
  head bytea NOT NULL DEFAULT '\x'::bytea
  last_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  frozen_at timestamp with time zone
  erased boolean NOT NULL DEFAULT false
  CONSTRAINT accounts_pkey PRIMARY KEY (owner)
  CONSTRAINT nothing_is_paid_to_an_erased_customer CHECK (((NOT erased) OR (((balance)::bigint = 0) AND ((held)::bigint = 0) AND ((invested)::bigint = 0) AND ((promised)::bigint = 0) AND ((zord)::bigint = 0))))
  CREATE TRIGGER accounts_are_never_dropped BEFORE DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER accounts_are_never_emptied BEFORE TRUNCATE ON ledger.accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

TABLE ledger.journals
  owner uuid NOT NULL
  happened_at timestamp with time zone NOT NULL
  number bigint NOT NULL
  balance bigint NOT NULL
  held bigint NOT NULL
  invested bigint NOT NULL
  promised bigint NOT NULL
  zord bigint NOT NULL
  posted_at timestamp with time zone NOT NULL DEFAULT now()
  key ledger.journal_key NOT NULL
  kind text NOT NULL
  reference uuid
  amounts ledger.moved_amounts NOT NULL
  hash bytea NOT NULL
  CONSTRAINT an_event_is_posted_once UNIQUE (key)
  CONSTRAINT journals_pkey PRIMARY KEY (owner, happened_at, number)
  CREATE INDEX journals_by_day ON ledger.journals USING brin (happened_at) WITH (pages_per_range='16', autosummarize='on')
  CREATE INDEX journals_of_the_house ON ledger.journals USING btree (kind COLLATE "C", happened_at) INCLUDE (kind, amounts) WHERE ((kind COLLATE "C") = ANY ('{copytrade_matured,deposit_settled,primevault_withheld,primezord_matured,primezord_subscribed,reversed_deposit,reversed_withdrawal,reversed_withholding,stake_canceled,stake_withheld,taxes_paid,taxes_returned,treasury_drawn,treasury_funded,withdrawal_settled}'::text[]))
  CREATE TRIGGER journals_are_never_emptied BEFORE TRUNCATE ON ledger.journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER journals_never_change BEFORE DELETE OR UPDATE ON ledger.journals FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE ledger.kinds
  kind text NOT NULL
  owned boolean NOT NULL
  referenced boolean NOT NULL
  legs text[] NOT NULL
  required text[] NOT NULL
  retired boolean NOT NULL DEFAULT false
  from_accounts text[] NOT NULL DEFAULT ledger.side_of(legs, 1)
  to_accounts text[] NOT NULL DEFAULT ledger.side_of(legs, 2)
  balance bigint[] NOT NULL DEFAULT ledger.signs_of(legs, 'balance'::text)
  held bigint[] NOT NULL DEFAULT ledger.signs_of(legs, 'held'::text)
  invested bigint[] NOT NULL DEFAULT ledger.signs_of(legs, 'invested'::text)
  promised bigint[] NOT NULL DEFAULT ledger.signs_of(legs, 'promised'::text)
  zord bigint[] NOT NULL DEFAULT ledger.signs_of(legs, 'zord'::text)
  treasury bigint[] NOT NULL DEFAULT ledger.signs_of(legs, 'treasury'::text)
  CONSTRAINT a_kind_is_named CHECK (((kind ~ '^[a-z]+(_[a-z]+)*$'::text) AND (length(kind) <= 60)))
  CONSTRAINT a_kind_moves_something CHECK ((cardinality(legs) > 0))
  CONSTRAINT kinds_pkey PRIMARY KEY (kind)
  CONSTRAINT money_moves_between_two_accounts CHECK ((array_to_string(legs, ','::text) !~ '(^|,)([a-z]+)>\2(,|$)'::text))
  CREATE TRIGGER kinds_are_never_emptied BEFORE TRUNCATE ON ledger.kinds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER kinds_are_only_retired BEFORE DELETE OR UPDATE ON ledger.kinds FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change_of_kind()

TABLE ledger.product_seals
  customer_id uuid NOT NULL
  subject text NOT NULL
  mark numeric NOT NULL
  sealed_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT product_seals_pkey PRIMARY KEY (customer_id, subject)
  CONSTRAINT subject_is_known CHECK ((subject = ANY (ARRAY['customer'::text, 'position'::text])))

TABLE ledger.seals
  owner uuid NOT NULL
  number bigint NOT NULL
  head bytea NOT NULL
  last_at timestamp with time zone NOT NULL
  balance bigint NOT NULL
  held bigint NOT NULL
  invested bigint NOT NULL
  promised bigint NOT NULL
  zord bigint NOT NULL
  booked bigint NOT NULL
  sealed_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT seals_pkey PRIMARY KEY (owner)

TABLE ledger.treasury
  part smallint NOT NULL
  balance ledger.left_to_promise NOT NULL DEFAULT 0
  CONSTRAINT treasury_pkey PRIMARY KEY (part)
  CREATE TRIGGER treasury_is_never_dropped BEFORE DELETE ON ledger.treasury FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER treasury_is_never_emptied BEFORE TRUNCATE ON ledger.treasury FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

TABLE public.accepted_rates
  id bigint NOT NULL IDENTITY
  high bigint NOT NULL
  low bigint NOT NULL
  quoted_at timestamp with time zone NOT NULL
  accepted_at timestamp with time zone NOT NULL DEFAULT now()
  last_seen_at timestamp with time zone NOT NULL DEFAULT now()
  by_operator boolean NOT NULL DEFAULT false
  CONSTRAINT accepted_rates_pkey PRIMARY KEY (id)
  CONSTRAINT an_accepted_rate_makes_sense CHECK (((low > 0) AND (high >= low)))
  CREATE INDEX accepted_rates_by_operators ON public.accepted_rates USING btree (id) WHERE by_operator
  CREATE INDEX accepted_rates_lately ON public.accepted_rates USING btree (last_seen_at) INCLUDE (high, low)

TABLE public.action_chain
  only_row boolean NOT NULL DEFAULT true
  number bigint NOT NULL
  happened_at timestamp with time zone NOT NULL
  hash bytea NOT NULL
  CONSTRAINT action_chain_pkey PRIMARY KEY (only_row)
  CONSTRAINT there_is_one_chain_of_actions CHECK (only_row)

TABLE public.actions
  number bigint NOT NULL
  happened_at timestamp with time zone NOT NULL
  operator text NOT NULL
  staff_id uuid
  address text
  request_id uuid
  action text NOT NULL
  details jsonb NOT NULL
  was jsonb
  is_now jsonb
  hash bytea NOT NULL
  CONSTRAINT actions_pkey PRIMARY KEY (number)
  CONSTRAINT an_approved_request_is_done_once UNIQUE (request_id)
  CREATE INDEX actions_approved_alone ON public.actions USING btree (staff_id, happened_at) WHERE ((action = 'withdrawals approve'::text) AND (request_id IS NULL))
  CREATE INDEX actions_by_name ON public.actions USING btree (action text_pattern_ops, number)
  CREATE INDEX actions_by_operator ON public.actions USING btree (operator, number)
  CREATE INDEX actions_of_a_customer ON public.actions USING btree (((details ->> 'customer'::text)), number) WHERE (details ? 'customer'::text)
  CREATE INDEX actions_of_a_member ON public.actions USING btree (staff_id, action, number) WHERE (staff_id IS NOT NULL)
  CREATE INDEX actions_of_backups ON public.actions USING btree (happened_at) WHERE (action = 'backup finished'::text)
  CREATE INDEX actions_of_privacy ON public.actions USING btree (number) WHERE (action = ANY (ARRAY['customer export'::text, 'customer erase'::text, 'customer correct'::text, 'customer address'::text, 'customer correct-due'::text, 'customer keep-details'::text, 'customer keep-address'::text]))
  CREATE TRIGGER actions_are_never_emptied BEFORE TRUNCATE ON public.actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER actions_never_change BEFORE DELETE OR UPDATE ON public.actions FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.alerts
  id uuid NOT NULL
  customer_id uuid NOT NULL
  customers uuid[] NOT NULL
  of_customers integer NOT NULL DEFAULT 1
  rule text NOT NULL
  subject text NOT NULL
  evidence jsonb NOT NULL
  left_out integer NOT NULL DEFAULT 0
  found_at timestamp with time zone NOT NULL DEFAULT date_trunc('milliseconds'::text, clock_timestamp())
  last_evidence_at timestamp with time zone NOT NULL
  state text NOT NULL DEFAULT 'open'::text
  case_id uuid
  ended_at timestamp with time zone
  CONSTRAINT alerts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT alerts_pkey PRIMARY KEY (id)
  CONSTRAINT an_alert_of_a_case_names_it CHECK (((state = 'case'::text) = (case_id IS NOT NULL)))
  CONSTRAINT an_open_alert_has_no_end CHECK (((state = 'open'::text) = (ended_at IS NULL)))
  CONSTRAINT rule_is_known CHECK ((rule = ANY (ARRAY['shared_device'::text, 'shared_address'::text, 'shared_holder'::text, 'in_out'::text, 'hand_over'::text])))
  CONSTRAINT state_of_an_alert_is_known CHECK ((state = ANY (ARRAY['open'::text, 'case'::text, 'dismissed'::text])))
  CREATE UNIQUE INDEX a_pattern_is_one_open_alert ON public.alerts USING btree (rule, subject) WHERE (state = 'open'::text)
  CREATE INDEX alerts_about_somebody ON public.alerts USING gin (customers)
  CREATE INDEX alerts_newest_first ON public.alerts USING btree (state, found_at DESC, id DESC)
  CREATE INDEX alerts_of_a_case ON public.alerts USING btree (case_id) WHERE (case_id IS NOT NULL)
  CREATE INDEX alerts_of_a_pattern ON public.alerts USING btree (rule, subject, last_evidence_at DESC)

TABLE public.announcements
  id uuid NOT NULL
  texts jsonb NOT NULL
  link text
  segment text NOT NULL
  mails boolean NOT NULL
  starts_at timestamp with time zone NOT NULL
  made_by text NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT date_trunc('milliseconds'::text, clock_timestamp())
  counted integer NOT NULL
  state text NOT NULL DEFAULT 'waiting'::text
  ended_at timestamp with time zone
  told_up_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid
  told integer NOT NULL DEFAULT 0
  subjects jsonb NOT NULL DEFAULT '{}'::jsonb
  is_owed boolean NOT NULL DEFAULT false
  mails_counted integer NOT NULL DEFAULT 0
  mailed integer NOT NULL DEFAULT 0
  CONSTRAINT a_link_stays_in_the_product CHECK ((link ~ '^/[a-z0-9][a-z0-9/_?=&-]*$'::text))
  CONSTRAINT an_announcement_has_an_end_when_it_is_over CHECK (((state = ANY (ARRAY['done'::text, 'withdrawn'::text])) = (ended_at IS NOT NULL)))
  CONSTRAINT an_owed_mail_is_sent CHECK ((mails OR (NOT is_owed)))
  CONSTRAINT announcements_pkey PRIMARY KEY (id)
  CONSTRAINT it_is_said_in_some_language CHECK ((texts <> '{}'::jsonb))
  CONSTRAINT segment_is_known CHECK ((segment ~ '^(all|never_logged_in|product:[a-z]+|language:[A-Za-z-]{2,5}|country:\+[1-9][0-9]{0,3})$'::text))
  CONSTRAINT state_of_an_announcement_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'done'::text, 'withdrawn'::text])))
  CREATE INDEX announcements_due ON public.announcements USING btree (starts_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]))
  CREATE INDEX announcements_newest_first ON public.announcements USING btree (made_at DESC, id DESC)
  CREATE TRIGGER announcements_are_never_emptied BEFORE TRUNCATE ON public.announcements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER announcements_go_forward BEFORE UPDATE ON public.announcements FOR EACH ROW EXECUTE FUNCTION keep_announcement()
  CREATE TRIGGER announcements_stay BEFORE DELETE ON public.announcements FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.attempts
  key character varying(255) NOT NULL
  points integer NOT NULL DEFAULT 0
  expire bigint
  CONSTRAINT attempts_pkey PRIMARY KEY (key)
  CREATE INDEX attempts_expired ON public.attempts USING btree (expire)

TABLE public.authenticator_apps
  customer_id uuid NOT NULL
  sealed_secret bytea NOT NULL
  last_step bigint NOT NULL
  added_at timestamp with time zone NOT NULL
  CONSTRAINT authenticator_apps_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (customer_id)
  CREATE TRIGGER authenticator_apps_note_change AFTER INSERT OR DELETE OR UPDATE OF sealed_secret, added_at ON public.authenticator_apps FOR EACH ROW EXECUTE FUNCTION note_factor_change()

TABLE public.authenticator_setups
  customer_id uuid NOT NULL
  session_hash bytea NOT NULL
  sealed_secret bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT authenticator_setups_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT authenticator_setups_pkey PRIMARY KEY (customer_id)
  CREATE INDEX authenticator_setups_expired ON public.authenticator_setups USING btree (expires_at)

TABLE public.avatars
  customer_id uuid NOT NULL
  name text NOT NULL
  image bytea NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT avatar_is_named_once UNIQUE (name)
  CONSTRAINT avatar_is_small CHECK ((length(image) <= 102400))
  CONSTRAINT avatars_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT avatars_pkey PRIMARY KEY (customer_id)

TABLE public.bot_moves
  id uuid NOT NULL
  customer_id uuid NOT NULL
  direction text NOT NULL
  amount bigint NOT NULL
  moved_at timestamp with time zone NOT NULL
  CONSTRAINT bot_moves_pkey PRIMARY KEY (id)
  CONSTRAINT move_direction_is_known CHECK ((direction = ANY (ARRAY['deposited'::text, 'withdrawn'::text])))
  CONSTRAINT moved_amount_is_positive CHECK ((amount > 0))
  CONSTRAINT whoever_moves_has_the_bot FOREIGN KEY (customer_id) REFERENCES bot_subscriptions(customer_id)
  CREATE TRIGGER bot_moves_are_never_emptied BEFORE TRUNCATE ON public.bot_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER bot_moves_never_change BEFORE DELETE OR UPDATE ON public.bot_moves FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.bot_subscriptions
  customer_id uuid NOT NULL
  fee bigint NOT NULL
  subscribed_at timestamp with time zone NOT NULL
  CONSTRAINT bot_subscriptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT bot_subscriptions_pkey PRIMARY KEY (customer_id)
  CONSTRAINT the_bot_is_not_free CHECK ((fee > 0))

TABLE public.brl_deposit_hours
  hour timestamp with time zone NOT NULL
  reais bigint NOT NULL
  CONSTRAINT brl_deposit_hours_pkey PRIMARY KEY (hour)

TABLE public.broker_transfers
  id uuid NOT NULL
  customer_id uuid NOT NULL
  direction text NOT NULL
  amount bigint NOT NULL
  currency text NOT NULL
  rate bigint NOT NULL
  fee bigint NOT NULL
  net bigint NOT NULL
  state text NOT NULL
  needs_approval boolean NOT NULL DEFAULT false
  waits_because text
  decision text
  reason text
  created_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  queued_at timestamp with time zone NOT NULL DEFAULT now()
  due_at timestamp with time zone DEFAULT now()
  fencing_token integer NOT NULL DEFAULT 0
  attempts integer NOT NULL DEFAULT 0
  last_error text
  fee_rate bigint
  counted_at timestamp with time zone
  CONSTRAINT broker_transfers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT broker_transfers_pkey PRIMARY KEY (id)
  CREATE INDEX broker_transfers_awaiting_approval ON public.broker_transfers USING btree (created_at) WHERE (state = 'awaiting_approval'::text)
  CREATE INDEX broker_transfers_by_state ON public.broker_transfers USING btree (state, created_at DESC, id DESC)
  CREATE INDEX broker_transfers_by_way ON public.broker_transfers USING btree (direction, currency, created_at DESC, id DESC)
  CREATE INDEX broker_transfers_counted_later ON public.broker_transfers USING btree (counted_at) WHERE (counted_at IS NOT NULL)
  CREATE INDEX broker_transfers_due ON public.broker_transfers USING btree (direction, due_at) WHERE (due_at IS NOT NULL)
  CREATE INDEX broker_transfers_in_order ON public.broker_transfers USING btree (queued_at, id)
  CREATE INDEX broker_transfers_of_all ON public.broker_transfers USING btree (created_at DESC, id DESC)
  CREATE INDEX broker_transfers_one_way_newest_first ON public.broker_transfers USING btree (customer_id, direction, created_at DESC, id DESC)
  CREATE INDEX broker_transfers_open ON public.broker_transfers USING btree (queued_at) INCLUDE (state, due_at) WHERE (ended_at IS NULL)
  CREATE INDEX broker_transfers_settled_by_day ON public.broker_transfers USING btree (queued_at, id) WHERE (state = 'settled'::text)
  CREATE INDEX broker_transfers_under_way ON public.broker_transfers USING btree (customer_id) INCLUDE (direction, amount) WHERE (ended_at IS NULL)
  CREATE INDEX withdrawals_by_amount ON public.broker_transfers USING btree (amount, queued_at) WHERE ((direction = 'withdrawal'::text) AND (state <> 'returned'::text))
  CREATE TRIGGER deposits_in_reais_are_counted AFTER INSERT ON public.broker_transfers FOR EACH ROW WHEN (((new.direction = 'deposit'::text) AND (new.currency = 'brl'::text) AND (new.state <> 'returned'::text))) EXECUTE FUNCTION count_brl_deposit()
  CREATE TRIGGER ended_transfers_never_change BEFORE UPDATE ON public.broker_transfers FOR EACH ROW WHEN ((old.state = ANY (ARRAY['settled'::text, 'returned'::text]))) EXECUTE FUNCTION refuse_change_of_ended_transfer_but_erasure()
  CREATE TRIGGER returned_deposits_in_reais_count_no_longer AFTER UPDATE OF state ON public.broker_transfers FOR EACH ROW WHEN (((new.direction = 'deposit'::text) AND (new.currency = 'brl'::text) AND (new.state = 'returned'::text) AND (old.state <> 'returned'::text))) EXECUTE FUNCTION count_brl_deposit()
  CREATE TRIGGER transfers_are_never_deleted BEFORE DELETE ON public.broker_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER transfers_are_never_emptied BEFORE TRUNCATE ON public.broker_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER transfers_are_sound_and_keep_their_steps AFTER INSERT OR UPDATE ON public.broker_transfers FOR EACH ROW EXECUTE FUNCTION enter_transfer()

TABLE public.calendar_feeds
  token_hash bytea NOT NULL
  customer_id uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_customer_has_one_calendar UNIQUE (customer_id)
  CONSTRAINT calendar_feeds_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (token_hash)
  CONSTRAINT calendar_token_is_hashed CHECK ((length(token_hash) = 32))
  CREATE TRIGGER calendar_feeds_note_made AFTER INSERT OR UPDATE OF token_hash ON public.calendar_feeds FOR EACH ROW EXECUTE FUNCTION note_calendar_made()

TABLE public.case_events
  id uuid NOT NULL
  case_id uuid NOT NULL
  kind text NOT NULL
  author text NOT NULL
  staff_id uuid
  about text
  words text
  happened_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT an_event_is_of_a_case FOREIGN KEY (case_id) REFERENCES cases(id)
  CONSTRAINT case_events_pkey PRIMARY KEY (id)
  CONSTRAINT case_events_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
  CONSTRAINT kind_of_an_event_is_known CHECK ((kind = ANY (ARRAY['opened'::text, 'alert'::text, 'assigned'::text, 'note'::text, 'file'::text, 'decided'::text, 'closed'::text])))
  CREATE INDEX case_events_in_order ON public.case_events USING btree (case_id, happened_at, id)
  CREATE TRIGGER case_events_are_never_emptied BEFORE TRUNCATE ON public.case_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER case_events_never_change BEFORE DELETE OR UPDATE ON public.case_events FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.case_files
  id uuid NOT NULL
  case_id uuid NOT NULL
  name text NOT NULL
  type text NOT NULL
  content bytea NOT NULL
  bytes integer NOT NULL DEFAULT octet_length(content)
  sha256 bytea NOT NULL DEFAULT sha256(content)
  author text NOT NULL
  staff_id uuid NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT a_case_file_is_no_program CHECK ((type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text, 'text/csv'::text, 'text/plain'::text])))
  CONSTRAINT a_case_file_is_small CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 5242880)))
  CONSTRAINT a_file_is_of_a_case FOREIGN KEY (case_id) REFERENCES cases(id)
  CONSTRAINT case_files_pkey PRIMARY KEY (id)
  CONSTRAINT case_files_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
  CONSTRAINT the_name_of_a_case_file_is_short CHECK (((length(name) >= 1) AND (length(name) <= 200)))
  CREATE INDEX case_files_of_one ON public.case_files USING btree (case_id, added_at, id)
  CREATE TRIGGER case_files_never_change BEFORE UPDATE ON public.case_files FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.cases
  id uuid NOT NULL
  customer_id uuid NOT NULL
  opened_at timestamp with time zone NOT NULL DEFAULT date_trunc('milliseconds'::text, clock_timestamp())
  assigned_to uuid
  decision text
  closed_at timestamp with time zone
  CONSTRAINT a_closed_case_was_decided CHECK (((closed_at IS NULL) OR (decision IS NOT NULL)))
  CONSTRAINT cases_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES staff(id)
  CONSTRAINT cases_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT cases_pkey PRIMARY KEY (id)
  CONSTRAINT decision_of_a_case_is_known CHECK ((decision = ANY (ARRAY['nothing'::text, 'watch'::text, 'freeze'::text])))
  CREATE UNIQUE INDEX a_customer_has_one_open_case ON public.cases USING btree (customer_id) WHERE (closed_at IS NULL)
  CREATE INDEX cases_about_a_customer ON public.cases USING btree (customer_id, opened_at DESC, id DESC)
  CREATE INDEX cases_newest_first ON public.cases USING btree (((closed_at IS NULL)), opened_at DESC, id DESC)

TABLE public.copytrade_alerts
  id uuid NOT NULL
  customer_id uuid NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT copytrade_alerts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT copytrade_alerts_pkey PRIMARY KEY (customer_id)

TABLE public.customer_corrections
  id uuid NOT NULL
  customer_id uuid NOT NULL
  becomes text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT now()
  takes_effect_at timestamp with time zone NOT NULL
  state text NOT NULL DEFAULT 'waiting'::text
  ended_at timestamp with time zone
  field text NOT NULL DEFAULT 'email'::text
  CONSTRAINT address_changes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT address_changes_pkey PRIMARY KEY (id)
  CONSTRAINT an_address_waits_before_it_changes CHECK ((takes_effect_at > asked_at))
  CONSTRAINT an_ended_address_change_names_none CHECK ((((state = 'waiting'::text) = (ended_at IS NULL)) AND ((state = 'waiting'::text) = (becomes <> ''::text))))
  CONSTRAINT field_to_be_corrected_is_known CHECK ((field = ANY (ARRAY['email'::text, 'name'::text, 'phone'::text])))
  CONSTRAINT state_of_an_address_change_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'kept'::text, 'taken'::text])))
  CONSTRAINT what_it_becomes_is_short CHECK (((length(becomes) <= 254) AND ((field <> 'email'::text) OR (becomes = lower(becomes)))))
  CREATE UNIQUE INDEX a_field_waits_for_one_correction ON public.customer_corrections USING btree (customer_id, field) WHERE (state = 'waiting'::text)
  CREATE INDEX address_changes_due ON public.customer_corrections USING btree (takes_effect_at) WHERE (state = 'waiting'::text)

TABLE public.customer_freezes
  customer_id uuid NOT NULL
  frozen_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  ended_at timestamp with time zone
  until timestamp with time zone
  CONSTRAINT a_freeze_by_one_lasts_a_day_at_most CHECK (((until > frozen_at) AND (until <= (frozen_at + '24:00:00'::interval))))
  CONSTRAINT a_freeze_ends_after_it_began CHECK ((ended_at >= frozen_at))
  CONSTRAINT customer_freezes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT customer_freezes_pkey PRIMARY KEY (customer_id, frozen_at)
  CREATE UNIQUE INDEX a_customer_is_frozen_once ON public.customer_freezes USING btree (customer_id) WHERE (ended_at IS NULL)
  CREATE INDEX freezes_that_end_by_themselves ON public.customer_freezes USING btree (until) WHERE ((ended_at IS NULL) AND (until IS NOT NULL))

TABLE public.customer_notes
  id uuid NOT NULL
  customer_id uuid NOT NULL
  author text NOT NULL
  staff_id uuid
  text text NOT NULL
  written_at timestamp with time zone NOT NULL DEFAULT date_trunc('milliseconds'::text, clock_timestamp())
  CONSTRAINT a_note_says_something CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
  CONSTRAINT customer_notes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT customer_notes_pkey PRIMARY KEY (id)
  CONSTRAINT customer_notes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
  CREATE INDEX customer_notes_newest_first ON public.customer_notes USING btree (customer_id, written_at DESC, id DESC)
  CREATE TRIGGER notes_are_never_emptied BEFORE TRUNCATE ON public.customer_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER notes_never_change BEFORE UPDATE ON public.customer_notes FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.customer_notices
  id uuid NOT NULL
  customer_id uuid NOT NULL
  kind text NOT NULL
  cause text NOT NULL
  happened_at timestamp with time zone NOT NULL
  amount bigint
  profit bigint
  count integer
  why text
  reason text
  device text
  reference uuid
  written_at timestamp with time zone NOT NULL DEFAULT now()
  read_at timestamp with time zone
  withheld bigint
  CONSTRAINT a_cause_is_told_once UNIQUE (cause)
  CONSTRAINT customer_notices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT customer_notices_pkey PRIMARY KEY (id)
  CONSTRAINT notice_amount_is_not_negative CHECK ((amount >= 0))
  CONSTRAINT notice_counts_something CHECK ((count > 0))
  CREATE INDEX customer_notices_by_age ON public.customer_notices USING btree (written_at)
  CREATE INDEX customer_notices_page ON public.customer_notices USING btree (customer_id, happened_at DESC, id DESC)
  CREATE INDEX customer_notices_unread ON public.customer_notices USING btree (customer_id) WHERE (read_at IS NULL)
  CREATE INDEX customer_notices_written ON public.customer_notices USING btree (customer_id, written_at DESC)

TABLE public.customer_origins
  customer_id uuid NOT NULL
  kind text NOT NULL
  mark text NOT NULL
  first_seen_at timestamp with time zone NOT NULL DEFAULT now()
  last_seen_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_mark_is_short CHECK (((length(mark) >= 1) AND (length(mark) <= 100)))
  CONSTRAINT customer_origins_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT customer_origins_pkey PRIMARY KEY (customer_id, kind, mark)
  CONSTRAINT origin_kind_is_known CHECK ((kind = ANY (ARRAY['device'::text, 'address'::text, 'holder'::text])))
  CREATE INDEX customer_origins_by_age ON public.customer_origins USING btree (last_seen_at)
  CREATE INDEX customer_origins_newest ON public.customer_origins USING btree (first_seen_at, customer_id)
  CREATE INDEX customer_origins_of_a_mark ON public.customer_origins USING btree (kind, mark, first_seen_at, customer_id)

TABLE public.customers
  id uuid NOT NULL
  email text NOT NULL
  email_confirmed_at timestamp with time zone
  name text NOT NULL
  phone text NOT NULL
  phone_changed_at timestamp with time zone
  birth date NOT NULL
  password_hash text NOT NULL
  password_changed_at timestamp with time zone
  language text NOT NULL DEFAULT 'pt-BR'::text
  is_language_chosen boolean NOT NULL DEFAULT false
  theme text
  avatar text
  code text NOT NULL
  referrer_id uuid
  root_id uuid NOT NULL
  depth integer NOT NULL
  jump_id uuid NOT NULL
  jump_depth integer NOT NULL
  search_words tsvector NOT NULL DEFAULT ''::tsvector
  is_masked_to_upline boolean NOT NULL DEFAULT false
  terms_accepted_at timestamp with time zone
  terms_version text
  created_at timestamp with time zone NOT NULL DEFAULT now()
  erased_at timestamp with time zone
  terms_fees jsonb
  factor_changed_at timestamp with time zone
  calendar_made_at timestamp with time zone
  address_changed_at timestamp with time zone
  CONSTRAINT a_jump_leads_up CHECK (
CASE
    WHEN (referrer_id IS NULL) THEN ((depth = 0) AND (jump_depth = 0) AND (root_id = id) AND (jump_id = id))
    ELSE ((jump_depth >= 0) AND (jump_depth <= (depth - 1)))
END)
  CONSTRAINT code_belongs_to_one_customer UNIQUE (code)
  CONSTRAINT customers_pkey PRIMARY KEY (id)
  CONSTRAINT customers_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES customers(id)
  CONSTRAINT email_is_lower_case CHECK (((email = lower(email)) AND (length(email) <= 254)))
  CONSTRAINT email_is_taken_once UNIQUE (email)
  CONSTRAINT name_is_given CHECK (((length(name) >= 1) AND (length(name) <= 120)))
  CONSTRAINT nobody_refers_themselves CHECK ((referrer_id <> id))
  CONSTRAINT terms_are_accepted_in_a_version CHECK (((terms_accepted_at IS NULL) = (terms_version IS NULL)))
  CONSTRAINT terms_have_a_version CHECK (((length(terms_version) >= 1) AND (length(terms_version) <= 40)))
  CONSTRAINT theme_is_dark_or_light CHECK ((theme = ANY (ARRAY['dark'::text, 'light'::text])))
  CREATE INDEX customers_by_any_word ON public.customers USING gin (staff_words(name, email))
  CREATE INDEX customers_by_end_of_phone ON public.customers USING btree (reverse(phone) text_pattern_ops)
  CREATE INDEX customers_erased ON public.customers USING btree (id) WHERE (erased_at IS NOT NULL)
  CREATE INDEX customers_newest_first ON public.customers USING btree (created_at DESC, id DESC)
  CREATE INDEX members_by_word ON public.customers USING gin (search_words)
  CREATE INDEX members_newest_first ON public.customers USING btree (referrer_id, created_at DESC, id DESC) WHERE (referrer_id IS NOT NULL)
  CREATE TRIGGER a_customer_is_placed_once BEFORE INSERT ON public.customers FOR EACH ROW EXECUTE FUNCTION place_in_network()
  CREATE TRIGGER a_customer_keeps_their_place BEFORE UPDATE OF referrer_id, root_id, depth, jump_id, jump_depth ON public.customers FOR EACH ROW WHEN ((((((old.referrer_id IS DISTINCT FROM new.referrer_id) OR (old.root_id IS DISTINCT FROM new.root_id)) OR (old.depth IS DISTINCT FROM new.depth)) OR (old.jump_id IS DISTINCT FROM new.jump_id)) OR (old.jump_depth IS DISTINCT FROM new.jump_depth))) EXECUTE FUNCTION refuse_another_place()
  CREATE TRIGGER customers_note_change BEFORE UPDATE OF phone, password_hash, email ON public.customers FOR EACH ROW EXECUTE FUNCTION note_customer_change()
  CREATE TRIGGER customers_of_the_sandbox_stay_there BEFORE INSERT OR UPDATE OF email ON public.customers FOR EACH ROW WHEN (((new.email ~~ '%.example'::text) AND is_of_the_sandbox(new.email))) EXECUTE FUNCTION refuse_in_production()
  CREATE TRIGGER search_words_follow BEFORE INSERT OR UPDATE OF name, email, is_masked_to_upline ON public.customers FOR EACH ROW EXECUTE FUNCTION keep_search_words()

TABLE public.given_up_remainders
  customer_id uuid NOT NULL
  balance bigint NOT NULL
  zord bigint NOT NULL
  CONSTRAINT given_up_remainders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT given_up_remainders_pkey PRIMARY KEY (customer_id)
  CONSTRAINT less_than_a_cent_is_given_up CHECK (((balance >= 0) AND (zord >= 0) AND (((balance + zord) >= 1) AND ((balance + zord) <= 9999))))
  CREATE TRIGGER given_up_remainders_are_never_emptied BEFORE TRUNCATE ON public.given_up_remainders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER given_up_remainders_stay BEFORE DELETE OR UPDATE ON public.given_up_remainders FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.hand_overs
  root_id uuid NOT NULL
  deposit_id uuid NOT NULL
  withdrawal_id uuid NOT NULL
  giver_id uuid NOT NULL
  taker_id uuid NOT NULL
  amount bigint NOT NULL
  happened_at timestamp with time zone NOT NULL
  CONSTRAINT hand_overs_pkey PRIMARY KEY (root_id, deposit_id)
  CREATE INDEX hand_overs_lately ON public.hand_overs USING btree (root_id, happened_at)

TABLE public.idempotency_keys
  customer_id uuid NOT NULL
  key text NOT NULL
  request_hash bytea NOT NULL
  status smallint NOT NULL
  answer text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (customer_id, key)
  CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at)

TABLE public.installation
  only_row boolean NOT NULL DEFAULT true
  mode text NOT NULL
  stamped_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT installation_pkey PRIMARY KEY (only_row)
  CONSTRAINT mode_is_known CHECK ((mode = ANY (ARRAY['sandbox'::text, 'production'::text])))
  CONSTRAINT there_is_one_installation CHECK (only_row)
  CREATE TRIGGER an_installation_is_what_it_was BEFORE INSERT ON public.installation FOR EACH ROW EXECUTE FUNCTION require_right_mode()
  CREATE TRIGGER installation_is_never_emptied BEFORE TRUNCATE ON public.installation FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_mode()
  CREATE TRIGGER installation_never_changes BEFORE DELETE OR UPDATE ON public.installation FOR EACH ROW EXECUTE FUNCTION refuse_other_mode()

TABLE public.kept_words
  hash bytea NOT NULL
  customer_id uuid NOT NULL
  place text NOT NULL
  salt bytea NOT NULL
  words text NOT NULL
  CONSTRAINT kept_words_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT kept_words_pkey PRIMARY KEY (hash)
  CONSTRAINT words_are_known_by_their_hash CHECK ((hash = sha256((salt || convert_to(words, 'UTF8'::name)))))
  CREATE INDEX kept_words_by_place ON public.kept_words USING btree (place)
  CREATE INDEX kept_words_of_a_customer ON public.kept_words USING btree (customer_id, place)
  CREATE TRIGGER kept_words_are_never_emptied BEFORE TRUNCATE ON public.kept_words FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER kept_words_never_change BEFORE UPDATE ON public.kept_words FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.known_devices
  id uuid NOT NULL DEFAULT gen_random_uuid()
  customer_id uuid NOT NULL
  token_hash bytea
  browser text NOT NULL
  system text NOT NULL
  first_seen_at timestamp with time zone NOT NULL DEFAULT now()
  last_seen_at timestamp with time zone NOT NULL DEFAULT now()
  is_first boolean NOT NULL DEFAULT false
  forgotten_at timestamp with time zone
  CONSTRAINT device_token_is_hashed CHECK ((length(token_hash) = 32))
  CONSTRAINT known_devices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT known_devices_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX a_device_is_known_once ON public.known_devices USING btree (customer_id, token_hash) WHERE ((token_hash IS NOT NULL) AND (forgotten_at IS NULL))
  CREATE INDEX known_devices_by_customer ON public.known_devices USING btree (customer_id, last_seen_at)

TABLE public.ledger_reversals
  journal text NOT NULL
  customer_id uuid NOT NULL
  kind text NOT NULL
  reference uuid NOT NULL
  legs jsonb NOT NULL
  reason text NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_journal_is_reversed_once PRIMARY KEY (journal)
  CONSTRAINT ledger_reversals_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CREATE INDEX awards_reversed ON public.ledger_reversals USING btree (customer_id) INCLUDE (reference) WHERE (kind = ANY (ARRAY['reversed_bonus'::text, 'reversed_residual'::text]))
  CREATE TRIGGER reversals_are_never_emptied BEFORE TRUNCATE ON public.ledger_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER reversals_stay BEFORE DELETE OR UPDATE ON public.ledger_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('reason')

TABLE public.login_tickets
  ticket_hash bytea NOT NULL
  customer_id uuid NOT NULL
  credential_mark bytea NOT NULL
  keep boolean NOT NULL
  attempts_left integer NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT login_tickets_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT login_tickets_pkey PRIMARY KEY (ticket_hash)
  CREATE INDEX login_tickets_by_customer ON public.login_tickets USING btree (customer_id)
  CREATE INDEX login_tickets_expired ON public.login_tickets USING btree (expires_at)

TABLE public.lost_second_factor_links
  token_hash bytea NOT NULL
  customer_id uuid NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT lost_second_factor_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT lost_second_factor_links_pkey PRIMARY KEY (token_hash)
  CREATE INDEX lost_second_factor_links_by_customer ON public.lost_second_factor_links USING btree (customer_id)
  CREATE INDEX lost_second_factor_links_expired ON public.lost_second_factor_links USING btree (expires_at)

TABLE public.mailed_tokens
  token_hash bytea NOT NULL
  customer_id uuid NOT NULL
  purpose text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT mailed_tokens_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT mailed_tokens_pkey PRIMARY KEY (token_hash)
  CONSTRAINT token_purpose_is_known CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text])))
  CREATE INDEX mailed_tokens_by_customer ON public.mailed_tokens USING btree (customer_id, purpose)
  CREATE INDEX mailed_tokens_expired ON public.mailed_tokens USING btree (expires_at)

TABLE public.mails
  id uuid NOT NULL
  customer_id uuid
  kind text NOT NULL
  cause text NOT NULL
  about jsonb NOT NULL
  state text NOT NULL DEFAULT 'waiting'::text
  queued_at timestamp with time zone NOT NULL DEFAULT now()
  deadline_at timestamp with time zone NOT NULL
  due_at timestamp with time zone DEFAULT now()
  fencing_token integer NOT NULL DEFAULT 0
  last_error text
  ended_at timestamp with time zone
  is_urgent boolean NOT NULL DEFAULT false
  failures integer NOT NULL DEFAULT 0
  CONSTRAINT a_cause_has_one_mail UNIQUE (cause)
  CONSTRAINT an_ended_mail_is_about_nobody CHECK (((state = 'waiting'::text) OR ((about = '{}'::jsonb) AND (customer_id IS NULL))))
  CONSTRAINT mail_state_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'unneeded'::text, 'refused'::text, 'expired'::text])))
  CONSTRAINT mails_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT mails_pkey PRIMARY KEY (id)
  CONSTRAINT only_a_waiting_mail_is_due CHECK (((state = 'waiting'::text) = (due_at IS NOT NULL)))
  CONSTRAINT only_an_ended_mail_has_an_end CHECK (((state = 'waiting'::text) = (ended_at IS NULL)))
  CREATE INDEX mails_by_end ON public.mails USING btree (ended_at) WHERE (ended_at IS NOT NULL)
  CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (due_at IS NOT NULL)
  CREATE INDEX mails_urgent_due ON public.mails USING btree (due_at) WHERE ((due_at IS NOT NULL) AND is_urgent)

TABLE public.maturity_changes
  id bigint NOT NULL IDENTITY
  product text NOT NULL
  due_on date NOT NULL
  positions integer NOT NULL
  amount bigint NOT NULL
  promised bigint NOT NULL
  CONSTRAINT maturity_changes_pkey PRIMARY KEY (id)

TABLE public.maturity_days
  product text NOT NULL
  due_on date NOT NULL
  positions bigint NOT NULL
  amount bigint NOT NULL
  promised bigint NOT NULL
  CONSTRAINT maturity_days_pkey PRIMARY KEY (product, due_on)
  CONSTRAINT maturity_days_product_fkey FOREIGN KEY (product) REFERENCES products(product)

TABLE public.network_awards
  id uuid NOT NULL
  kind text NOT NULL
  level smallint NOT NULL
  beneficiary_id uuid NOT NULL
  source_id uuid NOT NULL
  product text NOT NULL
  position_id uuid NOT NULL
  base bigint NOT NULL
  percentage bigint NOT NULL
  value bigint NOT NULL
  cut bigint NOT NULL DEFAULT 0
  invested bigint
  happened_at timestamp with time zone NOT NULL
  due_at timestamp with time zone
  void_at timestamp with time zone
  paid_at timestamp with time zone
  CONSTRAINT a_bonus_is_on_a_part_of_what_was_invested CHECK (((invested IS NULL) OR ((kind = 'bonus'::text) AND (base <= invested))))
  CONSTRAINT a_cause_awards_each_level_once UNIQUE (position_id, kind, level)
  CONSTRAINT a_cut_is_not_negative CHECK ((cut >= 0))
  CONSTRAINT an_award_has_a_base CHECK ((base > 0))
  CONSTRAINT an_award_is_a_part_of_its_base CHECK (((percentage >= 1) AND (percentage <= 100000000)))
  CONSTRAINT an_award_is_due_before_it_is_paid CHECK (((paid_at IS NULL) OR (due_at IS NOT NULL)))
  CONSTRAINT an_award_is_near_enough CHECK (((level >= 1) AND (level <=
CASE kind
    WHEN 'bonus'::text THEN 1
    ELSE 3
END)))
  CONSTRAINT an_award_is_worth_something_before_its_cut CHECK (((value >= 0) AND ((value + cut) > 0)))
  CONSTRAINT an_award_that_is_void_is_never_due CHECK (((void_at IS NULL) OR ((kind = 'bonus'::text) AND (due_at IS NULL))))
  CONSTRAINT award_kind_is_known CHECK ((kind = ANY (ARRAY['bonus'::text, 'residual'::text])))
  CONSTRAINT network_awards_pkey PRIMARY KEY (id)
  CONSTRAINT nobody_earns_by_themselves CHECK ((beneficiary_id <> source_id))
  CONSTRAINT only_a_bonus_waits CHECK (((kind = 'bonus'::text) OR ((due_at IS NOT NULL) AND (due_at = happened_at) AND (cut = 0))))
  CREATE INDEX awards_by_member ON public.network_awards USING btree (beneficiary_id, source_id)
  CREATE INDEX awards_newest_first ON public.network_awards USING btree (beneficiary_id, kind, happened_at DESC, id DESC) INCLUDE (value, paid_at, due_at, void_at)
  CREATE INDEX awards_owed ON public.network_awards USING btree (due_at, id) WHERE ((paid_at IS NULL) AND (due_at IS NOT NULL))
  CREATE INDEX awards_waiting ON public.network_awards USING btree (happened_at, id) WHERE ((due_at IS NULL) AND (void_at IS NULL))
  CREATE INDEX bonuses_due_newest_first ON public.network_awards USING btree (beneficiary_id, due_at DESC, id DESC) WHERE ((kind = 'bonus'::text) AND (due_at IS NOT NULL))

TABLE public.network_beneficiaries
  customer_id uuid NOT NULL
  bonuses bigint NOT NULL DEFAULT 0
  CONSTRAINT bonuses_are_not_negative CHECK ((bonuses >= 0))
  CONSTRAINT network_beneficiaries_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT network_beneficiaries_pkey PRIMARY KEY (customer_id)

TABLE public.network_capital
  customer_id uuid NOT NULL
  contributed bigint NOT NULL DEFAULT 0
  high_water bigint NOT NULL DEFAULT 0
  used bigint NOT NULL DEFAULT 0
  CONSTRAINT a_member_uses_what_they_brought CHECK (((used >= 0) AND (used <= high_water)))
  CONSTRAINT network_capital_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT network_capital_pkey PRIMARY KEY (customer_id)

TABLE public.network_causes
  id uuid NOT NULL
  customer_id uuid NOT NULL
  kind text NOT NULL
  product text
  position_id uuid
  amount bigint
  profit bigint
  base bigint
  granted bigint
  happened_at timestamp with time zone NOT NULL
  number bigint NOT NULL
  place bigint NOT NULL DEFAULT cause_place()
  done_at timestamp with time zone
  CONSTRAINT a_base_is_not_negative CHECK ((base >= 0))
  CONSTRAINT a_cause_is_whole CHECK (
CASE kind
    WHEN 'capital'::text THEN ((num_nonnulls(product, position_id, profit, base) = 0) AND (amount IS NOT NULL))
    WHEN 'invested'::text THEN ((num_nulls(product, position_id, amount, base) = 0) AND (profit IS NULL) AND (base <= amount))
    WHEN 'profit'::text THEN ((num_nulls(product, position_id, profit) = 0) AND (base IS NULL))
    ELSE ((num_nulls(product, position_id) = 0) AND (num_nonnulls(profit, base) = 0))
END)
  CONSTRAINT a_journal_is_one_cause UNIQUE (customer_id, number)
  CONSTRAINT a_position_causes_each_once UNIQUE (position_id, kind)
  CONSTRAINT cause_kind_is_known CHECK ((kind = ANY (ARRAY['invested'::text, 'canceled'::text, 'profit'::text, 'capital'::text])))
  CONSTRAINT network_causes_pkey PRIMARY KEY (id)
  CONSTRAINT no_more_is_granted_than_was_asked CHECK (((granted IS NULL) OR ((kind = 'invested'::text) AND ((granted >= 0) AND (granted <= base)))))
  CREATE INDEX network_causes_owed ON public.network_causes USING btree (place, customer_id, number) WHERE (done_at IS NULL)

TABLE public.network_tree_steps
  root_id uuid NOT NULL
  cause_id uuid NOT NULL
  kind text NOT NULL
  position_id uuid
  capital bigint NOT NULL DEFAULT 0
  granted bigint NOT NULL DEFAULT 0
  percentage bigint
  applied_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_bonus_has_its_percentage CHECK (((kind = 'invested'::text) = (percentage IS NOT NULL)))
  CONSTRAINT a_step_is_of_a_tree FOREIGN KEY (root_id) REFERENCES network_trees(root_id)
  CONSTRAINT network_tree_steps_pkey PRIMARY KEY (root_id, cause_id)
  CONSTRAINT step_kind_is_known CHECK ((kind = ANY (ARRAY['invested'::text, 'canceled'::text, 'capital'::text])))
  CREATE INDEX network_tree_steps_by_position ON public.network_tree_steps USING btree (root_id, position_id) WHERE (position_id IS NOT NULL)
  CREATE TRIGGER network_tree_steps_are_never_emptied BEFORE TRUNCATE ON public.network_tree_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER network_tree_steps_never_change BEFORE DELETE OR UPDATE ON public.network_tree_steps FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.network_trees
  root_id uuid NOT NULL
  capital bigint NOT NULL DEFAULT 0
  high_water bigint NOT NULL DEFAULT 0
  used bigint NOT NULL DEFAULT 0
  CONSTRAINT a_tree_uses_what_it_brought CHECK (((used >= 0) AND (used <= high_water)))
  CONSTRAINT a_trees_capital_is_not_negative CHECK ((capital >= 0))
  CONSTRAINT network_trees_pkey PRIMARY KEY (root_id)
  CONSTRAINT network_trees_root_id_fkey FOREIGN KEY (root_id) REFERENCES customers(id)

TABLE public.notice_preferences
  customer_id uuid NOT NULL
  mails_maturities boolean NOT NULL DEFAULT true
  mails_withdrawals boolean NOT NULL DEFAULT true
  mails_announcements boolean NOT NULL DEFAULT true
  CONSTRAINT notice_preferences_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT notice_preferences_pkey PRIMARY KEY (customer_id)

TABLE public.operation_imports
  id bigint NOT NULL IDENTITY
  product text NOT NULL
  first_number bigint NOT NULL
  last_number bigint NOT NULL
  complete_before timestamp with time zone
  completed_before timestamp with time zone
  made_at timestamp with time zone NOT NULL DEFAULT now()
  made_by text NOT NULL
  withdrawn_at timestamp with time zone
  withdrawn_by text
  CONSTRAINT an_import_begins_once UNIQUE (product, first_number)
  CONSTRAINT an_import_has_operations CHECK ((first_number <= last_number))
  CONSTRAINT operation_imports_pkey PRIMARY KEY (id)
  CONSTRAINT operation_imports_product_fkey FOREIGN KEY (product) REFERENCES payout_feeds(product)
  CONSTRAINT somebody_withdraws_it CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))

TABLE public.operations
  id uuid NOT NULL DEFAULT gen_random_uuid()
  product text NOT NULL
  number bigint NOT NULL
  happened_at timestamp with time zone NOT NULL
  asset text NOT NULL
  pair text NOT NULL
  payout bigint NOT NULL
  source text NOT NULL
  reference text NOT NULL
  recorded_at timestamp with time zone NOT NULL DEFAULT now()
  opened_at timestamp with time zone NOT NULL
  CONSTRAINT an_operation_is_known_once UNIQUE (product, reference)
  CONSTRAINT an_operation_loses_no_more_than_all CHECK (((payout >= '-100000000'::integer) AND (payout <= 1000000000)))
  CONSTRAINT an_operation_opens_before_it_closes CHECK ((opened_at <= happened_at))
  CONSTRAINT asset_is_named CHECK (((length(asset) >= 1) AND (length(asset) <= 40)))
  CONSTRAINT operations_are_numbered_without_gap UNIQUE (product, number)
  CONSTRAINT operations_pkey PRIMARY KEY (id)
  CONSTRAINT operations_product_fkey FOREIGN KEY (product) REFERENCES payout_feeds(product)
  CONSTRAINT pair_is_named CHECK (((length(pair) >= 1) AND (length(pair) <= 40)))
  CONSTRAINT reference_is_given CHECK (((length(reference) >= 1) AND (length(reference) <= 100)))
  CONSTRAINT source_is_known CHECK ((source = ANY (ARRAY['operator'::text, 'sandbox'::text])))
  CREATE INDEX operations_newest_first ON public.operations USING btree (product, happened_at DESC, id DESC)
  CREATE INDEX operations_of_an_asset_newest_first ON public.operations USING btree (product, asset, happened_at DESC, id DESC)
  CREATE INDEX operations_open_at ON public.operations USING gist (tstzrange(opened_at, happened_at, '(]'::text))
  CREATE TRIGGER operations_are_never_emptied BEFORE TRUNCATE ON public.operations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER operations_never_change BEFORE DELETE OR UPDATE ON public.operations FOR EACH ROW EXECUTE FUNCTION keep_operation()
  CREATE TRIGGER operations_of_the_sandbox_stay_there BEFORE INSERT ON public.operations FOR EACH ROW WHEN ((new.source = 'sandbox'::text)) EXECUTE FUNCTION refuse_in_production()

TABLE public.passkey_challenges
  challenge text NOT NULL
  customer_id uuid NOT NULL
  holder_hash bytea NOT NULL
  purpose text NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT passkey_challenges_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge)
  CREATE INDEX passkey_challenges_by_customer ON public.passkey_challenges USING btree (customer_id)
  CREATE INDEX passkey_challenges_expired ON public.passkey_challenges USING btree (expires_at)

TABLE public.passkeys
  id uuid NOT NULL
  customer_id uuid NOT NULL
  credential_id text NOT NULL
  public_key bytea NOT NULL
  transports text[] NOT NULL
  name text NOT NULL
  is_synced boolean NOT NULL
  counter bigint NOT NULL
  counter_fell_at timestamp with time zone
  added_at timestamp with time zone NOT NULL
  last_used_at timestamp with time zone
  CONSTRAINT a_passkey_belongs_to_one_customer UNIQUE (credential_id)
  CONSTRAINT passkey_name_is_given CHECK (((length(name) >= 1) AND (length(name) <= 60)))
  CONSTRAINT passkeys_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT passkeys_pkey PRIMARY KEY (id)
  CREATE INDEX passkeys_by_customer ON public.passkeys USING btree (customer_id)
  CREATE TRIGGER passkeys_note_change AFTER INSERT OR DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION note_factor_change()

TABLE public.pattern_marks
  rule text NOT NULL
  at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid
  CONSTRAINT pattern_marks_pkey PRIMARY KEY (rule)

TABLE public.payout_feeds
  product text NOT NULL
  last_number bigint NOT NULL DEFAULT 0
  complete_until timestamp with time zone
  completed_at timestamp with time zone
  CONSTRAINT payout_feeds_pkey PRIMARY KEY (product)
  CONSTRAINT payout_feeds_product_fkey FOREIGN KEY (product) REFERENCES products(product)

TABLE public.payout_index
  product text NOT NULL
  happened_at timestamp with time zone NOT NULL
  total bigint NOT NULL
  last_number bigint NOT NULL
  CONSTRAINT payout_index_pkey PRIMARY KEY (product, happened_at)
  CONSTRAINT payout_index_product_fkey FOREIGN KEY (product) REFERENCES payout_feeds(product)

TABLE public.positions
  id uuid NOT NULL
  customer_id uuid NOT NULL
  product text NOT NULL
  amount bigint NOT NULL
  rate bigint
  promised bigint NOT NULL DEFAULT 0
  started_at timestamp with time zone NOT NULL
  ends_at timestamp with time zone NOT NULL
  state text NOT NULL DEFAULT 'running'::text
  closed_at timestamp with time zone
  operations_seen bigint
  payouts bigint
  result bigint
  terms jsonb NOT NULL DEFAULT '{}'::jsonb
  cancel_fee bigint
  tax_rate bigint
  CONSTRAINT positions_pkey PRIMARY KEY (id)
  CREATE INDEX positions_by_promocode ON public.positions USING btree (((terms ->> 'promocode'::text))) WHERE (terms ? 'promocode'::text)
  CREATE INDEX positions_due ON public.positions USING btree (ends_at, id) WHERE (state = 'running'::text)
  CREATE INDEX positions_newest_first ON public.positions USING btree (customer_id, product, started_at DESC, id DESC)
  CREATE TRIGGER ended_positions_never_change BEFORE UPDATE ON public.positions FOR EACH ROW WHEN ((old.state <> 'running'::text)) EXECUTE FUNCTION refuse_change_of_ended_position()
  CREATE TRIGGER positions_are_never_dropped BEFORE DELETE ON public.positions FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER positions_are_never_emptied BEFORE TRUNCATE ON public.positions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER positions_are_sound AFTER INSERT ON public.positions FOR EACH ROW EXECUTE FUNCTION enter_position()
  CREATE TRIGGER positions_stay_sound AFTER UPDATE OF state, closed_at, operations_seen, payouts, result ON public.positions FOR EACH ROW EXECUTE FUNCTION change_position()
  CREATE TRIGGER what_was_agreed_never_changes BEFORE UPDATE OF id, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate ON public.positions FOR EACH ROW WHEN ((((((((((((old.id IS DISTINCT FROM new.id) OR (old.customer_id IS DISTINCT FROM new.customer_id)) OR (old.product IS DISTINCT FROM new.product)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.rate IS DISTINCT FROM new.rate)) OR (old.promised IS DISTINCT FROM new.promised)) OR (old.started_at IS DISTINCT FROM new.started_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.terms IS DISTINCT FROM new.terms)) OR (old.cancel_fee IS DISTINCT FROM new.cancel_fee)) OR (old.tax_rate IS DISTINCT FROM new.tax_rate))) EXECUTE FUNCTION refuse_change_of_ended_position()

TABLE public.privacy_requests
  id uuid NOT NULL
  customer_id uuid NOT NULL
  kind text NOT NULL
  received_on date NOT NULL
  due_on date NOT NULL
  handler_id uuid
  handler text
  outcome text
  answered_at timestamp with time zone
  CONSTRAINT how_it_was_answered_is_known CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
  CONSTRAINT it_is_due_after_it_came_in CHECK ((due_on > received_on))
  CONSTRAINT kind_of_a_privacy_request_is_known CHECK ((kind = ANY (ARRAY['export'::text, 'correction'::text, 'erasure'::text])))
  CONSTRAINT privacy_requests_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT privacy_requests_handler_id_fkey FOREIGN KEY (handler_id) REFERENCES staff(id)
  CONSTRAINT privacy_requests_pkey PRIMARY KEY (id)
  CONSTRAINT what_was_answered_says_how CHECK (((outcome IS NULL) = (answered_at IS NULL)))
  CREATE UNIQUE INDEX a_customer_waits_for_one_answer_of_a_kind ON public.privacy_requests USING btree (customer_id, kind) WHERE (answered_at IS NULL)
  CREATE INDEX privacy_requests_answered ON public.privacy_requests USING btree (answered_at DESC, id DESC) WHERE (answered_at IS NOT NULL)
  CREATE INDEX privacy_requests_due ON public.privacy_requests USING btree (due_on, id) WHERE (answered_at IS NULL)
  CREATE INDEX privacy_requests_of_a_customer ON public.privacy_requests USING btree (customer_id)
  CREATE TRIGGER privacy_requests_are_never_emptied BEFORE TRUNCATE ON public.privacy_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER privacy_requests_stay BEFORE DELETE ON public.privacy_requests FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.products
  product text NOT NULL
  yield text NOT NULL
  source text NOT NULL
  cancelable boolean NOT NULL
  CONSTRAINT product_is_one_word CHECK ((product ~ '^[a-z]+$'::text))
  CONSTRAINT products_pkey PRIMARY KEY (product)
  CONSTRAINT source_account_is_known CHECK ((source = ANY (ARRAY['balance'::text, 'zord'::text])))
  CONSTRAINT yield_is_known CHECK ((yield = ANY (ARRAY['fixed'::text, 'traded'::text])))

TABLE public.promocode_claims
  id uuid NOT NULL
  customer_id uuid NOT NULL
  key text NOT NULL
  code text NOT NULL
  claimed_at timestamp with time zone NOT NULL DEFAULT now()
  promised bigint NOT NULL
  position_id uuid
  CONSTRAINT a_claim_promises_no_less_than_nothing CHECK ((promised >= 0))
  CONSTRAINT a_position_takes_one_claim UNIQUE (position_id)
  CONSTRAINT promocode_claims_code_fkey FOREIGN KEY (code) REFERENCES promocodes(code)
  CONSTRAINT promocode_claims_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT promocode_claims_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX one_open_claim_under_a_key ON public.promocode_claims USING btree (customer_id, key) WHERE (position_id IS NULL)
  CREATE INDEX promocode_claims_by_code ON public.promocode_claims USING btree (code, customer_id)
  CREATE INDEX promocode_claims_open ON public.promocode_claims USING btree (claimed_at) WHERE (position_id IS NULL)
  CREATE INDEX promocode_claims_open_by_code ON public.promocode_claims USING btree (code) WHERE (position_id IS NULL)
  CREATE TRIGGER taken_claims_never_change BEFORE DELETE OR UPDATE ON public.promocode_claims FOR EACH ROW WHEN ((old.position_id IS NOT NULL)) EXECUTE FUNCTION refuse_change()

TABLE public.promocodes
  code text NOT NULL
  points bigint NOT NULL
  uses_allowed integer NOT NULL
  uses_per_customer integer NOT NULL
  uses integer NOT NULL DEFAULT 0
  most_promised bigint NOT NULL
  promised bigint NOT NULL DEFAULT 0
  min_amount bigint NOT NULL
  valid_from timestamp with time zone NOT NULL
  valid_until timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_customer_can_use_a_promocode CHECK ((uses_per_customer > 0))
  CONSTRAINT a_promocode_adds_to_the_rate CHECK ((points > 0))
  CONSTRAINT a_promocode_can_be_used CHECK ((uses_allowed > 0))
  CONSTRAINT a_promocode_ends_after_it_begins CHECK ((valid_until > valid_from))
  CONSTRAINT a_promocode_is_in_capitals CHECK ((code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'::text))
  CONSTRAINT a_promocode_is_used_no_more_than_allowed CHECK (((uses >= 0) AND (uses <= uses_allowed)))
  CONSTRAINT a_promocode_may_promise_something CHECK ((most_promised > 0))
  CONSTRAINT a_promocode_promises_no_more_than_its_bound CHECK (((promised >= 0) AND (promised <= most_promised)))
  CONSTRAINT promocodes_pkey PRIMARY KEY (code)
  CONSTRAINT the_least_amount_is_not_negative CHECK ((min_amount >= 0))

TABLE public.rate_judge
  only_row boolean NOT NULL DEFAULT true
  ask_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
  asked_of bytea
  CONSTRAINT one_judges_at_a_time CHECK (only_row)
  CONSTRAINT rate_judge_pkey PRIMARY KEY (only_row)

TABLE public.reconciliation_notes
  id uuid NOT NULL
  day date NOT NULL
  reference text NOT NULL
  break text NOT NULL
  note text NOT NULL
  journal text
  written_by text NOT NULL
  written_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_note_says_something CHECK (((length(note) >= 3) AND (length(note) <= 500)))
  CONSTRAINT a_reference_is_short CHECK (((length(reference) >= 1) AND (length(reference) <= 100)))
  CONSTRAINT break_is_known CHECK ((break = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'other_amount'::text, 'other_currency'::text, 'other_state'::text, 'other_figures'::text, 'booked_twice'::text])))
  CONSTRAINT reconciliation_notes_pkey PRIMARY KEY (id)
  CREATE INDEX reconciliation_notes_of_a_break ON public.reconciliation_notes USING btree (reference, written_at)
  CREATE TRIGGER notes_are_never_emptied BEFORE TRUNCATE ON public.reconciliation_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER notes_never_change BEFORE DELETE OR UPDATE ON public.reconciliation_notes FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('note')

TABLE public.recovery_codes
  customer_id uuid NOT NULL
  code_hash bytea NOT NULL
  used_at timestamp with time zone
  CONSTRAINT recovery_codes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (customer_id, code_hash)
  CREATE TRIGGER recovery_codes_note_change AFTER INSERT ON public.recovery_codes FOR EACH ROW EXECUTE FUNCTION note_factor_change()

TABLE public.refused_rates
  id bigint NOT NULL IDENTITY
  high bigint
  low bigint
  quoted_at timestamp with time zone NOT NULL
  why text NOT NULL
  refused_at timestamp with time zone NOT NULL DEFAULT now()
  last_seen_at timestamp with time zone NOT NULL DEFAULT now()
  decided_at timestamp with time zone
  CONSTRAINT refused_rates_pkey PRIMARY KEY (id)
  CONSTRAINT why_a_rate_is_refused_is_known CHECK ((why = ANY (ARRAY['senseless'::text, 'spread'::text, 'change'::text, 'first'::text, 'second_source'::text, 'within_bounds'::text])))
  CREATE INDEX refused_rates_undecided ON public.refused_rates USING btree (id) WHERE (decided_at IS NULL)

TABLE public.report_file_parts
  file_id uuid NOT NULL
  number integer NOT NULL
  content bytea NOT NULL
  CONSTRAINT parts_are_numbered CHECK ((number > 0))
  CONSTRAINT report_file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES report_files(id) ON DELETE CASCADE
  CONSTRAINT report_file_parts_pkey PRIMARY KEY (file_id, number)
  CREATE TRIGGER report_parts_are_never_emptied BEFORE TRUNCATE ON public.report_file_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER report_parts_stay_as_they_were_made BEFORE INSERT OR DELETE OR UPDATE ON public.report_file_parts FOR EACH ROW EXECUTE FUNCTION keep_report_part()

TABLE public.report_files
  id uuid NOT NULL
  report text NOT NULL
  first_day date NOT NULL
  last_day date NOT NULL
  rows bigint NOT NULL DEFAULT 0
  bytes bigint NOT NULL DEFAULT 0
  sha256 text NOT NULL DEFAULT ''::text
  made_by text NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT now()
  expires_at timestamp with time zone NOT NULL
  takers uuid[]
  CONSTRAINT a_report_ends_after_it_begins CHECK ((last_day >= first_day))
  CONSTRAINT one_that_names_every_customer_says_who_takes_it CHECK (((report <> 'customers'::text) OR (takers IS NOT NULL)))
  CONSTRAINT report_files_pkey PRIMARY KEY (id)
  CONSTRAINT report_is_known CHECK ((report = ANY (ARRAY['accounts'::text, 'liabilities'::text, 'customers'::text])))
  CREATE INDEX report_files_by_end ON public.report_files USING btree (expires_at)
  CREATE INDEX report_files_by_time ON public.report_files USING btree (made_at DESC, id DESC)
  CREATE TRIGGER report_files_are_never_emptied BEFORE TRUNCATE ON public.report_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER report_files_stay_as_they_were_made BEFORE DELETE OR UPDATE ON public.report_files FOR EACH ROW EXECUTE FUNCTION keep_report_file()

TABLE public.sandbox_clock
  only_row boolean NOT NULL DEFAULT true
  ahead_ms bigint NOT NULL DEFAULT 0
  CONSTRAINT sandbox_clock_pkey PRIMARY KEY (only_row)
  CONSTRAINT the_clock_never_stands_behind CHECK ((ahead_ms >= 0))
  CONSTRAINT there_is_one_clock CHECK (only_row)
  CREATE TRIGGER the_clock_stands_in_production BEFORE UPDATE ON public.sandbox_clock FOR EACH ROW WHEN ((new.ahead_ms <> old.ahead_ms)) EXECUTE FUNCTION refuse_in_production()

TABLE public.second_factor_removals
  id uuid NOT NULL DEFAULT gen_random_uuid()
  customer_id uuid NOT NULL
  confirmed_at timestamp with time zone NOT NULL
  removes_at timestamp with time zone NOT NULL
  canceled_at timestamp with time zone
  removed_at timestamp with time zone
  CONSTRAINT a_removal_has_one_end CHECK (((canceled_at IS NULL) OR (removed_at IS NULL)))
  CONSTRAINT nothing_is_removed_before_its_time CHECK ((removed_at >= removes_at))
  CONSTRAINT second_factor_removals_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT second_factor_removals_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX a_customer_has_one_removal_waiting ON public.second_factor_removals USING btree (customer_id) WHERE ((canceled_at IS NULL) AND (removed_at IS NULL))
  CREATE INDEX second_factor_removals_due ON public.second_factor_removals USING btree (removes_at) WHERE ((canceled_at IS NULL) AND (removed_at IS NULL))

TABLE public.second_factors
  id uuid NOT NULL DEFAULT gen_random_uuid()
  customer_id uuid NOT NULL
  since timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  ended_by text
  withdrawals_closed_at timestamp with time zone
  withdrawals_closed_until timestamp with time zone
  CONSTRAINT a_factor_ends_after_it_began CHECK ((ended_at >= since))
  CONSTRAINT an_ended_factor_says_how CHECK (((ended_at IS NULL) = (ended_by IS NULL)))
  CONSTRAINT closed_withdrawals_say_since_when CHECK (((withdrawals_closed_at IS NULL) = (withdrawals_closed_until IS NULL)))
  CONSTRAINT second_factors_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT second_factors_pkey PRIMARY KEY (id)
  CONSTRAINT the_end_of_a_factor_is_known CHECK ((ended_by = ANY (ARRAY['customer'::text, 'waiting'::text, 'operator'::text, 'reset'::text])))
  CREATE UNIQUE INDEX a_customer_has_one_second_factor ON public.second_factors USING btree (customer_id) WHERE (ended_at IS NULL)
  CREATE INDEX second_factors_by_customer ON public.second_factors USING btree (customer_id, withdrawals_closed_until)

TABLE public.secret_mark
  only_row boolean NOT NULL DEFAULT true
  mark bytea
  CONSTRAINT secret_mark_pkey PRIMARY KEY (only_row)
  CONSTRAINT there_is_one_secret CHECK (only_row)

TABLE public.sessions
  token_hash bytea NOT NULL
  customer_id uuid NOT NULL
  id uuid NOT NULL DEFAULT gen_random_uuid()
  device_id uuid
  browser text
  system text
  kept boolean NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone NOT NULL DEFAULT now()
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT a_session_has_its_device FOREIGN KEY (device_id) REFERENCES known_devices(id) ON DELETE SET NULL (device_id)
  CONSTRAINT session_is_named_once UNIQUE (id)
  CONSTRAINT sessions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash)
  CREATE INDEX sessions_by_customer ON public.sessions USING btree (customer_id)
  CREATE INDEX sessions_by_device ON public.sessions USING btree (device_id) WHERE (device_id IS NOT NULL)
  CREATE INDEX sessions_expired ON public.sessions USING btree (expires_at)

TABLE public.setting_versions
  number bigint NOT NULL IDENTITY
  key text NOT NULL
  value jsonb NOT NULL
  before jsonb
  starts_at timestamp with time zone NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  made_by text NOT NULL DEFAULT ''::text
  CONSTRAINT a_name_is_short CHECK ((length(made_by) <= 400))
  CONSTRAINT setting_versions_pkey PRIMARY KEY (number)
  CREATE INDEX setting_versions_by_key ON public.setting_versions USING btree (key, starts_at DESC, number DESC)
  CREATE TRIGGER the_house_keeps_its_zone BEFORE INSERT ON public.setting_versions FOR EACH ROW WHEN ((new.key = 'house.zone'::text)) EXECUTE FUNCTION refuse_another_zone()
  CREATE TRIGGER versions_are_never_emptied BEFORE TRUNCATE ON public.setting_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER versions_never_change BEFORE DELETE OR UPDATE ON public.setting_versions FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.setting_withdrawals
  version bigint NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  made_by text NOT NULL
  CONSTRAINT a_name_is_short CHECK ((length(made_by) <= 400))
  CONSTRAINT setting_withdrawals_pkey PRIMARY KEY (version)
  CONSTRAINT setting_withdrawals_version_fkey FOREIGN KEY (version) REFERENCES setting_versions(number)
  CREATE TRIGGER withdrawals_are_never_emptied BEFORE TRUNCATE ON public.setting_withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER withdrawals_never_change BEFORE DELETE OR UPDATE ON public.setting_withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.shown_rates
  token_hash bytea NOT NULL
  rate_id bigint NOT NULL
  shown_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_rate_is_shown_to_a_session FOREIGN KEY (token_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE
  CONSTRAINT shown_rates_pkey PRIMARY KEY (token_hash)

TABLE public.staff
  id uuid NOT NULL
  email text NOT NULL
  name text NOT NULL
  role text NOT NULL
  password_hash text
  oidc_subject text
  invited_by uuid
  vouched boolean NOT NULL
  invited_at timestamp with time zone NOT NULL DEFAULT now()
  joined_at timestamp with time zone
  disabled_at timestamp with time zone
  language text
  CONSTRAINT a_reader_has_one_of_five_languages CHECK ((language = ANY (ARRAY['pt-BR'::text, 'en'::text, 'es'::text, 'zh-CN'::text, 'fa'::text])))
  CONSTRAINT nobody_of_the_staff_is_there_twice UNIQUE (email)
  CONSTRAINT role_is_known CHECK ((role = ANY (ARRAY['support'::text, 'payments'::text, 'treasury'::text, 'desk'::text, 'compliance'::text, 'auditor'::text, 'admin'::text])))
  CONSTRAINT staff_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES staff(id)
  CONSTRAINT staff_oidc_subject_key UNIQUE (oidc_subject)
  CONSTRAINT staff_pkey PRIMARY KEY (id)

TABLE public.staff_apps
  staff_id uuid NOT NULL
  sealed_secret bytea NOT NULL
  last_step bigint NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT staff_apps_pkey PRIMARY KEY (staff_id)
  CONSTRAINT staff_apps_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)

TABLE public.staff_challenges
  challenge text NOT NULL
  staff_id uuid NOT NULL
  holder_hash bytea NOT NULL
  purpose text NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT staff_challenges_pkey PRIMARY KEY (challenge)
  CONSTRAINT staff_challenges_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
  CREATE INDEX staff_challenges_by_end ON public.staff_challenges USING btree (expires_at)

TABLE public.staff_devices
  token_hash bytea NOT NULL
  staff_id uuid NOT NULL
  first_seen_at timestamp with time zone NOT NULL DEFAULT now()
  last_seen_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT staff_devices_pkey PRIMARY KEY (token_hash)
  CONSTRAINT staff_devices_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
  CREATE INDEX staff_devices_of_one ON public.staff_devices USING btree (staff_id, last_seen_at)

TABLE public.staff_files
  id uuid NOT NULL
  name text NOT NULL
  content text NOT NULL
  made_by uuid NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_file_is_small CHECK ((octet_length(content) <= 8388608))
  CONSTRAINT a_file_name_is_short CHECK (((length(name) >= 1) AND (length(name) <= 200)))
  CONSTRAINT staff_files_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff(id)
  CONSTRAINT staff_files_pkey PRIMARY KEY (id)
  CREATE INDEX staff_files_by_age ON public.staff_files USING btree (made_at)
  CREATE TRIGGER files_never_change BEFORE UPDATE ON public.staff_files FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.staff_looks
  session_id uuid NOT NULL
  seen bytea NOT NULL
  noted_at timestamp with time zone NOT NULL
  CONSTRAINT staff_looks_pkey PRIMARY KEY (session_id, seen)
  CONSTRAINT staff_looks_session_id_fkey FOREIGN KEY (session_id) REFERENCES staff_sessions(id) ON DELETE CASCADE

TABLE public.staff_passkeys
  id uuid NOT NULL
  staff_id uuid NOT NULL
  credential_id text NOT NULL
  public_key bytea NOT NULL
  transports text[] NOT NULL
  name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone
  CONSTRAINT staff_passkeys_credential_id_key UNIQUE (credential_id)
  CONSTRAINT staff_passkeys_pkey PRIMARY KEY (id)
  CONSTRAINT staff_passkeys_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
  CREATE INDEX staff_passkeys_of_one ON public.staff_passkeys USING btree (staff_id)

TABLE public.staff_requests
  id uuid NOT NULL
  command text NOT NULL
  input jsonb NOT NULL
  reason text NOT NULL
  maker_id uuid NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT now()
  expires_at timestamp with time zone NOT NULL
  state text NOT NULL DEFAULT 'waiting'::text
  decider_id uuid
  decided_at timestamp with time zone
  decision_reason text
  result jsonb
  ended_at timestamp with time zone
  claimed_until timestamp with time zone
  subject text
  CONSTRAINT a_decision_has_somebody_who_decided CHECK ((((decider_id IS NULL) = (decided_at IS NULL)) AND
CASE
    WHEN (state = ANY (ARRAY['waiting'::text, 'withdrawn'::text, 'expired'::text])) THEN (decider_id IS NULL)
    WHEN (state = 'failed'::text) THEN true
    ELSE (decider_id IS NOT NULL)
END))
  CONSTRAINT nobody_decides_on_what_they_asked_for CHECK ((decider_id <> maker_id))
  CONSTRAINT staff_requests_decider_id_fkey FOREIGN KEY (decider_id) REFERENCES staff(id)
  CONSTRAINT staff_requests_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES staff(id)
  CONSTRAINT staff_requests_pkey PRIMARY KEY (id)
  CONSTRAINT state_of_a_request_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'done'::text, 'failed'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])))
  CREATE INDEX staff_requests_by_time ON public.staff_requests USING btree (made_at DESC, id)
  CREATE INDEX staff_requests_that_wait ON public.staff_requests USING btree (made_at) WHERE (state = ANY (ARRAY['waiting'::text, 'approved'::text]))
  CREATE UNIQUE INDEX the_same_is_asked_for_once ON public.staff_requests USING btree (subject) WHERE (state = ANY (ARRAY['waiting'::text, 'approved'::text]))
  CREATE TRIGGER requests_are_never_emptied BEFORE TRUNCATE ON public.staff_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER requests_go_forward BEFORE UPDATE ON public.staff_requests FOR EACH ROW EXECUTE FUNCTION keep_request()
  CREATE TRIGGER requests_stay BEFORE DELETE ON public.staff_requests FOR EACH ROW EXECUTE FUNCTION refuse_change()

TABLE public.staff_sessions
  token_hash bytea NOT NULL
  id uuid NOT NULL DEFAULT gen_random_uuid()
  staff_id uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone NOT NULL DEFAULT now()
  expires_at timestamp with time zone NOT NULL
  address text NOT NULL
  user_agent text NOT NULL
  CONSTRAINT staff_sessions_id_key UNIQUE (id)
  CONSTRAINT staff_sessions_pkey PRIMARY KEY (token_hash)
  CONSTRAINT staff_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
  CREATE INDEX staff_sessions_by_end ON public.staff_sessions USING btree (expires_at)
  CREATE INDEX staff_sessions_of_one ON public.staff_sessions USING btree (staff_id)

TABLE public.staff_tokens
  token_hash bytea NOT NULL
  staff_id uuid NOT NULL
  purpose text NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT purpose_is_known CHECK ((purpose = ANY (ARRAY['invitation'::text, 'set_up'::text, 'second_step'::text, 'own_keys'::text])))
  CONSTRAINT staff_tokens_pkey PRIMARY KEY (token_hash)
  CONSTRAINT staff_tokens_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
  CREATE INDEX staff_tokens_by_end ON public.staff_tokens USING btree (expires_at)
  CREATE INDEX staff_tokens_of_one ON public.staff_tokens USING btree (staff_id)

TABLE public.staff_visits
  state_hash bytea NOT NULL
  holder_hash bytea NOT NULL
  nonce text NOT NULL
  verifier text NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT staff_visits_pkey PRIMARY KEY (state_hash)
  CREATE INDEX staff_visits_by_end ON public.staff_visits USING btree (expires_at)

TABLE public.transfer_steps
  transfer_id uuid NOT NULL
  number integer NOT NULL
  state text NOT NULL
  attempts integer NOT NULL
  error text
  reason text
  decision text
  happened_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT steps_are_numbered CHECK ((number > 0))
  CONSTRAINT transfer_steps_pkey PRIMARY KEY (transfer_id, number)
  CREATE TRIGGER steps_are_never_emptied BEFORE TRUNCATE ON public.transfer_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER steps_never_change BEFORE DELETE OR UPDATE ON public.transfer_steps FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('reason')

TABLE public.transfers_by_hand
  transfer_id uuid NOT NULL
  outcome text NOT NULL
  evidence text NOT NULL
  decided_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT evidence_says_something CHECK (((length(evidence) >= 3) AND (length(evidence) <= 500)))
  CONSTRAINT outcome_by_hand_is_known CHECK ((outcome = ANY (ARRAY['settled'::text, 'returned'::text])))
  CONSTRAINT transfers_by_hand_pkey PRIMARY KEY (transfer_id)
  CONSTRAINT transfers_by_hand_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES broker_transfers(id)
  CREATE TRIGGER ends_by_hand_are_never_emptied BEFORE TRUNCATE ON public.transfers_by_hand FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER what_was_ended_by_hand_stays BEFORE DELETE OR UPDATE ON public.transfers_by_hand FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure('evidence')

TABLE public.vault_acceptances
  customer_id uuid NOT NULL
  version text NOT NULL
  accepted_at timestamp with time zone NOT NULL
  CONSTRAINT vault_acceptances_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT vault_acceptances_pkey PRIMARY KEY (customer_id, version)
  CONSTRAINT vault_terms_have_a_version CHECK (((length(version) >= 1) AND (length(version) <= 40)))

TABLE public.withdrawal_approvals
  token_hash bytea NOT NULL
  customer_id uuid NOT NULL
  session_hash bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  used_at timestamp with time zone
  withdrawal_id uuid
  purpose text NOT NULL
  CONSTRAINT a_used_approval_names_its_withdrawal CHECK (((withdrawal_id IS NOT NULL) = ((used_at IS NOT NULL) AND (purpose ~~ 'withdrawal:%'::text))))
  CONSTRAINT a_withdrawal_has_one_approval UNIQUE (withdrawal_id)
  CONSTRAINT withdrawal_approvals_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT withdrawal_approvals_pkey PRIMARY KEY (token_hash)
  CREATE INDEX withdrawal_approvals_by_customer ON public.withdrawal_approvals USING btree (customer_id) WHERE (used_at IS NULL)
  CREATE INDEX withdrawal_approvals_expired ON public.withdrawal_approvals USING btree (expires_at) WHERE (used_at IS NULL)

TABLE public.withdrawal_brl_slots
  slot timestamp with time zone NOT NULL
  brl_out bigint NOT NULL
  CONSTRAINT a_slot_is_five_minutes CHECK (((EXTRACT(epoch FROM slot) % (300)::numeric) = (0)::numeric))
  CONSTRAINT no_slot_is_below_zero CHECK ((brl_out >= 0))
  CONSTRAINT withdrawal_brl_slots_pkey PRIMARY KEY (slot)

TABLE public.withdrawal_hours
  hour timestamp with time zone NOT NULL
  amount bigint NOT NULL
  CONSTRAINT an_hour_is_whole CHECK (((EXTRACT(epoch FROM hour) % (3600)::numeric) = (0)::numeric))
  CONSTRAINT no_hour_is_below_zero CHECK ((amount >= 0))
  CONSTRAINT withdrawal_hours_pkey PRIMARY KEY (hour)

TABLE public.withdrawn_operations
  id uuid NOT NULL
  product text NOT NULL
  number bigint NOT NULL
  happened_at timestamp with time zone NOT NULL
  asset text NOT NULL
  pair text NOT NULL
  payout bigint NOT NULL
  source text NOT NULL
  reference text NOT NULL
  recorded_at timestamp with time zone NOT NULL
  opened_at timestamp with time zone NOT NULL
  CONSTRAINT withdrawn_operations_keep_their_numbers UNIQUE (product, number)
  CONSTRAINT withdrawn_operations_pkey PRIMARY KEY (id)
  CREATE TRIGGER withdrawn_operations_are_never_emptied BEFORE TRUNCATE ON public.withdrawn_operations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER withdrawn_operations_never_change BEFORE DELETE OR UPDATE ON public.withdrawn_operations FOR EACH ROW EXECUTE FUNCTION refuse_change()

VIEW ledger.entries
 SELECT j.owner,
    j.happened_at,
    j.number,
    (l.leg)::smallint AS leg,
    j.key,
    j.kind,
    j.reference,
    l.from_account,
    l.to_account,
    l.amount,
    (
        CASE l.from_account
            WHEN 'balance'::text THEN j.balance
            WHEN 'held'::text THEN j.held
            WHEN 'invested'::text THEN j.invested
            WHEN 'promised'::text THEN j.promised
            WHEN 'zord'::text THEN j.zord
            ELSE NULL::bigint
        END - ( SELECT (COALESCE(sum(
                CASE l.from_account
                    WHEN o.to_account THEN o.amount
                    WHEN o.from_account THEN (- o.amount)
                    ELSE NULL::bigint
                END), (0)::numeric))::bigint AS "coalesce"
           FROM UNNEST(k.from_accounts, k.to_accounts, (j.amounts)::bigint[]) WITH ORDINALITY o(from_account, to_account, amount, leg)
          WHERE (o.leg > l.leg))) AS from_balance,
    (
        CASE l.to_account
            WHEN 'balance'::text THEN j.balance
            WHEN 'held'::text THEN j.held
            WHEN 'invested'::text THEN j.invested
            WHEN 'promised'::text THEN j.promised
            WHEN 'zord'::text THEN j.zord
            ELSE NULL::bigint
        END - ( SELECT (COALESCE(sum(
                CASE l.to_account
                    WHEN o.to_account THEN o.amount
                    WHEN o.from_account THEN (- o.amount)
                    ELSE NULL::bigint
                END), (0)::numeric))::bigint AS "coalesce"
           FROM UNNEST(k.from_accounts, k.to_accounts, (j.amounts)::bigint[]) WITH ORDINALITY o(from_account, to_account, amount, leg)
          WHERE (o.leg > l.leg))) AS to_balance
   FROM ((ledger.journals j
     JOIN ledger.kinds k ON ((k.kind = j.kind)))
     CROSS JOIN LATERAL UNNEST(k.from_accounts, k.to_accounts, (j.amounts)::bigint[]) WITH ORDINALITY l(from_account, to_account, amount, leg))
  WHERE (l.amount > 0);

VIEW public.settings
 SELECT DISTINCT ON (key) key,
    value,
    number AS version
   FROM setting_versions v
  WHERE ((starts_at <= ( SELECT (statement_timestamp() + ((c.ahead_ms)::double precision * '00:00:00.001'::interval))
           FROM sandbox_clock c)) AND (NOT (EXISTS ( SELECT
           FROM setting_withdrawals w
          WHERE (w.version = v.number)))))
  ORDER BY key, starts_at DESC, number DESC;

CREATE OR REPLACE FUNCTION ledger.add_kind(p_kind text, p_legs text[], owned boolean DEFAULT true, referenced boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  accounts constant text := '(balance|held|invested|promised|zord|brokerage|funding|fees|trading|treasury|taxes|authority)';
  leg text;
BEGIN
  FOREACH leg IN ARRAY p_legs LOOP
    IF leg !~ ('^' || accounts || '>' || accounts || '\??$') THEN
      RAISE EXCEPTION 'a leg is written from>to between accounts that there are, not %', leg;
    END IF;
  END LOOP;
  INSERT INTO ledger.kinds (kind, owned, referenced, legs, required)
  SELECT p_kind, add_kind.owned, add_kind.referenced, array_agg(rtrim(l, '?')), coalesce(array_agg(l) FILTER (WHERE l NOT LIKE '%?'), '{}')
  FROM unnest(p_legs) AS l;
END
$function$


CREATE OR REPLACE FUNCTION ledger.append_link(p_chain bytea, p_head bytea, p_link bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
  RETURN sha256(coalesce(p_chain, p_head) || p_link);
END
$function$


CREATE OR REPLACE FUNCTION ledger.balances_at(p_owner uuid, p_moments timestamp with time zone[])
 RETURNS TABLE(balance bigint, zord bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
AS $function$
BEGIN
  RETURN QUERY SELECT coalesce(j.balance, 0), coalesce(j.zord, 0) FROM unnest(p_moments) AS moment LEFT JOIN LATERAL (
    SELECT x.balance, x.zord FROM ledger.journals x WHERE x.owner = p_owner AND x.happened_at <= moment
    ORDER BY x.happened_at DESC, x.number DESC LIMIT 1
  ) j ON true;
END
$function$


CREATE OR REPLACE FUNCTION ledger.capacity()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  SELECT sum(balance)::bigint FROM ledger.treasury
$function$


CREATE OR REPLACE FUNCTION ledger.chain(p_before bytea, p_owner uuid, p_number bigint, p_at timestamp with time zone, p_key text, p_kind text, p_reference uuid, p_amounts bigint[])
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT sha256(p_before || ledger.link(p_owner, p_number, p_at, p_key, p_kind, p_reference, p_amounts))
$function$


AGGREGATE ledger.chained(p_head bytea, p_link bytea) ledger.append_link, bytea

CREATE OR REPLACE FUNCTION ledger.changes_of(p_kind text, p_amounts bigint[])
 RETURNS TABLE(balance bigint, held bigint, invested bigint, promised bigint, zord bigint, treasury bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 1
AS $function$
  SELECT c.* FROM ledger.kinds k CROSS JOIN LATERAL (
    SELECT ledger.running(l.amount * l.balance), ledger.running(l.amount * l.held), ledger.running(l.amount * l.invested),
      ledger.running(l.amount * l.promised), ledger.running(l.amount * l.zord), ledger.running(l.amount * l.treasury)
    FROM unnest(p_amounts, k.balance, k.held, k.invested, k.promised, k.zord, k.treasury)
      AS l (amount, balance, held, invested, promised, zord, treasury)
  ) c WHERE k.kind = p_kind
$function$


CREATE OR REPLACE FUNCTION ledger."freeze"(p_owner uuid, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
BEGIN
  IF ((ledger.lock_accounts(p_owner)).frozen_at IS NULL) = (p_at IS NULL) THEN
    RETURN false;
  END IF;
  UPDATE ledger.accounts SET frozen_at = p_at WHERE owner = p_owner;
  RETURN true;
END
$function$


CREATE OR REPLACE FUNCTION ledger.hold_accounts(p_owners uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF cardinality(p_owners) = 1 THEN
    PERFORM 1 FROM ledger.accounts x WHERE x.owner = p_owners[1] FOR NO KEY UPDATE;
    IF FOUND THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO ledger.accounts (owner)
  SELECT DISTINCT o FROM unnest(p_owners) AS o WHERE NOT EXISTS (SELECT FROM ledger.accounts x WHERE x.owner = o) ORDER BY o
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM (SELECT DISTINCT o AS owner FROM unnest(p_owners) AS o) g
  JOIN ledger.accounts x ON x.owner = g.owner ORDER BY x.owner FOR NO KEY UPDATE OF x;
END
$function$


CREATE OR REPLACE FUNCTION ledger.hold_free_accounts(p_owners uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  RETURN ARRAY(SELECT x.owner FROM (SELECT DISTINCT o AS owner FROM unnest(p_owners) AS o) g
    JOIN ledger.accounts x ON x.owner = g.owner ORDER BY x.owner FOR NO KEY UPDATE OF x SKIP LOCKED);
END
$function$


CREATE OR REPLACE FUNCTION ledger.hold_part(p_waits boolean, OUT part smallint, OUT balance bigint)
 RETURNS SETOF record
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  own smallint := pg_backend_pid() % 16;
BEGIN
  RETURN QUERY SELECT x.part, x.balance::bigint FROM ledger.treasury x ORDER BY x.part <> own, x.part FOR NO KEY UPDATE SKIP LOCKED LIMIT 1;
  IF NOT FOUND AND p_waits THEN
    RETURN QUERY SELECT x.part, x.balance::bigint FROM ledger.treasury x WHERE x.part = own FOR NO KEY UPDATE;
  END IF;
END
$function$


CREATE OR REPLACE FUNCTION ledger.hold_treasury()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
BEGIN
  PERFORM 1 FROM ledger.treasury x ORDER BY x.part FOR NO KEY UPDATE;
  RETURN ledger.capacity();
END
$function$


CREATE OR REPLACE FUNCTION ledger.house()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT '00000000-0000-0000-0000-000000000000'::uuid
$function$


CREATE OR REPLACE FUNCTION ledger.legs_of(p_kind text, p_amounts bigint[])
 RETURNS TABLE(leg smallint, from_account text, to_account text, amount bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE ROWS 2
AS $function$
  SELECT l.n::smallint, l.from_account, l.to_account, l.amount
  FROM ledger.kinds k CROSS JOIN LATERAL unnest(k.from_accounts, k.to_accounts, p_amounts) WITH ORDINALITY AS l (from_account, to_account, amount, n)
  WHERE k.kind = p_kind AND l.amount > 0
$function$


CREATE OR REPLACE FUNCTION ledger.link(p_owner uuid, p_number bigint, p_at timestamp with time zone, p_key text, p_kind text, p_reference uuid, p_amounts bigint[])
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT uuid_send(p_owner) || int8send(p_number) || timestamptz_send(p_at)
    || convert_to(concat(p_key, E'\n', p_kind, E'\n', p_reference, E'\n', array_to_string(p_amounts, ',')), 'UTF8')
$function$


CREATE OR REPLACE FUNCTION ledger.lock_accounts(p_owner uuid)
 RETURNS ledger.accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  a ledger.accounts;
BEGIN
  PERFORM ledger.hold_accounts(ARRAY[p_owner]);
  SELECT * INTO STRICT a FROM ledger.accounts x WHERE x.owner = p_owner;
  RETURN a;
END
$function$


CREATE OR REPLACE FUNCTION ledger.post(p_journals ledger.new_journal[], p_waits boolean DEFAULT true)
 RETURNS TABLE(n bigint, outcome text, account text, number bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  moves_treasury boolean;
  -- What the operator puts in or takes out is shared among all parts at once.
  is_for_all boolean;
  own_part smallint;
  -- What may be drawn: what the own part holds, or all parts together once they are locked.
  available bigint;
  whole bigint;
  drawn_in_all bigint;
  beyond bigint[];
  left_out bigint[] := '{}';
  is_whole boolean;
  ns bigint[];
  outcomes text[];
  accounts text[];
  numbers bigint[];
BEGIN
  PERFORM ledger.require_sound(p_journals);
  PERFORM ledger.hold_accounts(ARRAY(SELECT coalesce(g.owner, ledger.house()) FROM unnest(p_journals) AS g));
  SELECT bool_or(m.moves), bool_or(m.moves AND g.owner IS NULL) INTO moves_treasury, is_for_all
  FROM unnest(p_journals) AS g JOIN ledger.kinds k ON k.kind = g.kind CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(l.amount * l.sign <> 0), false) AS moves FROM unnest(g.amounts, k.treasury) AS l (amount, sign)) m;
  IF is_for_all THEN
    whole := ledger.hold_treasury();
  END IF;
  LOOP
    BEGIN
      available := whole;
      IF whole IS NULL AND moves_treasury THEN
        SELECT h.part, h.balance INTO own_part, available FROM ledger.hold_part(p_waits) AS h;
      END IF;
      WITH given AS MATERIALIZED (
        SELECT g.n, g.key, g.kind, g.reference, g.happened_at, g.movable, g.amounts, coalesce(g.owner, ledger.house()) AS owner,
          c.balance AS to_balance, c.held AS to_held, c.invested AS to_invested, c.promised AS to_promised, c.zord AS to_zord,
          c.treasury AS to_treasury
        FROM unnest(p_journals) WITH ORDINALITY AS g (key, kind, owner, reference, happened_at, amounts, movable, n)
        CROSS JOIN LATERAL ledger.changes_of(g.kind, g.amounts) AS c
      ), known AS MATERIALIZED (
        SELECT g.*, j.number AS posted_as, a.balance, a.held, a.invested, a.promised, a.zord, a.booked, a.number AS last_number, a.head, a.last_at,
          g.movable AND a.frozen_at IS NOT NULL AS is_frozen
        FROM given g JOIN ledger.accounts a ON a.owner = g.owner LEFT JOIN ledger.journals j ON j.key = g.key
      ), behind AS MATERIALIZED (
        -- What is left in each account behind the event.
        SELECT k.n, k.owner, k.key, k.kind, k.reference, k.amounts, k.head, k.to_treasury, k.is_frozen,
          k.last_number + row_number() OVER own AS number, greatest(k.last_at, max(k.happened_at) OVER own) AS happened_at,
          k.balance + ledger.running(k.to_balance) OVER own AS balance, k.held + ledger.running(k.to_held) OVER own AS held,
          k.invested + ledger.running(k.to_invested) OVER own AS invested, k.promised + ledger.running(k.to_promised) OVER own AS promised,
          k.zord + ledger.running(k.to_zord) OVER own AS zord, k.booked + ledger.running(k.to_treasury) OVER own AS booked
        FROM known k WHERE k.posted_as IS NULL WINDOW own AS (PARTITION BY k.owner ORDER BY k.n ROWS UNBOUNDED PRECEDING)
      ), judged AS MATERIALIZED (
        SELECT b.*, coalesce(bool_or(b.refused IS NOT NULL) OVER (PARTITION BY b.owner ORDER BY b.n
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), false) AS is_after,
          bool_or(b.refused IS NOT NULL) OVER (PARTITION BY b.owner ORDER BY b.n ROWS UNBOUNDED PRECEDING) AS is_refused
        FROM (
          SELECT x.*, CASE WHEN x.is_frozen THEN 'frozen' WHEN least(x.balance, x.held, x.invested, x.promised, x.zord) < 0 THEN 'too_little'
            WHEN x.to_treasury <> 0 AND available IS NULL THEN 'again'
            WHEN x.n = ANY (left_out) THEN 'no_capacity'
            -- Whoever asks for more than there is anywhere, with all that is given back here, holds up nobody.
            WHEN available + x.to_treasury < 0 AND -x.to_treasury > (SELECT ledger.capacity() + sum(greatest(o.to_treasury, 0)) FROM behind o)
              THEN 'no_capacity' END AS refused
          FROM behind x
        ) b
      ), decided AS MATERIALIZED (
        SELECT d.*, available + ledger.running(d.drawn) OVER (ORDER BY d.n ROWS UNBOUNDED PRECEDING) AS reach
        FROM (SELECT j.*, CASE WHEN j.is_refused THEN 0 ELSE j.to_treasury END AS drawn FROM judged j) d
      ), first_dry AS MATERIALIZED (
        SELECT f.n, f.reach - f.drawn AS rest FROM decided f WHERE f.reach < 0 AND f.drawn < 0 ORDER BY f.n LIMIT 1
      ), dry AS MATERIALIZED (
        -- The first that is not reached for, and those behind it that ask for more than was left before it.
        SELECT d.n FROM first_dry f CROSS JOIN decided d
        WHERE d.n = f.n OR d.n > f.n AND -d.drawn > f.rest + (SELECT sum(greatest(o.drawn, 0)) FROM decided o)
      ), posted AS MATERIALIZED (
        SELECT d.*, lead(d.n) OVER own IS NULL AS is_newest,
          ledger.chained(d.head, ledger.link(d.owner, d.number, d.happened_at, d.key, d.kind, d.reference, d.amounts)) OVER own AS hash
        FROM decided d WHERE NOT d.is_refused AND NOT EXISTS (SELECT FROM dry) WINDOW own AS (PARTITION BY d.owner ORDER BY d.n)
      ), journals AS (
        INSERT INTO ledger.journals (owner, happened_at, number, key, kind, reference, amounts, balance, held, invested, promised, zord, hash)
        SELECT owner, happened_at, number, key, kind, reference, amounts, balance, held, invested, promised, zord, hash FROM posted
        ON CONFLICT (key) DO NOTHING RETURNING 1
      ), moved AS (
        UPDATE ledger.accounts a SET balance = p.balance, held = p.held, invested = p.invested, promised = p.promised, zord = p.zord,
          booked = p.booked, number = p.number, head = p.hash, last_at = p.happened_at
        FROM posted p WHERE a.owner = p.owner AND p.is_newest
      ), said AS (
        SELECT k.n, 'posted' AS outcome, NULL AS account, k.posted_as AS number FROM known k WHERE k.posted_as IS NOT NULL
        UNION ALL
        SELECT d.n, CASE WHEN d.is_after THEN 'after_refused' ELSE d.refused END,
          CASE WHEN d.is_after THEN NULL WHEN d.refused = 'no_capacity' THEN 'treasury' WHEN d.refused = 'too_little' THEN CASE
            WHEN d.balance < 0 THEN 'balance' WHEN d.zord < 0 THEN 'zord' WHEN d.held < 0 THEN 'held' WHEN d.invested < 0 THEN 'invested'
            ELSE 'promised' END END,
          CASE WHEN NOT d.is_refused THEN d.number END
        FROM decided d
      )
      SELECT array_agg(s.n ORDER BY s.n), array_agg(s.outcome ORDER BY s.n), array_agg(s.account ORDER BY s.n), array_agg(s.number ORDER BY s.n),
        (SELECT array_agg(d.n) FROM dry d), (SELECT count(*) FROM journals) = (SELECT count(*) FROM posted),
        (SELECT ledger.running(d.drawn) FROM posted d)
      INTO ns, outcomes, accounts, numbers, beyond, is_whole, drawn_in_all FROM said s;
      IF beyond IS NOT NULL AND whole IS NULL THEN
        RAISE EXCEPTION 'a part of the treasury is too small' USING ERRCODE = 'LB005';
      END IF;
    EXCEPTION WHEN SQLSTATE 'LB005' THEN
      whole := ledger.hold_treasury();
      CONTINUE;
    END;
    EXIT WHEN beyond IS NULL;
    left_out := left_out || beyond;
  END LOOP;
  IF drawn_in_all <> 0 AND whole IS NULL THEN
    UPDATE ledger.treasury t SET balance = available + drawn_in_all WHERE t.part = own_part;
  ELSIF drawn_in_all <> 0 THEN
    UPDATE ledger.treasury t SET balance = (whole + drawn_in_all) / 16 + CASE WHEN t.part < (whole + drawn_in_all) % 16 THEN 1 ELSE 0 END;
  END IF;
  IF NOT is_whole THEN
    -- Posted by somebody else since it was looked for: whoever asked begins again, and finds it.
    RAISE EXCEPTION 'an event was posted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN QUERY SELECT * FROM unnest(ns, outcomes, accounts, numbers);
END
$function$


CREATE OR REPLACE FUNCTION ledger.post_all(p_journals ledger.new_journal[])
 RETURNS TABLE(number bigint, posted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  o record;
BEGIN
  FOR o IN SELECT * FROM ledger.post(p_journals) LOOP
    IF o.outcome = 'frozen' THEN
      RAISE EXCEPTION 'the money of % is stopped', p_journals[o.n].owner USING ERRCODE = 'LB007';
    ELSIF o.outcome <> 'posted' THEN
      RAISE EXCEPTION '% of % has too little', o.account, coalesce(p_journals[o.n].owner::text, 'the house')
        USING ERRCODE = 'LB001', DETAIL = o.account;
    END IF;
    number := o.number;
    posted := o.outcome IS NULL;
    RETURN NEXT;
  END LOOP;
END
$function$


CREATE OR REPLACE FUNCTION ledger.post_one(p_key text, p_kind text, p_owner uuid, p_reference uuid, p_at timestamp with time zone, p_from text[], p_to text[], p_amount bigint[], OUT number bigint, OUT posted boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  names text[] := ARRAY(SELECT l.f || '>' || l.t FROM unnest(p_from, p_to, p_amount) WITH ORDINALITY AS l (f, t, a, n)
    WHERE l.a IS DISTINCT FROM 0 ORDER BY l.n);
  amounts bigint[] := ARRAY(SELECT a FROM unnest(p_amount) WITH ORDINALITY AS l (a, n) WHERE a IS DISTINCT FROM 0 ORDER BY n);
  of_kind bigint[];
BEGIN
  SELECT ARRAY(SELECT coalesce(amounts[array_position(names, leg)], 0) FROM unnest(k.legs) WITH ORDINALITY AS l (leg, n) ORDER BY n) INTO of_kind
  FROM ledger.kinds k WHERE k.kind = p_kind AND names <@ k.legs AND cardinality(amounts) = cardinality(names)
    AND cardinality(names) = (SELECT count(DISTINCT l) FROM unnest(names) AS l);
  IF NOT FOUND THEN
    PERFORM ledger.refuse_kind(p_kind, p_owner IS NOT NULL, p_reference, names);
  END IF;
  SELECT x.number, x.posted INTO number, posted
  FROM ledger.post_all(ARRAY[ROW(p_key, p_kind, p_owner, p_reference, p_at, of_kind, false)::ledger.new_journal]) AS x;
END
$function$


CREATE OR REPLACE FUNCTION ledger.refuse_change_of_kind()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT OLD.retired AND NEW.retired
    AND (NEW.kind, NEW.owned, NEW.referenced, NEW.legs, NEW.required)
      = (OLD.kind, OLD.owned, OLD.referenced, OLD.legs, OLD.required) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a kind of event never changes: retire it and add another' USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION ledger.refuse_kind(p_kind text, p_is_owned boolean, p_reference uuid, p_legs text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  known ledger.kinds;
  wrong text;
BEGIN
  SELECT * INTO known FROM ledger.kinds k WHERE k.kind = p_kind AND NOT k.retired;
  wrong := coalesce(CASE
    WHEN known.kind IS NULL THEN 'there is no such kind'
    WHEN known.owned <> p_is_owned THEN 'owner'
    WHEN known.referenced <> (p_reference IS NOT NULL) THEN 'reference'
    WHEN coalesce(cardinality(p_legs), 0) = 0 THEN 'it moves nothing'
    WHEN NOT p_legs <@ known.legs THEN (SELECT min(l) FROM unnest(p_legs) AS l WHERE l <> ALL (known.legs))
    WHEN NOT known.required <@ p_legs THEN (SELECT min(l) FROM unnest(known.required) AS l WHERE l <> ALL (p_legs))
    ELSE 'a leg twice'
  END, 'a leg that is not whole');
  RAISE EXCEPTION '% is no journal of the ledger: %', p_kind, wrong USING ERRCODE = 'LB006', DETAIL = wrong;
END
$function$


CREATE OR REPLACE FUNCTION ledger.require_movable(p_owner uuid, p_key text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  frozen timestamptz;
BEGIN
  SELECT x.frozen_at INTO frozen FROM ledger.accounts x WHERE x.owner = p_owner FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    frozen := (ledger.lock_accounts(p_owner)).frozen_at;
  END IF;
  IF EXISTS (SELECT FROM public.idempotency_keys k WHERE k.customer_id = p_owner AND k.key = p_key) THEN
    RAISE EXCEPTION 'the key has its answer' USING ERRCODE = 'LB013';
  END IF;
  IF frozen IS NOT NULL THEN
    RAISE EXCEPTION 'the money of % is stopped', p_owner USING ERRCODE = 'LB007';
  END IF;
END
$function$


CREATE OR REPLACE FUNCTION ledger.require_sound(p_journals ledger.new_journal[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  wrong record;
BEGIN
  SELECT * INTO wrong FROM (
    SELECT g.key, g.kind, g.owner, g.reference, g.amounts, k.legs,
      k.owned = (g.owner IS NOT NULL) AND k.referenced = (g.reference IS NOT NULL) AND cardinality(g.amounts) = cardinality(k.legs)
        AND 0 <= ALL (g.amounts) AND 0 < ANY (g.amounts) AND (0 <> ALL (g.amounts) OR NOT EXISTS (
          SELECT FROM unnest(k.legs, g.amounts) AS l (leg, amount) WHERE l.amount = 0 AND l.leg = ANY (k.required))) AS is_known,
      'treasury' = ANY (k.from_accounts) AND 'treasury' = ANY (k.to_accounts) AND (
        SELECT bool_or(l.f = 'treasury') AND bool_or(l.t = 'treasury') FROM unnest(k.from_accounts, k.to_accounts, g.amounts) AS l (f, t, amount)
        WHERE l.amount > 0) AS is_both
    FROM unnest(p_journals) AS g LEFT JOIN ledger.kinds k ON k.kind = g.kind AND NOT k.retired
  ) j WHERE (is_known AND NOT is_both) IS NOT TRUE LIMIT 1;
  IF FOUND THEN
    IF wrong.is_known THEN
      RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
    ELSIF cardinality(wrong.amounts) = cardinality(wrong.legs) AND 0 > ANY (wrong.amounts) THEN
      RAISE EXCEPTION 'an amount of % violates "amount_is_positive"', wrong.key USING ERRCODE = 'check_violation', SCHEMA = 'ledger',
        TABLE = 'journals', CONSTRAINT = 'amount_is_positive';
    END IF;
    PERFORM ledger.refuse_kind(wrong.kind, wrong.owner IS NOT NULL, wrong.reference, ARRAY(
      SELECT l.leg FROM unnest(wrong.legs, wrong.amounts) WITH ORDINALITY AS l (leg, amount, n) WHERE l.amount <> 0 ORDER BY l.n));
  ELSIF cardinality(p_journals) > 1 AND (SELECT count(*) > count(DISTINCT g.key) FROM unnest(p_journals) AS g) THEN
    RAISE EXCEPTION 'one event is given twice' USING ERRCODE = 'LB006', DETAIL = 'an event twice';
  END IF;
END
$function$


CREATE OR REPLACE FUNCTION ledger.retire_kind(p_kind text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  UPDATE ledger.kinds SET retired = true WHERE kind = p_kind
$function$


AGGREGATE ledger.running(p_change bigint) int8pl, bigint from 0

CREATE OR REPLACE FUNCTION ledger.seal(p_first uuid, p_next uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  moved bigint;
BEGIN
  IF current_setting('transaction_isolation') = 'read committed' THEN
    RAISE EXCEPTION 'a seal is of the books that were audited: REPEATABLE READ' USING ERRCODE = 'LB008';
  END IF;
  INSERT INTO ledger.seals AS s (owner, number, head, last_at, balance, held, invested, promised, zord, booked)
  SELECT a.owner, a.number, a.head, a.last_at, a.balance, a.held, a.invested, a.promised, a.zord, a.booked
  FROM ledger.accounts a LEFT JOIN ledger.seals k ON k.owner = a.owner
  WHERE a.owner >= p_first AND a.owner < p_next AND a.number IS DISTINCT FROM k.number AND a.number >= coalesce(k.number, 0)
    AND (a.number = 0 AND a.head = '' OR EXISTS (
      SELECT FROM ledger.journals j WHERE j.owner = a.owner AND j.happened_at = a.last_at AND j.number = a.number AND j.hash = a.head))
  ON CONFLICT (owner) DO UPDATE SET number = EXCLUDED.number, head = EXCLUDED.head, last_at = EXCLUDED.last_at, balance = EXCLUDED.balance,
    held = EXCLUDED.held, invested = EXCLUDED.invested, promised = EXCLUDED.promised, zord = EXCLUDED.zord, booked = EXCLUDED.booked,
    sealed_at = now();
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END
$function$


CREATE OR REPLACE FUNCTION ledger.seal_products(p_subject text, p_customers uuid[], p_marks numeric[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  kept bigint;
BEGIN
  DELETE FROM ledger.product_seals p USING unnest(p_customers, p_marks) AS n (customer_id, mark)
  WHERE p.customer_id = n.customer_id AND p.subject = p_subject AND n.mark IS NULL;
  INSERT INTO ledger.product_seals AS p (customer_id, subject, mark)
  SELECT n.customer_id, p_subject, n.mark FROM unnest(p_customers, p_marks) AS n (customer_id, mark)
  LEFT JOIN ledger.accounts a ON a.owner = n.customer_id
  LEFT JOIN ledger.seals s ON s.owner = n.customer_id
  WHERE n.mark IS NOT NULL AND (a.number, a.head) IS NOT DISTINCT FROM (s.number, s.head)
  ORDER BY n.customer_id
  ON CONFLICT (customer_id, subject) DO UPDATE SET mark = EXCLUDED.mark, sealed_at = now();
  GET DIAGNOSTICS kept = ROW_COUNT;
  RETURN kept;
END
$function$


CREATE OR REPLACE FUNCTION ledger.side_of(p_legs text[], p_side integer)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  SELECT array_agg(split_part(l.leg, '>', p_side) ORDER BY l.n) FROM unnest(p_legs) WITH ORDINALITY AS l (leg, n)
$function$


CREATE OR REPLACE FUNCTION ledger.signs_of(p_legs text[], p_account text)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  SELECT array_agg(CASE p_account WHEN split_part(l.leg, '>', 2) THEN 1 WHEN split_part(l.leg, '>', 1) THEN -1 ELSE 0 END ORDER BY l.n)
  FROM unnest(p_legs) WITH ORDINALITY AS l (leg, n)
$function$


CREATE OR REPLACE FUNCTION public.accrued_profit(p_promised bigint, p_start timestamp with time zone, p_end timestamp with time zone, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT div(p_promised::numeric * least(greatest(floor(extract(epoch FROM p_at) * 1000) - floor(extract(epoch FROM p_start) * 1000), 0),
      floor(extract(epoch FROM p_end) * 1000) - floor(extract(epoch FROM p_start) * 1000)),
    floor(extract(epoch FROM p_end) * 1000) - floor(extract(epoch FROM p_start) * 1000))::bigint
$function$


CREATE OR REPLACE FUNCTION public.action_bytes(p_row actions)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT convert_to(jsonb_build_array(p_row.number, (extract(epoch FROM p_row.happened_at) * 1000000)::bigint, p_row.operator,
    p_row.staff_id, p_row.address, p_row.request_id, p_row.action, p_row.details, p_row.was, p_row.is_now)::text, 'UTF8')
$function$


CREATE OR REPLACE FUNCTION public.add_product(p_product text, p_yield text, p_source text, p_cancelable boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END
$function$


CREATE OR REPLACE FUNCTION public.added_by_points(points bigint, amount bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT div(points::numeric * amount, 100000000)::bigint $function$


CREATE OR REPLACE FUNCTION public.ancestor_at(p_id uuid, p_depth integer)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  here uuid := p_id;
  reached integer;
  above uuid;
BEGIN
  LOOP
    SELECT depth, CASE WHEN jump_depth >= p_depth THEN jump_id ELSE referrer_id END INTO reached, above FROM customers WHERE id = here;
    IF reached = p_depth THEN
      RETURN here;
    ELSIF reached > p_depth THEN
      here := above;
    ELSE
      RETURN NULL;
    END IF;
  END LOOP;
END
$function$


CREATE OR REPLACE FUNCTION public.award_journals(p_awards network_awards[], p_now timestamp with time zone)
 RETURNS ledger.new_journal[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT ARRAY(
    SELECT ROW('network:' || w.kind || ':' || w.position_id || ':' || w.level || ':' || w.beneficiary_id, 'network_' || w.kind,
      w.beneficiary_id, w.id, greatest(p_now, w.due_at), ARRAY[w.value], false)::ledger.new_journal
    FROM unnest(p_awards) AS w WHERE w.value > 0 ORDER BY w.due_at, w.id)
$function$


CREATE OR REPLACE FUNCTION public.business_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT statement_timestamp() + ahead_ms * interval '1 millisecond' FROM sandbox_clock
$function$


CREATE OR REPLACE FUNCTION public.cancel_position(p_product text, p_id uuid, p_customer uuid, p_now timestamp with time zone, p_fee bigint, p_movable boolean DEFAULT false)
 RETURNS positions
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  x positions;
  fee bigint;
BEGIN
  IF p_movable THEN
    PERFORM ledger.require_movable(p_customer);
  ELSE
    PERFORM ledger.hold_accounts(ARRAY[p_customer]);
  END IF;
  UPDATE positions SET state = 'canceled', closed_at = p_now
  WHERE id = p_id AND customer_id = p_customer AND product = p_product AND state = 'running' AND ends_at > p_now
  RETURNING * INTO x;
  IF NOT FOUND THEN
    IF EXISTS (SELECT FROM positions WHERE id = p_id AND customer_id = p_customer AND product = p_product) THEN
      RAISE EXCEPTION 'position % does not run any more', p_id USING ERRCODE = 'LB011';
    END IF;
    RAISE EXCEPTION 'there is no position %', p_id USING ERRCODE = 'LB010';
  END IF;
  fee := div(x.amount::numeric * coalesce(x.cancel_fee, p_fee), 100000000);
  PERFORM ledger.post_all(ARRAY[ROW(p_product || ':' || p_id || ':canceled', p_product || '_canceled', p_customer, p_id, p_now,
    CASE WHEN x.rate IS NULL THEN ARRAY[x.amount - fee, fee] ELSE ARRAY[x.amount - fee, fee, x.promised] END, false)::ledger.new_journal]);
  RETURN x;
END
$function$


CREATE OR REPLACE FUNCTION public.carry_bonuses(p_days bigint[], p_months bigint[], p_kinds text[], p_ids uuid[], p_beneficiaries uuid[], p_sources uuid[], p_products text[], p_positions uuid[], p_bases bigint[], p_percentages bigint[], p_invested bigint[], p_at timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  c record;
  whole bigint;
  changed bigint;
  -- What the bonuses of `of` come to in the two windows that end at `until`. They slide on with the next bonus: only what leaves them is read.
  of uuid;
  until timestamptz;
  day bigint;
  month bigint;
  -- Bonuses that are not written yet, and since when `of` has one of them.
  made network_awards[] := '{}';
  made_since timestamptz;
  who uuid[] := '{}';
  changes bigint[] := '{}';
BEGIN
  INSERT INTO network_beneficiaries (customer_id) SELECT DISTINCT b FROM unnest(p_beneficiaries) AS b
  WHERE NOT EXISTS (SELECT FROM network_beneficiaries x WHERE x.customer_id = b) ORDER BY b ON CONFLICT DO NOTHING;
  PERFORM 1 FROM network_beneficiaries x WHERE x.customer_id IN (SELECT b FROM unnest(p_beneficiaries) AS b)
  ORDER BY x.customer_id FOR NO KEY UPDATE;
  FOR c IN
    SELECT e.*, w.id IS NOT NULL AS is_made
    FROM unnest(p_days, p_months, p_kinds, p_ids, p_beneficiaries, p_sources, p_products, p_positions, p_bases, p_percentages, p_invested, p_at)
      WITH ORDINALITY AS e (most_a_day, most_a_month, kind, id, beneficiary, source, product, position_id, base, percentage, invested, happened_at, n)
    LEFT JOIN network_awards w ON w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1
    ORDER BY e.beneficiary, e.n
  LOOP
    CONTINUE WHEN c.kind <> 'canceled' AND c.is_made;
    IF of IS DISTINCT FROM c.beneficiary THEN
      made_since := NULL;
    END IF;
    IF made_since IS NOT NULL
      AND (c.kind = 'canceled' OR until > c.happened_at OR made_since <= c.happened_at - interval '1 day') THEN
      INSERT INTO network_awards SELECT m.* FROM unnest(made) AS m;
      made := '{}';
      made_since := NULL;
    END IF;
    IF c.kind = 'canceled' THEN
      UPDATE network_awards w SET void_at = c.happened_at WHERE w.position_id = c.position_id AND w.kind = 'bonus' AND w.level = 1 AND num_nonnulls(w.due_at, w.void_at) = 0
      RETURNING -w.value INTO changed;
      of := NULL;
    ELSE
      whole := div(c.base::numeric * c.percentage, 100000000);
      IF of = c.beneficiary AND until <= c.happened_at THEN
        IF until < c.happened_at THEN
          SELECT day - coalesce(sum(w.value), 0) INTO day FROM network_awards w
          WHERE w.beneficiary_id = c.beneficiary AND w.kind = 'bonus' AND w.void_at IS NULL
            AND w.happened_at > until - interval '1 day' AND w.happened_at <= c.happened_at - interval '1 day';
          SELECT month - coalesce(sum(w.value), 0) INTO month FROM network_awards w
          WHERE w.beneficiary_id = c.beneficiary AND w.kind = 'bonus' AND w.void_at IS NULL
            AND w.happened_at > until - interval '30 days' AND w.happened_at <= c.happened_at - interval '30 days';
        END IF;
      ELSE
        SELECT coalesce(sum(w.value) FILTER (WHERE w.happened_at > c.happened_at - interval '1 day'), 0), coalesce(sum(w.value), 0)
        INTO day, month FROM network_awards w
        WHERE w.beneficiary_id = c.beneficiary AND w.kind = 'bonus' AND w.void_at IS NULL
          AND w.happened_at > c.happened_at - interval '30 days';
      END IF;
      of := c.beneficiary;
      until := c.happened_at;
      changed := least(whole, greatest(least(c.most_a_day - day, c.most_a_month - month), 0));
      day := day + changed;
      month := month + changed;
      made := made || ROW(c.id, 'bonus', 1, c.beneficiary, c.source, c.product, c.position_id, c.base, c.percentage, changed,
        whole - changed, c.invested, c.happened_at, NULL, NULL, NULL)::network_awards;
      made_since := coalesce(made_since, c.happened_at);
    END IF;
    who := who || c.beneficiary;
    changes := changes || coalesce(changed, 0);
  END LOOP;
  INSERT INTO network_awards SELECT m.* FROM unnest(made) AS m;
  UPDATE network_beneficiaries x SET bonuses = x.bonuses + e.change
  FROM (SELECT b, sum(s)::bigint AS change FROM unnest(who, changes) AS u (b, s) GROUP BY b) e
  WHERE x.customer_id = e.b AND e.change <> 0;
END
$function$


CREATE OR REPLACE FUNCTION public.carry_due(p_now timestamp with time zone, p_ended uuid[], p_ended_at timestamp with time zone[], p_ids uuid[], p_levels smallint[], p_beneficiaries uuid[], p_sources uuid[], p_products text[], p_positions uuid[], p_bases bigint[], p_percentages bigint[], p_values bigint[], p_at timestamp with time zone[])
 RETURNS TABLE(beneficiary_id uuid, kind text, value bigint)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  owners uuid[];
  total numeric;
  is_paid boolean := false;
  bonuses network_awards[];
  residuals network_awards[];
BEGIN
  IF p_now IS NOT NULL THEN
    SELECT array_agg(w.beneficiary_id), coalesce(sum(w.value), 0) + (SELECT coalesce(sum(v), 0) FROM unnest(p_values) AS v) INTO owners, total
    FROM unnest(p_ended) AS e (position_id) JOIN network_awards w ON w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1
      AND num_nonnulls(w.due_at, w.void_at) = 0;
    PERFORM ledger.hold_accounts(owners || p_beneficiaries);
    is_paid := ledger.capacity() >= total AND NOT EXISTS (SELECT FROM network_awards w WHERE w.paid_at IS NULL AND w.due_at IS NOT NULL);
  END IF;
  LOOP
    BEGIN
      WITH due AS (
        UPDATE network_awards w SET due_at = e.at, paid_at = CASE WHEN is_paid THEN greatest(p_now, e.at) END
        FROM unnest(p_ended, p_ended_at) AS e (position_id, at)
        WHERE w.position_id = e.position_id AND w.kind = 'bonus' AND w.level = 1 AND num_nonnulls(w.due_at, w.void_at) = 0
        RETURNING w.*
      )
      SELECT array_agg(due::network_awards) INTO bonuses FROM due;
      WITH made AS (
        INSERT INTO network_awards (id, kind, level, beneficiary_id, source_id, product, position_id, base, percentage, value,
          happened_at, due_at, paid_at)
        SELECT e.id, 'residual', e.level, e.beneficiary_id, e.source_id, e.product, e.position_id, e.base, e.percentage, e.value,
          e.at, e.at, CASE WHEN is_paid THEN greatest(p_now, e.at) END
        FROM unnest(p_ids, p_levels, p_beneficiaries, p_sources, p_products, p_positions, p_bases, p_percentages, p_values, p_at)
          AS e (id, level, beneficiary_id, source_id, product, position_id, base, percentage, value, at)
        ON CONFLICT ON CONSTRAINT a_cause_awards_each_level_once DO NOTHING RETURNING *
      )
      SELECT array_agg(made::network_awards) INTO residuals FROM made;
      EXIT WHEN NOT is_paid;
      PERFORM ledger.post_all(award_journals(bonuses || residuals, p_now));
      RETURN QUERY SELECT w.beneficiary_id, w.kind, w.value FROM unnest(bonuses || residuals) AS w WHERE w.value > 0;
      EXIT;
    EXCEPTION WHEN SQLSTATE 'LB001' THEN
      -- Somebody drew on the treasury meanwhile: all of it is owed.
      is_paid := false;
    END;
  END LOOP;
END
$function$


CREATE OR REPLACE FUNCTION public.carry_to_trees(p_percentages bigint[], p_roots uuid[], p_causes uuid[], p_kinds text[], p_positions uuid[], p_amounts bigint[])
 RETURNS TABLE(cause_id uuid, granted bigint, percentage bigint)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  c record;
  t network_trees;
  change bigint;
  used bigint;
  -- What is written at the end, by one statement, and what had been written before.
  steps network_tree_steps[] := '{}';
  earlier network_tree_steps[] := '{}';
  -- Of the tree at hand.
  carried network_tree_steps[];
BEGIN
  INSERT INTO network_trees (root_id) SELECT DISTINCT r FROM unnest(p_roots) AS r
  WHERE NOT EXISTS (SELECT FROM network_trees x WHERE x.root_id = r) ORDER BY r ON CONFLICT DO NOTHING;
  FOR t IN
    SELECT x.* FROM network_trees x WHERE x.root_id IN (SELECT r FROM unnest(p_roots) AS r)
    ORDER BY x.root_id FOR NO KEY UPDATE
  LOOP
    carried := ARRAY(SELECT s FROM network_tree_steps s WHERE s.root_id = t.root_id AND s.cause_id = ANY (ARRAY(
      SELECT e.id FROM unnest(p_roots, p_causes) AS e (root_id, id) WHERE e.root_id = t.root_id)));
    earlier := earlier || carried;
    FOR c IN
      SELECT e.* FROM unnest(p_percentages, p_roots, p_causes, p_kinds, p_positions, p_amounts) WITH ORDINALITY
        AS e (percent, root_id, id, kind, position_id, amount, n)
      WHERE e.root_id = t.root_id AND e.id <> ALL (ARRAY(SELECT s.cause_id FROM unnest(carried) AS s))
      ORDER BY e.n
    LOOP
      change := 0;
      used := 0;
      IF c.kind = 'capital' THEN
        change := c.amount;
      ELSIF c.kind = 'invested' THEN
        used := least(c.amount, t.high_water - t.used);
        IF div(used::numeric * c.percent, 100000000) = 0 THEN
          used := 0;
        END IF;
      ELSE
        SELECT -sum(s.granted) INTO used FROM network_tree_steps s
        WHERE s.root_id = t.root_id AND s.position_id = c.position_id;
        -- It may have been opened a moment before, and be among what is not written yet.
        used := coalesce(used, -(SELECT sum(s.granted) FROM unnest(steps) AS s WHERE s.position_id = c.position_id), 0);
      END IF;
      t.capital := t.capital + change;
      t.high_water := greatest(t.high_water, t.capital);
      t.used := t.used + used;
      steps := steps || ROW(t.root_id, c.id, c.kind, c.position_id, change, used,
        CASE c.kind WHEN 'invested' THEN c.percent END, now())::network_tree_steps;
    END LOOP;
    UPDATE network_trees x SET capital = t.capital, high_water = t.high_water, used = t.used
    WHERE x.root_id = t.root_id
      AND (x.capital, x.high_water, x.used) <> (t.capital, t.high_water, t.used);
  END LOOP;
  INSERT INTO network_tree_steps SELECT s.* FROM unnest(steps) AS s;
  RETURN QUERY SELECT s.cause_id, s.granted, s.percentage FROM unnest(earlier || steps) AS s;
END
$function$


CREATE OR REPLACE FUNCTION public.cause_place()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared((s.last_value >> 31)::int, (s.last_value & 2147483647)::int) FROM cause_places s;
  RETURN nextval('cause_places');
END
$function$


CREATE OR REPLACE FUNCTION public.change_position()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.state IN ('ended', 'canceled') AND NEW.closed_at IS NOT NULL AND NEW.result >= -NEW.amount
    AND num_nonnulls(NEW.operations_seen, NEW.payouts, NEW.result) = (CASE WHEN NEW.state = 'ended' AND NEW.rate IS NULL THEN 3 ELSE 0 END)) IS NOT TRUE THEN
    PERFORM require_sound(NEW);
  END IF;
  IF OLD.state = 'running' AND NEW.state <> 'running' THEN
    INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
    VALUES (NEW.product, (NEW.ends_at AT TIME ZONE house_zone())::date, -1, -NEW.amount, -NEW.promised);
  END IF;
  RETURN NULL;
END
$function$


CREATE OR REPLACE FUNCTION public.claim_promocode(p_id uuid, p_customer uuid, p_key text, p_code text, p_amount bigint, p_now timestamp with time zone)
 RETURNS TABLE(claim uuid, is_answered boolean, own_uses bigint, open_uses bigint, own_open_uses bigint, promocode promocodes)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  is_free boolean := false;
BEGIN
  is_answered := EXISTS (SELECT FROM idempotency_keys k WHERE k.customer_id = p_customer AND k.key = p_key);
  IF NOT is_answered THEN
    -- Whoever comes at the same moment waits for the row, and finds the count of the one before.
    PERFORM FROM promocodes p WHERE p.code = p_code AND p.min_amount <= p_amount AND p.uses < p.uses_allowed
      AND p.promised + added_by_points(p.points, p_amount) <= p.most_promised
      AND p.valid_from <= p_now AND p.valid_until > p_now AND (p.ended_at IS NULL OR p.ended_at > p_now) FOR NO KEY UPDATE;
    is_free := FOUND;
    SELECT c.id INTO claim FROM promocode_claims c JOIN promocodes p ON p.code = c.code
    WHERE c.customer_id = p_customer AND c.key = p_key AND c.code = p_code AND c.position_id IS NULL
      AND p.min_amount <= p_amount AND c.promised = added_by_points(p.points, p_amount)
      AND p.valid_from <= p_now AND p.valid_until > p_now AND (p.ended_at IS NULL OR p.ended_at > p_now);
  END IF;
  IF is_free AND claim IS NULL AND (SELECT count(*) FROM promocode_claims c WHERE c.code = p_code AND c.customer_id = p_customer)
    < (SELECT p.uses_per_customer FROM promocodes p WHERE p.code = p_code) THEN
    INSERT INTO promocode_claims (id, customer_id, key, code, promised)
    SELECT p_id, p_customer, p_key, p_code, added_by_points(p.points, p_amount) FROM promocodes p WHERE p.code = p_code
    ON CONFLICT DO NOTHING RETURNING id INTO claim;
    IF FOUND THEN
      UPDATE promocodes p SET uses = p.uses + 1, promised = p.promised + added_by_points(p.points, p_amount) WHERE p.code = p_code;
    END IF;
  END IF;
  SELECT count(*) FILTER (WHERE c.customer_id = p_customer),
    count(*) FILTER (WHERE c.position_id IS NULL AND c.claimed_at > now() - interval '20 seconds'),
    count(*) FILTER (WHERE c.customer_id = p_customer AND c.position_id IS NULL AND c.claimed_at > now() - interval '20 seconds')
  INTO own_uses, open_uses, own_open_uses
  FROM promocode_claims c WHERE c.code = p_code AND (c.customer_id = p_customer OR c.position_id IS NULL);
  FOR promocode IN SELECT p.* FROM promocodes p WHERE p.code = p_code LOOP
    RETURN NEXT;
  END LOOP;
END
$function$


CREATE OR REPLACE FUNCTION public.count_brl_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO brl_deposit_hours AS h (hour, reais)
  VALUES (date_bin('1 hour', NEW.created_at, timestamptz 'epoch'), CASE TG_OP WHEN 'INSERT' THEN NEW.net ELSE -NEW.net END)
  ON CONFLICT (hour) DO UPDATE SET reais = h.reais + excluded.reais;
  RETURN NULL;
END
$function$


CREATE OR REPLACE FUNCTION public.customers_below(p_id uuid, p_most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE network AS (
    SELECT id FROM customers WHERE referrer_id = p_id
    UNION ALL
    SELECT brought.id FROM network n CROSS JOIN LATERAL (SELECT id FROM customers WHERE referrer_id = n.id OFFSET 0) brought
  )
  SELECT id FROM network LIMIT p_most
$function$


CREATE OR REPLACE FUNCTION public.enter_position()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.amount > 0 AND NEW.ends_at > NEW.started_at AND NEW.promised >= 0 AND NEW.rate > 0 AND (NEW.rate IS NULL) = (NEW.promised = 0)
    AND NEW.cancel_fee BETWEEN 0 AND 100000000 AND NEW.state = 'running'
    AND num_nonnulls(NEW.closed_at, NEW.operations_seen, NEW.payouts, NEW.result, NEW.tax_rate) = 0) IS FALSE THEN
    PERFORM require_sound(NEW);
  END IF;
  INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
  VALUES (NEW.product, (NEW.ends_at AT TIME ZONE house_zone())::date, 1, NEW.amount, NEW.promised);
  RETURN NULL;
END
$function$


CREATE OR REPLACE FUNCTION public.enter_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  violated text;
BEGIN
  IF (NEW.amount > 0 AND NEW.rate > 0 AND NEW.fee >= 0 AND NEW.net > 0 AND NEW.fee_rate BETWEEN 0 AND 100000000
    AND NEW.direction IN ('deposit', 'withdrawal') AND NEW.currency IN ('brl', 'usdt') AND NEW.decision IN ('approved', 'refused')
    AND NEW.state IN ('created', 'awaiting_approval', 'held', 'sending', 'unknown', 'done', 'refused', 'settled', 'returned')
    AND NEW.waits_because IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device', 'factor_changed',
      'calendar_made', 'address_changed')
    AND (NEW.state IN ('settled', 'returned')) = (NEW.ended_at IS NOT NULL)
    AND (NEW.state IN ('awaiting_approval', 'settled', 'returned')) = (NEW.due_at IS NULL)
    AND CASE NEW.direction WHEN 'withdrawal' THEN NEW.state <> 'created' ELSE NEW.state NOT IN ('awaiting_approval', 'held') END
    AND (NOT NEW.needs_approval OR NEW.direction = 'withdrawal') AND NEW.needs_approval = (NEW.waits_because IS NOT NULL)
    AND CASE
      WHEN NOT NEW.needs_approval THEN NEW.state <> 'awaiting_approval'
        AND (NEW.decision IS NULL OR NEW.decision = 'refused' AND NEW.state = 'returned' AND NEW.direction = 'withdrawal')
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
      WHEN NEW.waits_because NOT IN ('over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device', 'factor_changed',
      'calendar_made', 'address_changed')
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
    INSERT INTO transfer_steps (transfer_id, number, state, attempts, error, reason, decision)
    VALUES (NEW.id, 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision);
  ELSIF OLD.state NOT IN ('settled', 'returned') AND (NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision)
    IS DISTINCT FROM (OLD.state, OLD.attempts, OLD.last_error, OLD.reason, OLD.decision) THEN
    INSERT INTO transfer_steps (transfer_id, number, state, attempts, error, reason, decision)
    SELECT NEW.id, coalesce(max(number), 0) + 1, NEW.state, NEW.attempts, NEW.last_error, NEW.reason, NEW.decision
    FROM transfer_steps WHERE transfer_id = NEW.id;
  END IF;
  RETURN NULL;
END
$function$


CREATE OR REPLACE FUNCTION public.erase_customer(p_id uuid, p_password_hash text, p_keep_days integer, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  gone bigint;
BEGIN
  PERFORM FROM customers WHERE id = p_id AND erased_at IS NULL FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM erasure_obstacles(p_id, p_keep_days, p_now))
    OR EXISTS (SELECT FROM ledger.accounts WHERE owner = p_id AND balance + zord > 0) THEN
    RAISE EXCEPTION 'customer % cannot be erased', p_id USING ERRCODE = 'LB031';
  END IF;
  UPDATE staff_requests SET state = 'expired', ended_at = now() WHERE state = 'waiting' AND id::text IN (
    SELECT substr(place, 9) FROM kept_words WHERE customer_id = p_id AND place LIKE 'request:%');
  DELETE FROM kept_words WHERE customer_id = p_id;
  DELETE FROM customer_notes WHERE customer_id = p_id;
  UPDATE broker_transfers SET reason = '[erased]' WHERE customer_id = p_id AND reason IS NOT NULL;
  UPDATE transfer_steps s SET reason = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND s.transfer_id = b.id AND s.reason IS NOT NULL;
  UPDATE transfers_by_hand h SET evidence = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND h.transfer_id = b.id;
  UPDATE reconciliation_notes n SET note = '[erased]' FROM broker_transfers b
  WHERE b.customer_id = p_id AND n.reference = b.id::text;
  UPDATE ledger_reversals SET reason = '[erased]' WHERE customer_id = p_id;
  WITH void AS (
    UPDATE network_awards SET void_at = greatest(p_now, happened_at)
    WHERE beneficiary_id = p_id AND kind = 'bonus' AND due_at IS NULL AND void_at IS NULL RETURNING value
  )
  SELECT coalesce(sum(value), 0) INTO gone FROM void;
  UPDATE network_beneficiaries SET bonuses = bonuses - gone WHERE customer_id = p_id AND gone > 0;
  PERFORM ledger.hold_accounts(ARRAY[p_id]);
  UPDATE ledger.accounts SET erased = true WHERE owner = p_id;
  -- No address, so nobody can type it; no code, so nobody is brought by it. The birth is nobody's.
  UPDATE customers SET erased_at = now(), email = 'erased:' || p_id, email_confirmed_at = NULL, name = '—', phone = '', birth = '1900-01-01',
    password_hash = p_password_hash, language = 'pt-BR', is_language_chosen = false, theme = NULL, avatar = NULL,
    code = 'erased:' || p_id, is_masked_to_upline = false
  WHERE id = p_id;
END
$function$


CREATE OR REPLACE FUNCTION public.erasure_obstacles(p_id uuid, p_keep_days integer, p_now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT 'balance' FROM ledger.accounts WHERE owner = p_id
    AND (held + invested + promised > 0 OR balance + zord >= 10000)
  UNION ALL SELECT 'position' WHERE EXISTS (SELECT FROM positions WHERE customer_id = p_id AND state = 'running')
  UNION ALL SELECT 'transfer' WHERE EXISTS (SELECT FROM broker_transfers WHERE customer_id = p_id AND ended_at IS NULL)
  UNION ALL SELECT 'award' WHERE EXISTS (SELECT FROM network_awards WHERE beneficiary_id = p_id AND due_at IS NOT NULL
    AND paid_at IS NULL)
  UNION ALL SELECT 'cause' WHERE EXISTS (
    SELECT FROM (SELECT customer_id FROM network_causes WHERE done_at IS NULL
      UNION ALL SELECT customer_id FROM positions WHERE state = 'running' AND ends_at <= p_now) c
    JOIN customers m ON m.id = c.customer_id
    LEFT JOIN customers one ON one.id = m.referrer_id
    LEFT JOIN customers two ON two.id = one.referrer_id
    WHERE p_id IN (m.id, one.id, two.id, two.referrer_id))
  UNION ALL SELECT 'case' WHERE EXISTS (SELECT FROM cases WHERE customer_id = p_id AND closed_at IS NULL)
  UNION ALL SELECT 'kept_by_law' WHERE p_keep_days > 0 AND EXISTS (SELECT FROM ledger.journals WHERE owner = p_id
    AND happened_at > p_now - make_interval(days => p_keep_days) AND kind <> 'remainder_given_up')
$function$


CREATE OR REPLACE FUNCTION public.feed_queue(p_product text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT hashtextextended('payout feed of ' || p_product, 0)
$function$


CREATE OR REPLACE FUNCTION public.feeds_paid_until(p_now timestamp with time zone, OUT traded text[], OUT until timestamp with time zone[])
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT array_agg(f.product), array_agg(least(p_now, greatest(f.complete_until, p_now - longest_wait())))
  FROM payout_feeds f
$function$


CREATE OR REPLACE FUNCTION public.fold_letters(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT normalize(translate(
    replace(replace(replace(replace(
      -- Accents and vowel points of Latin, Greek, Cyrillic, Hebrew and Arabic; the Arabic stretching stroke; what no font shows.
      lower(regexp_replace(normalize(p_text, NFKD),
        '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
        '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łøđðħŧıŋɨƀςيىێېكڪةەھہۃٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    'loddhtinibσییییککههههها01234567890123456789'), NFC)
$function$


CREATE OR REPLACE FUNCTION public.give_back_promocode(p_claim uuid, p_customer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  claimed text;
  freed bigint;
BEGIN
  SELECT c.code INTO claimed FROM promocode_claims c WHERE c.id = p_claim AND c.position_id IS NULL;
  PERFORM FROM promocodes p WHERE p.code = claimed FOR NO KEY UPDATE;
  DELETE FROM promocode_claims c WHERE c.id = p_claim AND c.position_id IS NULL
  RETURNING c.promised INTO freed;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE promocodes p SET uses = p.uses - 1, promised = p.promised - freed WHERE p.code = claimed;
  RETURN true;
END
$function$


CREATE OR REPLACE FUNCTION public.hold_feeds(p_products text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(feed_queue(f.product)) FROM payout_feeds f WHERE f.product = ANY (p_products) ORDER BY f.product;
  PERFORM 1 FROM payout_feeds f WHERE f.product = ANY (p_products) ORDER BY f.product FOR SHARE;
  RETURN FOUND;
END
$function$


CREATE OR REPLACE FUNCTION public.house_midnight(p_day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT p_day::timestamp AT TIME ZONE house_zone()
$function$


CREATE OR REPLACE FUNCTION public.house_zone()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce((SELECT s.value #>> '{}' FROM settings s WHERE s.key = 'house.zone'), 'America/Sao_Paulo')
$function$


CREATE OR REPLACE FUNCTION public.is_of_the_sandbox(p_email text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT p_email ~ '(^demo@lastro|@sandbox)\.example$'
$function$


CREATE OR REPLACE FUNCTION public.keep_announcement()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  progress CONSTANT text[] = '{state,ended_at,told_up_to,told,mailed}';
BEGIN
  IF to_jsonb(NEW) - progress IS DISTINCT FROM to_jsonb(OLD) - progress
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('sending', 'withdrawn') AND NEW.told = 0
      OR OLD.state = 'sending' AND NEW.state IN ('sending', 'done') AND NEW.told >= OLD.told AND NEW.mailed >= OLD.mailed
        AND NEW.told_up_to >= OLD.told_up_to) THEN
    RAISE EXCEPTION 'an announcement is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.keep_operation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' OR NOT EXISTS (SELECT FROM withdrawn_operations w WHERE w.id = OLD.id) THEN
    RAISE EXCEPTION 'rows of % are never changed, only added', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME USING ERRCODE = 'LB003';
  END IF;
  RETURN OLD;
END
$function$


CREATE OR REPLACE FUNCTION public.keep_report_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.expires_at < now() THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.sha256 = '' AND to_jsonb(NEW) - '{rows,bytes,sha256}'::text[] = to_jsonb(OLD) - '{rows,bytes,sha256}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'report file % is not changed, and stays until its time is over', OLD.id USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION public.keep_report_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM report_files WHERE id = NEW.file_id AND sha256 = '') THEN
    RETURN NEW;
  END IF;
  -- With its file.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM report_files WHERE id = OLD.file_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the parts of a report file are not changed' USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION public.keep_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF (NEW.id, NEW.command, NEW.input, NEW.reason, NEW.maker_id, NEW.made_at, NEW.expires_at, NEW.subject)
      IS DISTINCT FROM (OLD.id, OLD.command, OLD.input, OLD.reason, OLD.maker_id, OLD.made_at, OLD.expires_at, OLD.subject)
    OR (OLD.decider_id IS NOT NULL AND (NEW.decider_id, NEW.decided_at, NEW.decision_reason)
      IS DISTINCT FROM (OLD.decider_id, OLD.decided_at, OLD.decision_reason))
    OR NOT (OLD.state = 'waiting' AND NEW.state IN ('approved', 'refused', 'withdrawn', 'expired')
      OR OLD.state = 'waiting' AND NEW.state = 'failed' AND NEW.decider_id IS NULL
      OR OLD.state = 'approved' AND NEW.state IN ('done', 'failed')
      OR OLD.state = 'approved' AND NEW.state = 'approved' AND to_jsonb(NEW) - 'claimed_until' = to_jsonb(OLD) - 'claimed_until')
  THEN
    RAISE EXCEPTION 'a request is not changed, and goes forward only' USING ERRCODE = 'LB003';
  END IF;
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.keep_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search_words := CASE WHEN NEW.erased_at IS NULL THEN array_to_tsvector(
    words_found_by(NEW.name || CASE WHEN NEW.is_masked_to_upline THEN '' ELSE ' ' || NEW.email END)) ELSE '' END;
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.keep_with_request(p_request uuid, p_value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce((SELECT to_jsonb(keep_words(customer_id, place, p_value::text)) FROM kept_words
    WHERE place = 'request:' || p_request LIMIT 1), p_value)
$function$


CREATE OR REPLACE FUNCTION public.keep_with_request(p_request uuid, p_words text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce((SELECT keep_words(customer_id, place, p_words) FROM kept_words WHERE place = 'request:' || p_request LIMIT 1), p_words)
$function$


CREATE OR REPLACE FUNCTION public.keep_words(p_customer uuid, p_place text, p_words text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  own_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  own_hash bytea := sha256(own_salt || convert_to(p_words, 'UTF8'));
BEGIN
  -- Held: whoever is being erased is waited for, and is not erased before this is committed.
  PERFORM FROM customers WHERE id = p_customer AND erased_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN '[erased]';
  END IF;
  INSERT INTO kept_words (hash, customer_id, place, salt, words)
  VALUES (own_hash, p_customer, p_place, own_salt, p_words);
  RETURN 'kept:' || encode(own_hash, 'hex');
END
$function$


CREATE OR REPLACE FUNCTION public.last_certain_place()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  given bigint := (SELECT s.last_value FROM cause_places s);
BEGIN
  RETURN least(given, (SELECT min((l.classid::bigint << 31) | l.objid::bigint) FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())));
END
$function$


CREATE OR REPLACE FUNCTION public.left_lately(p_now timestamp with time zone, OUT usd bigint, OUT brl bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  SELECT coalesce(sum(h.amount), 0) INTO usd FROM withdrawal_hours h WHERE h.hour >= date_bin('1 hour', p_now - interval '1 day', timestamptz 'epoch');
  SELECT coalesce(sum(s.brl_out), 0) INTO brl FROM withdrawal_brl_slots s
  WHERE s.slot >= date_bin('5 minutes', p_now - interval '1 hour', timestamptz 'epoch');
END
$function$


CREATE OR REPLACE FUNCTION public.longest_wait()
 RETURNS interval
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT make_interval(hours => coalesce((SELECT (s.value #>> '{}')::int FROM settings s WHERE s.key = 'payouts.awaited_hours'), 48))
$function$


CREATE OR REPLACE FUNCTION public.note_calendar_made()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE customers SET calendar_made_at = now() WHERE id = NEW.customer_id;
  RETURN NULL;
END
$function$


CREATE OR REPLACE FUNCTION public.note_customer_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone THEN
    NEW.phone_changed_at := now();
  END IF;
  IF NEW.password_hash IS DISTINCT FROM OLD.password_hash THEN
    NEW.password_changed_at := now();
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email THEN
    NEW.address_changed_at := now();
  END IF;
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.note_factor_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE customers SET factor_changed_at = now()
  WHERE id = coalesce(NEW.customer_id, OLD.customer_id) AND factor_changed_at IS DISTINCT FROM now();
  RETURN NULL;
END
$function$


CREATE OR REPLACE FUNCTION public.open_position(p_product text, p_id uuid, p_customer uuid, p_amount bigint, p_rate bigint, p_promised bigint, p_started_at timestamp with time zone, p_ends_at timestamp with time zone, p_terms jsonb DEFAULT '{}'::jsonb, p_cancel_fee bigint DEFAULT NULL::bigint, p_tax_rate bigint DEFAULT NULL::bigint, p_movable boolean DEFAULT false, p_cause uuid DEFAULT gen_random_uuid())
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  o record;
BEGIN
  PERFORM ledger.hold_accounts(ARRAY[p_customer]);
  SELECT * INTO o FROM open_positions(ARRAY[p_customer], ARRAY[NULL::uuid], ARRAY[NULL::text], ARRAY[NULL::bytea], ARRAY[NULL::text], ARRAY[NULL::jsonb],
    ARRAY[p_product], ARRAY[p_id], ARRAY[p_amount], ARRAY[p_rate], ARRAY[p_promised], ARRAY[p_started_at], ARRAY[p_ends_at], ARRAY[p_terms],
    ARRAY[p_cancel_fee], ARRAY[p_tax_rate], ARRAY[p_cause], p_movable, p_waits => true);
  IF o.outcome = 'frozen' THEN
    RAISE EXCEPTION 'the money of % is stopped', p_customer USING ERRCODE = 'LB007';
  ELSIF o.outcome IS NOT NULL THEN
    RAISE EXCEPTION '% of % has too little', o.account, p_customer USING ERRCODE = 'LB001', DETAIL = o.account;
  END IF;
END
$function$


CREATE OR REPLACE FUNCTION public.open_positions(p_customers uuid[], p_settings uuid[], p_keys text[], p_hashes bytea[], p_answers text[], p_refusals jsonb[], p_products text[], p_ids uuid[], p_amounts bigint[], p_rates bigint[], p_promises bigint[], p_starts timestamp with time zone[], p_ends timestamp with time zone[], p_terms jsonb[], p_cancel_fees bigint[], p_tax_rates bigint[], p_causes uuid[], p_movable boolean DEFAULT true, p_waits boolean DEFAULT false)
 RETURNS TABLE(n bigint, outcome text, account text)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  held uuid[] := ledger.hold_free_accounts(p_customers);
  state uuid := settings_state();
  outcomes text[];
  accounts text[] := array_fill(NULL::text, ARRAY[cardinality(p_ids)]);
  places bigint[];
  journals ledger.new_journal[];
  o record;
BEGIN
  -- Behind the locks: an equal call that came before has its answer by now.
  SELECT array_agg(CASE
    WHEN g.customer <> ALL (held) AND EXISTS (SELECT FROM ledger.accounts a WHERE a.owner = g.customer)
      THEN 'again'
    WHEN EXISTS (SELECT FROM idempotency_keys k WHERE k.customer_id = g.customer AND k.key = g.key) THEN 'answered'
    WHEN g.settings <> state THEN 'terms_changed' END ORDER BY g.n)
  INTO outcomes FROM unnest(p_customers, p_settings, p_keys) WITH ORDINALITY AS g (customer, settings, key, n);

  SELECT array_agg(g.n ORDER BY g.n), array_agg(opened_journal(g.product, g.id, g.customer, g.amount, g.promised, g.started_at, p_movable) ORDER BY g.n)
  INTO places, journals
  FROM unnest(p_products, p_ids, p_customers, p_amounts, p_promises, p_starts, outcomes) WITH ORDINALITY
    AS g (product, id, customer, amount, promised, started_at, outcome, n)
  WHERE g.outcome IS NULL;
  IF places IS NOT NULL THEN
    FOR o IN SELECT p.n, CASE p.outcome WHEN 'after_refused' THEN 'again' ELSE p.outcome END AS outcome, p.account
      FROM ledger.post(journals, p_waits) AS p WHERE p.outcome IS NOT NULL LOOP
      outcomes[places[o.n]] := o.outcome;
      accounts[places[o.n]] := o.account;
    END LOOP;
  END IF;

  INSERT INTO positions (id, customer_id, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate)
  SELECT g.id, g.customer, g.product, g.amount, g.rate, coalesce(g.promised, 0), g.started_at, g.ends_at,
    g.terms, g.cancel_fee, g.tax_rate
  FROM unnest(p_ids, p_customers, p_products, p_amounts, p_rates, p_promises, p_starts, p_ends, p_terms, p_cancel_fees, p_tax_rates, outcomes)
    AS g (id, customer, product, amount, rate, promised, started_at, ends_at, terms, cancel_fee, tax_rate, outcome)
  WHERE g.outcome IS NULL;
  -- Almost nobody has new capital.
  PERFORM use_new_capital(g.customer, g.cause, g.product, g.id, g.amount, g.started_at)
  FROM unnest(p_ids, p_customers, p_products, p_amounts, p_starts, p_causes, outcomes) AS g (id, customer, product, amount, started_at, cause, outcome)
  JOIN network_capital c ON c.customer_id = g.customer AND c.high_water > c.used
  WHERE g.outcome IS NULL ORDER BY g.customer;
  INSERT INTO idempotency_keys (customer_id, key, request_hash, status, answer)
  SELECT g.customer, g.key, g.hash, coalesce((g.refusals -> g.outcome ->> 'status')::smallint, 201),
    CASE WHEN g.outcome IS NULL THEN g.answer ELSE g.refusals -> g.outcome ->> 'text' END
  FROM unnest(p_customers, p_keys, p_hashes, p_answers, p_refusals, outcomes) AS g (customer, key, hash, answer, refusals, outcome)
  WHERE g.key IS NOT NULL AND (g.outcome IS NULL OR g.refusals ? g.outcome);

  RETURN QUERY SELECT g.n, g.outcome, g.account FROM unnest(outcomes, accounts) WITH ORDINALITY AS g (outcome, account, n);
END
$function$


CREATE OR REPLACE FUNCTION public.opened_journal(p_product text, p_id uuid, p_customer uuid, p_amount bigint, p_promised bigint, p_at timestamp with time zone, p_movable boolean)
 RETURNS ledger.new_journal
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT ROW(p_product || ':' || p_id || ':opened', p_product || '_opened', p_customer, p_id, p_at,
    CASE x.yield WHEN 'fixed' THEN ARRAY[p_amount, p_promised] ELSE ARRAY[p_amount] END, p_movable)::ledger.new_journal
  FROM products x WHERE x.product = p_product
$function$


CREATE OR REPLACE FUNCTION public.pay_awards(p_now timestamp with time zone, p_awards uuid[])
 RETURNS TABLE(id uuid, beneficiary_id uuid, kind text, value bigint, paid boolean)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  available bigint;
  awards network_awards[];
  payable int;
BEGIN
  PERFORM ledger.hold_accounts(ARRAY(SELECT a.beneficiary_id FROM network_awards a WHERE a.id = ANY (p_awards)));
  available := ledger.hold_treasury();
  -- Those that nobody has paid before their accounts were held.
  SELECT array_agg(d.a ORDER BY (d.a).due_at, (d.a).id), count(*) FILTER (WHERE d.sum <= available) INTO awards, payable FROM (
    SELECT a, sum(a.value) OVER (ORDER BY a.due_at, a.id) FROM network_awards a
    WHERE a.id = ANY (p_awards) AND a.due_at IS NOT NULL AND a.paid_at IS NULL) d;
  PERFORM ledger.post_all(award_journals(awards[:payable], p_now));
  UPDATE network_awards a SET paid_at = greatest(p_now, a.due_at) WHERE a.id = ANY (ARRAY(SELECT w.id FROM unnest(awards[:payable]) AS w));
  RETURN QUERY SELECT w.id, w.beneficiary_id, w.kind, w.value, w.n <= payable
  FROM (SELECT w.*, row_number() OVER (ORDER BY w.due_at, w.id) AS n FROM unnest(awards) AS w) w ORDER BY w.n;
END
$function$


CREATE OR REPLACE FUNCTION public.payout_result(p_amount bigint, p_payouts bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT greatest(-p_amount, div(p_amount::numeric * p_payouts, 100000000))::bigint
$function$


CREATE OR REPLACE FUNCTION public.payouts_between(p_product text, p_start timestamp with time zone, p_end timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_end
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT total FROM payout_index WHERE product = p_product AND happened_at < p_start
      ORDER BY happened_at DESC LIMIT 1), 0)
    - coalesce((SELECT sum(payout) FROM operations WHERE product = p_product
      AND tstzrange(opened_at, happened_at, '(]') @> p_start AND happened_at < p_end), 0)::bigint
$function$


CREATE OR REPLACE FUNCTION public.place_in_network()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  above customers;
  further customers;
BEGIN
  NEW.root_id := NEW.id;
  NEW.jump_id := NEW.id;
  NEW.depth := 0;
  NEW.jump_depth := 0;
  IF NEW.referrer_id IS NOT NULL THEN
    SELECT * INTO above FROM customers WHERE id = NEW.referrer_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'whoever brings a customer is there before them' USING ERRCODE = 'foreign_key_violation';
    END IF;
    SELECT * INTO STRICT further FROM customers WHERE id = above.jump_id;
    NEW.root_id := above.root_id;
    NEW.depth := above.depth + 1;
    IF above.depth - above.jump_depth = further.depth - further.jump_depth THEN
      NEW.jump_id := further.jump_id;
      NEW.jump_depth := further.jump_depth;
    ELSE
      NEW.jump_id := above.id;
      NEW.jump_depth := above.depth;
    END IF;
  END IF;
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.record_action(p_operator text, p_staff uuid, p_address text, p_request uuid, p_action text, p_details jsonb, p_was jsonb, p_is_now jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  head action_chain;
  added actions;
  details jsonb := p_details;
  written record;
BEGIN
  IF p_details ?| ARRAY['reason', 'evidence', 'text'] AND p_details ->> 'customer' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    -- Before the chain: whoever erases them holds them first, and the chain last.
    PERFORM FROM customers WHERE id = (p_details ->> 'customer')::uuid FOR KEY SHARE;
  END IF;
  SELECT * INTO head FROM action_chain FOR UPDATE;
  IF p_details ->> 'customer' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    FOR written IN SELECT e.key, e.value FROM jsonb_each_text(p_details) AS e
      WHERE e.key IN ('reason', 'evidence', 'text') AND EXISTS (SELECT FROM customers WHERE id = (p_details ->> 'customer')::uuid)
    LOOP
      details := jsonb_set(details, ARRAY[written.key],
        to_jsonb(keep_words((p_details ->> 'customer')::uuid, 'action:' || head.number + 1, written.value)));
    END LOOP;
  END IF;
  added := ROW(head.number + 1, greatest(clock_timestamp(), head.happened_at), p_operator, p_staff, p_address, p_request, p_action,
    details, p_was, p_is_now, NULL);
  added.hash := sha256(head.hash || action_bytes(added));
  INSERT INTO actions SELECT added.*;
  UPDATE action_chain SET number = added.number, happened_at = added.happened_at, hash = added.hash;
  RETURN added.number;
END
$function$


CREATE OR REPLACE FUNCTION public.refuse_another_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'who brought a customer never changes' USING ERRCODE = 'check_violation',
    CONSTRAINT = 'who_brought_a_customer_never_changes';
END
$function$


CREATE OR REPLACE FUNCTION public.refuse_another_zone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Unknown to the database: refused by the conversion itself.
  PERFORM now() AT TIME ZONE (NEW.value #>> '{}');
  LOCK TABLE customers, promocodes IN SHARE MODE;
  IF NEW.starts_at > business_now() OR the_house_has_its_zone() THEN
    RAISE EXCEPTION 'the zone of the house is set at once, and before its first customer and code' USING ERRCODE = 'LB033';
  END IF;
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed, only added', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION public.refuse_change_but_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
    AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV
    AND NOT EXISTS (SELECT FROM unnest(TG_ARGV) AS a WHERE to_jsonb(NEW) ->> a <> '[erased]'
      AND to_jsonb(NEW) ->> a IS DISTINCT FROM to_jsonb(OLD) ->> a)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed, only added', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION public.refuse_change_of_ended_position()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'what was agreed of position % never changes, nor does its end', OLD.id USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION public.refuse_change_of_ended_transfer_but_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID)
    AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' AND NEW.reason = '[erased]' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'transfer % has ended and never changes', OLD.id USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION public.refuse_in_production()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM installation WHERE mode = 'production') THEN
    RAISE EXCEPTION 'this is for the sandbox, and this Lastro is in production (%)', TG_TABLE_NAME USING ERRCODE = 'LB022';
  END IF;
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.refuse_other_mode()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'what an installation is never changes' USING ERRCODE = 'LB020';
END
$function$


CREATE OR REPLACE FUNCTION public.require_right_mode()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  traces text := (SELECT string_agg(trace, ', ') FROM traces_of_the_sandbox() AS trace);
BEGIN
  IF NEW.mode = 'production' AND traces IS NOT NULL THEN
    RAISE EXCEPTION 'it holds what only a sandbox has: %', traces USING ERRCODE = 'LB021';
  END IF;
  IF NEW.mode = 'sandbox' AND traces IS NULL AND EXISTS (SELECT FROM customers) THEN
    RAISE EXCEPTION 'it holds customers and nothing of a sandbox' USING ERRCODE = 'LB021';
  END IF;
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.require_sound(p positions)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
DECLARE
  violated text := rule_against(p);
BEGIN
  IF violated IS NOT NULL THEN
    RAISE EXCEPTION 'position % violates "%"', p.id, violated USING ERRCODE = 'check_violation', SCHEMA = 'public', TABLE = 'positions', CONSTRAINT = violated;
  END IF;
END
$function$


CREATE OR REPLACE FUNCTION public.rule_against(p positions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN p.amount <= 0 THEN 'something_is_invested'
    WHEN p.ends_at <= p.started_at THEN 'a_position_ends_after_it_starts'
    WHEN p.promised < 0 THEN 'a_promise_is_not_negative'
    WHEN p.rate <= 0 THEN 'a_rate_is_positive'
    WHEN (p.rate IS NULL) <> (p.promised = 0) THEN 'a_fixed_yield_promises'
    WHEN p.cancel_fee NOT BETWEEN 0 AND 100000000 THEN 'a_cancel_fee_is_a_part'
    WHEN p.tax_rate NOT BETWEEN 1 AND 100000000 OR p.tax_rate IS NOT NULL AND p.rate IS NULL THEN 'a_tax_is_a_part_of_a_promise'
    WHEN p.state NOT IN ('running', 'ended', 'canceled') THEN 'state_is_known'
    WHEN (p.state = 'running') <> (p.closed_at IS NULL) THEN 'an_end_is_whole'
    WHEN p.result < -p.amount THEN 'no_more_is_lost_than_the_amount'
    WHEN num_nonnulls(p.operations_seen, p.payouts, p.result) <> (CASE WHEN p.state = 'ended' AND p.rate IS NULL THEN 3 ELSE 0 END)
      THEN 'a_result_is_of_an_ended_traded_position' END
$function$


CREATE OR REPLACE FUNCTION public.said(p_text text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN p_text ~ '^kept:[0-9a-f]{64}$'
    THEN coalesce((SELECT words FROM kept_words WHERE hash = decode(substr(p_text, 6), 'hex')), '[erased]') ELSE p_text END
$function$


CREATE OR REPLACE FUNCTION public.said_of(p_details jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN p_details::text LIKE '%"kept:%' THEN (
    SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'string' THEN to_jsonb(said(value #>> '{}')) ELSE value END)
    FROM jsonb_each(p_details)) ELSE p_details END
$function$


CREATE OR REPLACE FUNCTION public.said_whole(p_value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE WHEN p_value #>> '{}' ~ '^kept:[0-9a-f]{64}$' AND jsonb_typeof(p_value) = 'string'
    THEN (SELECT words::jsonb FROM kept_words WHERE hash = decode(substr(p_value #>> '{}', 6), 'hex'))
    ELSE nullif(p_value, '"[erased]"') END
$function$


CREATE OR REPLACE FUNCTION public.settings_state()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT md5(coalesce(string_agg(s.key || '=' || s.version, ',' ORDER BY s.key), ''))::uuid FROM settings s
$function$


CREATE OR REPLACE FUNCTION public.settle_positions(p_now timestamp with time zone, p_most integer)
 RETURNS SETOF positions
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  paid record;
BEGIN
  SELECT * INTO paid FROM feeds_paid_until(p_now);
  RETURN QUERY SELECT * FROM settle_these(p_now, ARRAY(
    SELECT p.id FROM positions p WHERE p.state = 'running' AND p.ends_at <= p_now
      AND p.ends_at <= coalesce(paid.until[array_position(paid.traded, p.product)], p_now)
    ORDER BY p.ends_at LIMIT p_most FOR NO KEY UPDATE SKIP LOCKED));
END
$function$


CREATE OR REPLACE FUNCTION public.settle_these(p_now timestamp with time zone, p_positions uuid[])
 RETURNS SETOF positions
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  due uuid[];
  owners uuid[];
  held uuid[];
  in_products text[];
  ended positions[];
  ended_by_operations positions[];
  paid record;
BEGIN
  SELECT * INTO paid FROM feeds_paid_until(p_now);
  SELECT array_agg(d.id), array_agg(d.customer_id), array_agg(DISTINCT d.product) INTO due, owners, in_products FROM positions d
  -- What still runs has no end yet: written so that no plan reads all that is due.
  WHERE d.id = ANY (p_positions) AND num_nulls(d.closed_at) = 1 AND d.ends_at <= p_now
    AND d.ends_at <= coalesce(paid.until[array_position(paid.traded, d.product)], p_now);
  IF due IS NULL THEN
    RETURN;
  END IF;
  -- Accounts before positions, as everybody locks them.
  held := ledger.hold_free_accounts(owners);
  IF cardinality(held) < (SELECT count(DISTINCT o) FROM unnest(owners) AS o) THEN
    due := ARRAY(SELECT d.id FROM unnest(due, owners) AS d (id, owner) WHERE d.owner = ANY (held));
  END IF;
  -- Whoever was ended by somebody before its owner was held is not found any more.
  WITH x AS (
    UPDATE positions p SET state = 'ended', closed_at = p_now
    WHERE p.id = ANY (due) AND p.state = 'running' AND p.rate IS NOT NULL RETURNING p.*
  )
  SELECT array_agg(x::positions) INTO ended FROM x;
  -- Held until the end of the transaction: an operation that comes in meanwhile is not one of those that are paid here.
  IF hold_feeds(in_products) THEN
    WITH reckoned AS MATERIALIZED (
      SELECT p.id, f.last_number AS seen, coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.ends_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT i.total FROM payout_index i WHERE i.product = p.product AND i.happened_at < p.started_at
          ORDER BY i.happened_at DESC LIMIT 1), 0)
        - coalesce((SELECT sum(o.payout) FROM operations o WHERE o.product = p.product
          AND tstzrange(o.opened_at, o.happened_at, '(]') @> p.started_at AND o.happened_at < p.ends_at), 0)::bigint AS payouts
      FROM positions p JOIN payout_feeds f ON f.product = p.product WHERE p.id = ANY (due) AND p.state = 'running'
    ), x AS (
      UPDATE positions p SET state = 'ended', closed_at = p_now, operations_seen = reckoned.seen, payouts = reckoned.payouts,
        result = payout_result(p.amount, reckoned.payouts)
      FROM reckoned WHERE p.id = reckoned.id AND p.state = 'running' RETURNING p.*
    )
    SELECT array_agg(x::positions) INTO ended_by_operations FROM x;
    ended := ended || ended_by_operations;
  END IF;
  PERFORM ledger.post_all(ARRAY(
    SELECT j.journal FROM unnest(ended) AS x JOIN products r ON r.product = x.product CROSS JOIN LATERAL (
      SELECT 1 AS step, CASE r.yield
        WHEN 'fixed' THEN ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY[x.amount, x.promised], false)::ledger.new_journal
        ELSE ROW(x.product || ':' || x.id || ':matured', x.product || '_matured', x.customer_id, x.id, p_now,
          ARRAY[x.amount + least(x.result, 0), greatest(-x.result, 0), greatest(x.result, 0)], false)::ledger.new_journal END AS journal
      UNION ALL
      SELECT 2, ROW(x.product || ':' || x.id || ':withheld', x.product || '_withheld', x.customer_id, x.id, p_now,
        ARRAY[withheld_tax(x.promised, x.tax_rate)], false)::ledger.new_journal
      WHERE withheld_tax(x.promised, x.tax_rate) > 0
    ) j ORDER BY x.customer_id, x.product, x.ends_at, x.id, j.step));
  RETURN QUERY SELECT x.* FROM unnest(ended) AS x ORDER BY x.product, x.customer_id, x.ends_at, x.id;
END
$function$


CREATE OR REPLACE FUNCTION public.staff_words(p_name text, p_email text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT array_to_tsvector(words_found_by(p_name || ' ' || p_email))
$function$


CREATE OR REPLACE FUNCTION public.take_promocode(p_claim uuid, p_customer uuid, p_position uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE promocode_claims c SET position_id = v.id FROM positions v, promocodes p
  WHERE c.id = p_claim AND c.customer_id = p_customer AND c.position_id IS NULL
    AND v.id = p_position AND v.customer_id = p_customer AND v.terms ->> 'promocode' = c.code
    AND p.code = c.code AND v.amount >= p.min_amount AND c.promised = added_by_points(p.points, v.amount) AND v.started_at >= p.valid_from AND v.started_at < p.valid_until;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'claim % is not there for position %', p_claim, p_position USING ERRCODE = 'LB012';
  END IF;
END
$function$


CREATE OR REPLACE FUNCTION public.the_house_has_its_zone()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM customers) OR EXISTS (SELECT FROM promocodes);
END
$function$


CREATE OR REPLACE FUNCTION public.traces_of_the_sandbox()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT format('%s of its customers', count(*)) FROM customers WHERE is_of_the_sandbox(email) HAVING count(*) > 0
  UNION ALL
  SELECT 'operations that it made up' WHERE EXISTS (SELECT FROM operations WHERE source = 'sandbox')
  UNION ALL
  SELECT 'a clock that was moved ahead' FROM sandbox_clock WHERE ahead_ms > 0
  UNION ALL
  SELECT 'a treasury that it gave itself'
    WHERE EXISTS (SELECT FROM actions WHERE operator = 'seed' AND action = 'treasury fund')
  UNION ALL
  SELECT 'commands that only a sandbox takes'
    WHERE EXISTS (SELECT FROM actions WHERE action IN ('clock forward', 'sandbox year', 'brokerage fault'));
$function$


CREATE OR REPLACE FUNCTION public.use_new_capital(p_customer uuid, p_id uuid, p_product text, p_position uuid, p_amount bigint, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  usable bigint;
BEGIN
  SELECT least(p_amount, n.high_water - n.used, n.contributed) INTO usable FROM network_capital n
  WHERE n.customer_id = p_customer AND n.high_water > n.used AND n.contributed > 0 FOR NO KEY UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM network_causes c WHERE c.position_id = p_position AND c.kind = 'invested') THEN
    RETURN;
  END IF;
  UPDATE network_capital n SET used = n.used + usable WHERE n.customer_id = p_customer;
  INSERT INTO network_causes (id, customer_id, kind, product, position_id, amount, base, happened_at, number)
  SELECT p_id, p_customer, 'invested', p_product, p_position, p_amount, usable, p_at, a.number
  FROM ledger.accounts a WHERE a.owner = p_customer;
END
$function$


CREATE OR REPLACE FUNCTION public.withdraw_import(p_id bigint, p_by text, OUT outcome text, OUT since timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  it operation_imports;
BEGIN
  SELECT * INTO it FROM operation_imports i WHERE i.id = p_id;
  IF NOT FOUND THEN
    outcome := 'unknown';
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(feed_queue(it.product));
  PERFORM FROM payout_feeds f WHERE f.product = it.product FOR UPDATE;
  IF EXISTS (
    SELECT FROM positions p JOIN operations o ON o.product = p.product AND o.number BETWEEN it.first_number AND it.last_number
      AND o.number <= p.operations_seen AND p.started_at <= o.opened_at AND least(p.ends_at, p.closed_at) > o.happened_at
    WHERE p.product = it.product AND p.operations_seen >= it.first_number
  ) OR EXISTS (
    SELECT FROM positions p JOIN payout_feeds f ON f.product = p.product
    WHERE p.product = it.product AND p.operations_seen >= it.first_number
      AND p.ends_at > coalesce(it.complete_before, '-infinity') AND p.ends_at <= f.complete_until
      AND p.closed_at < p.ends_at + longest_wait()
  ) THEN
    outcome := 'paid';
    RETURN;
  END IF;
  UPDATE operation_imports i SET withdrawn_at = now(), withdrawn_by = p_by WHERE i.id = p_id AND i.withdrawn_at IS NULL;
  IF NOT FOUND THEN
    outcome := 'withdrawn_before';
    RETURN;
  END IF;
  INSERT INTO withdrawn_operations (id, product, number, happened_at, asset, pair, payout, source, reference, recorded_at, opened_at)
    SELECT o.id, o.product, o.number, o.happened_at, o.asset, o.pair, o.payout, o.source, o.reference, o.recorded_at, o.opened_at
    FROM operations o WHERE o.product = it.product AND o.number BETWEEN it.first_number AND it.last_number;
  DELETE FROM operations o WHERE o.product = it.product AND o.number BETWEEN it.first_number AND it.last_number;
  SELECT min(w.happened_at) INTO since FROM withdrawn_operations w
    WHERE w.product = it.product AND w.number BETWEEN it.first_number AND it.last_number;
  DELETE FROM payout_index x WHERE x.product = it.product AND x.happened_at >= since
    AND NOT EXISTS (SELECT FROM operations o WHERE o.product = x.product AND o.happened_at = x.happened_at);
  -- Never later than it is now: what another withdrawn import said does not come back.
  UPDATE payout_feeds f SET complete_until = it.complete_before, completed_at = it.completed_before
    WHERE f.product = it.product AND f.complete_until > coalesce(it.complete_before, '-infinity');
  outcome := 'withdrawn';
END
$function$


CREATE OR REPLACE FUNCTION public.withheld_tax(p_promised bigint, p_rate bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT div(p_promised::numeric * coalesce(p_rate, 0), 100000000)::bigint
$function$


CREATE OR REPLACE FUNCTION public.words_found_by(p_text text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
DECLARE
  unspaced CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff66-\uff9f\U00020000-\U0003ffff]';
  words text[] := public.words_of(p_text);
BEGIN
  IF strpos(p_text, U&'\200c') > 0 THEN
    words := words || public.words_of(replace(p_text, U&'\200c', ' '));
  END IF;
  IF p_text ~ unspaced THEN
    words := words || ARRAY(SELECT substr(word, place) FROM unnest(words) AS word, generate_series(2, least(length(word), 40)) AS place
      WHERE substr(word, place, 1) ~ unspaced);
  END IF;
  RETURN words;
END
$function$


CREATE OR REPLACE FUNCTION public.words_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM unnest(string_to_array(translate(public.fold_letters(p_text),
    E'@._+-''’"\\/,;:()|&!<>*\t·・　', repeat(' ', 27)), ' ')) AS word
  WHERE word <> ''
$function$

