-- What the migrations make, for reading. Printed by src/platform/server/schema.test.ts.

TABLE ledger.accounts
  id bigint NOT NULL IDENTITY
  kind text NOT NULL
  owner uuid
  shard smallint
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT account_kind_is_known CHECK ((kind = ANY (ARRAY['balance'::text, 'staked'::text, 'promised'::text, 'held'::text, 'copytrade'::text, 'vault'::text, 'zord'::text, 'zord_blocked'::text, 'brokerage'::text, 'funding'::text, 'fees'::text, 'trading'::text, 'treasury'::text])))
  CONSTRAINT accounts_pkey PRIMARY KEY (id)
  CONSTRAINT customers_own_customer_accounts CHECK (((owner IS NULL) = (kind = ANY (ARRAY['brokerage'::text, 'funding'::text, 'fees'::text, 'trading'::text, 'treasury'::text]))))
  CONSTRAINT only_the_treasury_is_split CHECK (((shard IS NOT NULL) = (kind = 'treasury'::text)))
  CREATE UNIQUE INDEX one_account_of_a_kind_per_customer ON ledger.accounts USING btree (owner, kind) WHERE (owner IS NOT NULL)
  CREATE UNIQUE INDEX one_house_account_of_a_kind ON ledger.accounts USING btree (kind) WHERE ((owner IS NULL) AND (shard IS NULL))
  CREATE UNIQUE INDEX one_treasury_account_per_shard ON ledger.accounts USING btree (shard) WHERE (shard IS NOT NULL)
  CREATE TRIGGER accounts_never_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()

TABLE ledger.balances
  account_id bigint NOT NULL
  balance bigint NOT NULL DEFAULT 0
  version bigint NOT NULL DEFAULT 0
  CONSTRAINT balance_never_below_zero CHECK ((balance >= 0))
  CONSTRAINT balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.accounts(id)
  CONSTRAINT balances_pkey PRIMARY KEY (account_id)
  CREATE TRIGGER balances_are_never_dropped BEFORE DELETE OR TRUNCATE ON ledger.balances FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()

TABLE ledger.journals
  id bigint NOT NULL IDENTITY
  key text NOT NULL
  kind text NOT NULL
  owner uuid
  reference uuid
  happened_at timestamp with time zone NOT NULL
  posted_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT an_event_is_posted_once UNIQUE (key)
  CONSTRAINT journal_key_is_short CHECK (((length(key) >= 1) AND (length(key) <= 200)))
  CONSTRAINT journals_pkey PRIMARY KEY (id)
  CREATE INDEX journals_by_reference ON ledger.journals USING btree (reference) WHERE (reference IS NOT NULL)
  CREATE TRIGGER journals_never_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.journals FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()

TABLE ledger.kinds
  kind text NOT NULL
  owned boolean NOT NULL
  referenced boolean NOT NULL
  retired boolean NOT NULL DEFAULT false
  CONSTRAINT a_kind_is_named CHECK (((kind ~ '^[a-z]+(_[a-z]+)*$'::text) AND (length(kind) <= 60)))
  CONSTRAINT kinds_pkey PRIMARY KEY (kind)
  CREATE TRIGGER kinds_are_never_dropped BEFORE DELETE OR TRUNCATE ON ledger.kinds FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
  CREATE TRIGGER kinds_are_only_retired BEFORE UPDATE ON ledger.kinds FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change_of_kind()

TABLE ledger.legs
  kind text NOT NULL
  from_account text NOT NULL
  to_account text NOT NULL
  at_least smallint NOT NULL
  at_most smallint NOT NULL
  CONSTRAINT a_leg_has_its_bounds CHECK ((((at_least >= 0) AND (at_least <= at_most)) AND (at_most > 0)))
  CONSTRAINT a_leg_is_between_two_accounts CHECK ((from_account <> to_account))
  CONSTRAINT legs_kind_fkey FOREIGN KEY (kind) REFERENCES ledger.kinds(kind)
  CONSTRAINT legs_pkey PRIMARY KEY (kind, from_account, to_account)
  CONSTRAINT the_treasury_is_drawn_on_once CHECK (((from_account <> 'treasury'::text) OR (at_most = 1)))
  CREATE TRIGGER legs_never_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.legs FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()

TABLE ledger.transfers
  id bigint NOT NULL IDENTITY
  journal_id bigint NOT NULL
  from_account bigint NOT NULL
  to_account bigint NOT NULL
  amount bigint NOT NULL
  from_balance bigint
  to_balance bigint
  happened_at timestamp with time zone NOT NULL
  CONSTRAINT amount_is_positive CHECK ((amount > 0))
  CONSTRAINT money_moves_between_two_accounts CHECK ((from_account <> to_account))
  CONSTRAINT transfers_from_account_fkey FOREIGN KEY (from_account) REFERENCES ledger.accounts(id)
  CONSTRAINT transfers_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES ledger.journals(id)
  CONSTRAINT transfers_pkey PRIMARY KEY (id)
  CONSTRAINT transfers_to_account_fkey FOREIGN KEY (to_account) REFERENCES ledger.accounts(id)
  CREATE INDEX transfers_by_journal ON ledger.transfers USING btree (journal_id)
  CREATE INDEX transfers_in ON ledger.transfers USING btree (to_account, id)
  CREATE INDEX transfers_out ON ledger.transfers USING btree (from_account, id)
  CREATE TRIGGER transfers_never_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()

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

TABLE public.attempts
  key character varying(255) NOT NULL
  points integer NOT NULL DEFAULT 0
  expire bigint
  CONSTRAINT attempts_pkey PRIMARY KEY (key)
  CREATE INDEX attempts_by_expiry ON public.attempts USING btree (expire)

TABLE public.authenticator_apps
  customer_id uuid NOT NULL
  sealed_secret bytea NOT NULL
  last_step bigint NOT NULL
  added_at timestamp with time zone NOT NULL
  CONSTRAINT authenticator_apps_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (customer_id)

TABLE public.authenticator_setups
  customer_id uuid NOT NULL
  session_hash bytea NOT NULL
  sealed_secret bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT authenticator_setups_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT authenticator_setups_pkey PRIMARY KEY (customer_id)

TABLE public.avatars
  customer_id uuid NOT NULL
  name text NOT NULL
  image bytea NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT avatar_is_named_once UNIQUE (name)
  CONSTRAINT avatar_is_small CHECK ((length(image) <= 102400))
  CONSTRAINT avatars_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT avatars_pkey PRIMARY KEY (customer_id)

TABLE public.bot_investments
  id uuid NOT NULL
  customer_id uuid NOT NULL
  amount bigint NOT NULL
  started_at timestamp with time zone NOT NULL
  ends_at timestamp with time zone NOT NULL
  status text NOT NULL DEFAULT 'in_progress'::text
  closed_at timestamp with time zone
  operations_seen bigint
  payouts bigint
  result bigint
  CONSTRAINT a_finished_investment_has_its_end CHECK (
CASE status
    WHEN 'in_progress'::text THEN (num_nonnulls(closed_at, operations_seen, payouts, result) = 0)
    ELSE (num_nulls(closed_at, operations_seen, payouts, result) = 0)
END)
  CONSTRAINT an_investment_ends_after_it_starts CHECK ((ends_at > started_at))
  CONSTRAINT an_investment_loses_no_more_than_its_amount CHECK ((result >= (- amount)))
  CONSTRAINT bot_investments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES bot_subscriptions(customer_id)
  CONSTRAINT bot_investments_pkey PRIMARY KEY (id)
  CONSTRAINT investment_amount_is_positive CHECK ((amount > 0))
  CONSTRAINT investment_status_is_known CHECK ((status = ANY (ARRAY['in_progress'::text, 'finished'::text])))
  CREATE INDEX investments_coming_back ON public.bot_investments USING btree (customer_id, ends_at, id) INCLUDE (started_at, amount) WHERE (status = 'in_progress'::text)
  CREATE INDEX investments_falling_due ON public.bot_investments USING btree (ends_at) WHERE (status = 'in_progress'::text)
  CREATE INDEX investments_newest_first ON public.bot_investments USING btree (customer_id, started_at DESC, id DESC)
  CREATE TRIGGER investments_note_maturity AFTER INSERT OR DELETE OR UPDATE ON public.bot_investments FOR EACH ROW EXECUTE FUNCTION note_maturity('primezord', 'in_progress', 'depends')

TABLE public.bot_moves
  id uuid NOT NULL
  customer_id uuid NOT NULL
  direction text NOT NULL
  amount bigint NOT NULL
  moved_at timestamp with time zone NOT NULL
  CONSTRAINT bot_moves_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES bot_subscriptions(customer_id)
  CONSTRAINT bot_moves_pkey PRIMARY KEY (id)
  CONSTRAINT move_direction_is_known CHECK ((direction = ANY (ARRAY['deposited'::text, 'withdrawn'::text])))
  CONSTRAINT moved_amount_is_positive CHECK ((amount > 0))
  CREATE TRIGGER bot_moves_never_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bot_moves FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()

TABLE public.bot_subscriptions
  customer_id uuid NOT NULL
  fee bigint NOT NULL
  subscribed_at timestamp with time zone NOT NULL
  CONSTRAINT bot_subscriptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT bot_subscriptions_pkey PRIMARY KEY (customer_id)
  CONSTRAINT the_bot_is_not_free CHECK ((fee > 0))

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
  reason text
  created_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  queued_at timestamp with time zone NOT NULL DEFAULT now()
  due_at timestamp with time zone DEFAULT now()
  fence integer NOT NULL DEFAULT 0
  attempts integer NOT NULL DEFAULT 0
  trouble text
  needs_approval boolean NOT NULL DEFAULT false
  decision text
  waits_because text
  CONSTRAINT a_withdrawal_is_held_and_a_deposit_is_not CHECK (
CASE direction
    WHEN 'withdrawal'::text THEN (state <> 'created'::text)
    ELSE (state <> ALL (ARRAY['awaiting_approval'::text, 'held'::text]))
END)
  CONSTRAINT broker_transfers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT broker_transfers_pkey PRIMARY KEY (id)
  CONSTRAINT currency_is_known CHECK ((currency = ANY (ARRAY['brl'::text, 'usdt'::text])))
  CONSTRAINT decision_is_known CHECK ((decision = ANY (ARRAY['approved'::text, 'refused'::text])))
  CONSTRAINT direction_is_known CHECK ((direction = ANY (ARRAY['deposit'::text, 'withdrawal'::text])))
  CONSTRAINT exchange_rate_is_positive CHECK ((rate > 0))
  CONSTRAINT fee_is_not_negative CHECK ((fee >= 0))
  CONSTRAINT nothing_is_sent_without_its_approval CHECK (
CASE
    WHEN (NOT needs_approval) THEN ((decision IS NULL) AND (state <> 'awaiting_approval'::text))
    WHEN (decision IS NULL) THEN (state = 'awaiting_approval'::text)
    WHEN (decision = 'refused'::text) THEN (state = 'returned'::text)
    ELSE (state <> 'awaiting_approval'::text)
END)
  CONSTRAINT only_a_withdrawal_needs_approval CHECK (((NOT needs_approval) OR (direction = 'withdrawal'::text)))
  CONSTRAINT only_an_ended_transfer_has_an_end CHECK (((state = ANY (ARRAY['settled'::text, 'returned'::text])) = (ended_at IS NOT NULL)))
  CONSTRAINT settled_amount_is_positive CHECK ((net > 0))
  CONSTRAINT transfer_state_is_known CHECK ((state = ANY (ARRAY['created'::text, 'awaiting_approval'::text, 'held'::text, 'sending'::text, 'unknown'::text, 'done'::text, 'refused'::text, 'settled'::text, 'returned'::text])))
  CONSTRAINT transferred_amount_is_positive CHECK ((amount > 0))
  CONSTRAINT whoever_waits_is_told_why CHECK ((needs_approval = (waits_because IS NOT NULL)))
  CONSTRAINT why_a_withdrawal_waits_is_known CHECK ((waits_because = ANY (ARRAY['over_limit'::text, 'house_limit'::text, 'phone_changed'::text, 'password_changed'::text, 'new_device'::text])))
  CONSTRAINT work_waits_for_approval_and_ends_with_the_transfer CHECK (((state = ANY (ARRAY['awaiting_approval'::text, 'settled'::text, 'returned'::text])) = (due_at IS NULL)))
  CREATE INDEX broker_transfers_awaiting_approval ON public.broker_transfers USING btree (created_at) WHERE (state = 'awaiting_approval'::text)
  CREATE INDEX broker_transfers_due ON public.broker_transfers USING btree (due_at) WHERE (due_at IS NOT NULL)
  CREATE INDEX broker_transfers_newest_first ON public.broker_transfers USING btree (customer_id, created_at DESC, id DESC)
  CREATE INDEX broker_transfers_one_way_newest_first ON public.broker_transfers USING btree (customer_id, direction, created_at DESC, id DESC)
  CREATE INDEX broker_transfers_settled_by_day ON public.broker_transfers USING btree (queued_at, id) WHERE (state = 'settled'::text)
  CREATE INDEX broker_transfers_under_way ON public.broker_transfers USING btree (customer_id) INCLUDE (direction, amount) WHERE (ended_at IS NULL)
  CREATE INDEX withdrawals_lately ON public.broker_transfers USING btree (created_at) INCLUDE (amount, net, currency, state) WHERE ((direction = 'withdrawal'::text) AND (state <> 'returned'::text))
  CREATE INDEX withdrawals_of_a_customer_lately ON public.broker_transfers USING btree (customer_id, created_at) INCLUDE (amount) WHERE ((direction = 'withdrawal'::text) AND (state <> 'returned'::text))
  CREATE TRIGGER ended_transfers_never_change BEFORE UPDATE ON public.broker_transfers FOR EACH ROW WHEN ((old.state = ANY (ARRAY['settled'::text, 'returned'::text]))) EXECUTE FUNCTION refuse_change_of_ended_transfer()
  CREATE TRIGGER transfers_are_never_forgotten BEFORE DELETE OR TRUNCATE ON public.broker_transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()

TABLE public.calendar_feeds
  customer_id uuid NOT NULL
  secret_hash bytea NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT a_calendar_has_its_own_secret UNIQUE (secret_hash)
  CONSTRAINT calendar_feeds_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (customer_id)
  CONSTRAINT calendar_secret_is_hashed CHECK ((length(secret_hash) = 32))

TABLE public.copytrade_licences
  id uuid NOT NULL
  customer_id uuid NOT NULL
  amount bigint NOT NULL
  started_at timestamp with time zone NOT NULL
  ends_at timestamp with time zone NOT NULL
  status text NOT NULL DEFAULT 'active'::text
  closed_at timestamp with time zone
  operations_seen bigint
  payouts bigint
  result bigint
  CONSTRAINT a_licence_ends_after_it_starts CHECK ((ends_at > started_at))
  CONSTRAINT a_licence_loses_no_more_than_its_amount CHECK ((result >= (- amount)))
  CONSTRAINT an_expired_licence_has_its_end CHECK (
CASE status
    WHEN 'active'::text THEN (num_nonnulls(closed_at, operations_seen, payouts, result) = 0)
    ELSE (num_nulls(closed_at, operations_seen, payouts, result) = 0)
END)
  CONSTRAINT copytrade_licences_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT copytrade_licences_pkey PRIMARY KEY (id)
  CONSTRAINT licence_amount_is_positive CHECK ((amount > 0))
  CONSTRAINT licence_status_is_known CHECK ((status = ANY (ARRAY['active'::text, 'expired'::text])))
  CREATE INDEX licences_coming_back ON public.copytrade_licences USING btree (customer_id, ends_at, id) INCLUDE (started_at, amount) WHERE (status = 'active'::text)
  CREATE INDEX licences_falling_due ON public.copytrade_licences USING btree (ends_at) WHERE (status = 'active'::text)
  CREATE INDEX licences_newest_first ON public.copytrade_licences USING btree (customer_id, started_at DESC, id DESC)
  CREATE TRIGGER licences_note_maturity AFTER INSERT OR DELETE OR UPDATE ON public.copytrade_licences FOR EACH ROW EXECUTE FUNCTION note_maturity('copytrade', 'active', 'depends')

TABLE public.customer_freezes
  id bigint NOT NULL IDENTITY
  customer_id uuid NOT NULL
  frozen_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  ended_at timestamp with time zone
  CONSTRAINT a_freeze_ends_after_it_began CHECK ((ended_at >= frozen_at))
  CONSTRAINT customer_freezes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT customer_freezes_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX a_customer_is_frozen_once ON public.customer_freezes USING btree (customer_id) WHERE (ended_at IS NULL)
  CREATE INDEX customer_freezes_by_customer ON public.customer_freezes USING btree (customer_id, frozen_at)

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
  CONSTRAINT a_cause_is_told_once UNIQUE (cause)
  CONSTRAINT customer_notices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT customer_notices_pkey PRIMARY KEY (id)
  CONSTRAINT notice_amount_is_not_negative CHECK ((amount >= 0))
  CONSTRAINT notice_counts_something CHECK ((count > 0))
  CREATE INDEX customer_notices_by_age ON public.customer_notices USING btree (written_at)
  CREATE INDEX customer_notices_page ON public.customer_notices USING btree (customer_id, happened_at DESC, id DESC)
  CREATE INDEX customer_notices_unread ON public.customer_notices USING btree (customer_id) WHERE (read_at IS NULL)
  CREATE INDEX customer_notices_written ON public.customer_notices USING btree (customer_id, written_at DESC)

TABLE public.customers
  id uuid NOT NULL
  email text NOT NULL
  email_confirmed_at timestamp with time zone
  name text NOT NULL
  phone text NOT NULL
  birth date NOT NULL
  password_hash text NOT NULL
  language text NOT NULL DEFAULT 'pt-BR'::text
  avatar text
  has_bot boolean NOT NULL DEFAULT false
  code text NOT NULL
  referrer_id uuid
  terms_accepted_at timestamp with time zone NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  theme text
  is_language_chosen boolean NOT NULL DEFAULT false
  upline uuid[] NOT NULL DEFAULT '{}'::uuid[]
  search_words tsvector NOT NULL DEFAULT ''::tsvector
  is_masked_to_upline boolean NOT NULL DEFAULT false
  phone_changed_at timestamp with time zone
  password_changed_at timestamp with time zone
  CONSTRAINT code_belongs_to_one_customer UNIQUE (code)
  CONSTRAINT customers_pkey PRIMARY KEY (id)
  CONSTRAINT customers_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES customers(id)
  CONSTRAINT email_is_lower_case CHECK (((email = lower(email)) AND (length(email) <= 254)))
  CONSTRAINT email_is_taken_once UNIQUE (email)
  CONSTRAINT name_is_given CHECK (((length(name) >= 1) AND (length(name) <= 120)))
  CONSTRAINT nobody_refers_themselves CHECK ((referrer_id <> id))
  CONSTRAINT theme_is_dark_or_light CHECK ((theme = ANY (ARRAY['dark'::text, 'light'::text])))
  CREATE INDEX customers_below_by_word ON public.customers USING gin (upline, search_words)
  CREATE INDEX members_newest_first ON public.customers USING btree (referrer_id, created_at DESC, id DESC) WHERE (referrer_id IS NOT NULL)
  CREATE TRIGGER a_customer_is_placed_once BEFORE INSERT ON public.customers FOR EACH ROW EXECUTE FUNCTION place_in_network()
  CREATE TRIGGER a_customer_keeps_their_place BEFORE UPDATE OF referrer_id, upline ON public.customers FOR EACH ROW WHEN (((old.referrer_id IS DISTINCT FROM new.referrer_id) OR (old.upline IS DISTINCT FROM new.upline))) EXECUTE FUNCTION refuse_another_place()
  CREATE TRIGGER a_members_capital_is_counted AFTER INSERT ON public.customers FOR EACH ROW WHEN ((new.referrer_id IS NOT NULL)) EXECUTE FUNCTION count_capital_of_member()
  CREATE TRIGGER customers_note_change BEFORE UPDATE OF phone, password_hash ON public.customers FOR EACH ROW EXECUTE FUNCTION note_customer_change()
  CREATE TRIGGER customers_of_the_sandbox_stay_there BEFORE INSERT OR UPDATE OF email ON public.customers FOR EACH ROW WHEN (((new.email ~~ '%.example'::text) AND is_of_the_sandbox(new.email))) EXECUTE FUNCTION refuse_in_production()
  CREATE TRIGGER search_words_follow BEFORE INSERT OR UPDATE OF name, email, is_masked_to_upline ON public.customers FOR EACH ROW EXECUTE FUNCTION keep_search_words()

TABLE public.entry_seal
  is_only boolean NOT NULL DEFAULT true
  key bytea NOT NULL
  CONSTRAINT entry_seal_pkey PRIMARY KEY (is_only)
  CONSTRAINT key_is_256_bits CHECK ((octet_length(key) = 32))
  CONSTRAINT there_is_one_key CHECK (is_only)

TABLE public.idempotency_keys
  customer_id uuid NOT NULL
  key text NOT NULL
  request_hash bytea NOT NULL
  status smallint
  answer text
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
  CREATE TRIGGER installation_never_changes BEFORE DELETE OR UPDATE OR TRUNCATE ON public.installation FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_mode()

TABLE public.known_devices
  customer_id uuid NOT NULL
  browser text NOT NULL
  system text NOT NULL
  first_seen_at timestamp with time zone NOT NULL DEFAULT now()
  id uuid NOT NULL DEFAULT gen_random_uuid()
  token_hash bytea
  last_seen_at timestamp with time zone NOT NULL DEFAULT now()
  is_first boolean NOT NULL DEFAULT false
  forgotten_at timestamp with time zone
  CONSTRAINT device_token_is_hashed CHECK ((length(token_hash) = 32))
  CONSTRAINT known_devices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT known_devices_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX a_device_is_known_once ON public.known_devices USING btree (customer_id, token_hash) WHERE ((token_hash IS NOT NULL) AND (forgotten_at IS NULL))
  CREATE UNIQUE INDEX a_kind_is_known_once ON public.known_devices USING btree (customer_id, browser, system) WHERE ((token_hash IS NULL) AND (forgotten_at IS NULL))
  CREATE INDEX known_devices_by_customer ON public.known_devices USING btree (customer_id, last_seen_at)

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
  CREATE INDEX login_tickets_by_expiry ON public.login_tickets USING btree (expires_at)

TABLE public.lost_key_links
  token_hash bytea NOT NULL
  customer_id uuid NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT lost_key_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT lost_key_links_pkey PRIMARY KEY (token_hash)
  CREATE INDEX lost_key_links_by_customer ON public.lost_key_links USING btree (customer_id)
  CREATE INDEX lost_key_links_by_expiry ON public.lost_key_links USING btree (expires_at)

TABLE public.mailed_tokens
  token_hash bytea NOT NULL
  purpose text NOT NULL
  customer_id uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT mailed_tokens_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT mailed_tokens_pkey PRIMARY KEY (token_hash)
  CONSTRAINT token_purpose_is_known CHECK ((purpose = ANY (ARRAY['confirm'::text, 'reset'::text])))
  CREATE INDEX mailed_tokens_by_customer ON public.mailed_tokens USING btree (customer_id, purpose)
  CREATE INDEX mailed_tokens_by_expiry ON public.mailed_tokens USING btree (expires_at)

TABLE public.mails
  id uuid NOT NULL
  kind text NOT NULL
  cause text NOT NULL
  about jsonb NOT NULL
  state text NOT NULL DEFAULT 'waiting'::text
  queued_at timestamp with time zone NOT NULL DEFAULT now()
  deadline_at timestamp with time zone NOT NULL
  due_at timestamp with time zone DEFAULT now()
  fence integer NOT NULL DEFAULT 0
  trouble text
  ended_at timestamp with time zone
  CONSTRAINT a_cause_has_one_mail UNIQUE (cause)
  CONSTRAINT an_ended_mail_is_about_nobody CHECK (((state = 'waiting'::text) OR (about = '{}'::jsonb)))
  CONSTRAINT mail_state_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'unneeded'::text, 'refused'::text, 'expired'::text])))
  CONSTRAINT mails_pkey PRIMARY KEY (id)
  CONSTRAINT only_a_waiting_mail_is_due CHECK (((state = 'waiting'::text) = (due_at IS NOT NULL)))
  CONSTRAINT only_an_ended_mail_has_an_end CHECK (((state = 'waiting'::text) = (ended_at IS NULL)))
  CREATE INDEX mails_by_end ON public.mails USING btree (ended_at) WHERE (ended_at IS NOT NULL)
  CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (due_at IS NOT NULL)

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
  CONSTRAINT maturing_product_is_known CHECK ((product = ANY (ARRAY['stake'::text, 'vault'::text, 'copytrade'::text, 'primezord'::text])))
  CONSTRAINT maturity_days_pkey PRIMARY KEY (product, due_on)

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
  happened_at timestamp with time zone NOT NULL
  paid_at timestamp with time zone
  invested bigint
  cut bigint NOT NULL DEFAULT 0
  due_at timestamp with time zone
  void_at timestamp with time zone
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
  CONSTRAINT network_awards_beneficiary_id_fkey FOREIGN KEY (beneficiary_id) REFERENCES customers(id)
  CONSTRAINT network_awards_pkey PRIMARY KEY (id)
  CONSTRAINT network_awards_source_id_fkey FOREIGN KEY (source_id) REFERENCES customers(id)
  CONSTRAINT nobody_earns_by_themselves CHECK ((beneficiary_id <> source_id))
  CONSTRAINT only_a_bonus_waits CHECK (((kind = 'bonus'::text) OR ((due_at IS NOT NULL) AND (cut = 0))))
  CREATE INDEX awards_due_newest_first ON public.network_awards USING btree (beneficiary_id, kind, due_at DESC, id DESC) WHERE (due_at IS NOT NULL)
  CREATE INDEX awards_newest_first ON public.network_awards USING btree (beneficiary_id, kind, happened_at DESC, id DESC) INCLUDE (value, paid_at, due_at, void_at)
  CREATE INDEX awards_owed ON public.network_awards USING btree (due_at, id) WHERE ((paid_at IS NULL) AND (due_at IS NOT NULL))

TABLE public.network_capital
  customer_id uuid NOT NULL
  root_id uuid NOT NULL
  contributed bigint NOT NULL DEFAULT 0
  high_water bigint NOT NULL DEFAULT 0
  used bigint NOT NULL DEFAULT 0
  CONSTRAINT a_member_uses_what_they_brought CHECK (((used >= 0) AND (used <= high_water)))
  CONSTRAINT network_capital_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT network_capital_pkey PRIMARY KEY (customer_id)
  CONSTRAINT network_capital_root_id_fkey FOREIGN KEY (root_id) REFERENCES network_trees(root_id)
  CREATE INDEX network_capital_by_tree ON public.network_capital USING btree (root_id)

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
  CONSTRAINT notice_preferences_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT notice_preferences_pkey PRIMARY KEY (customer_id)

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
  CONSTRAINT an_operation_is_known_once UNIQUE (product, reference)
  CONSTRAINT an_operation_loses_no_more_than_all CHECK (((payout >= '-100000000'::integer) AND (payout <= 1000000000)))
  CONSTRAINT asset_is_named CHECK (((length(asset) >= 1) AND (length(asset) <= 40)))
  CONSTRAINT operations_are_numbered_without_gap UNIQUE (product, number)
  CONSTRAINT operations_pkey PRIMARY KEY (id)
  CONSTRAINT operations_product_fkey FOREIGN KEY (product) REFERENCES payout_feeds(product)
  CONSTRAINT pair_is_named CHECK (((length(pair) >= 1) AND (length(pair) <= 40)))
  CONSTRAINT reference_is_given CHECK (((length(reference) >= 1) AND (length(reference) <= 100)))
  CONSTRAINT source_is_known CHECK ((source = ANY (ARRAY['operator'::text, 'sandbox'::text])))
  CREATE INDEX operations_newest_first ON public.operations USING btree (product, happened_at DESC, id DESC)
  CREATE INDEX operations_of_an_asset_newest_first ON public.operations USING btree (product, asset, happened_at DESC, id DESC)
  CREATE TRIGGER operations_never_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operations FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
  CREATE TRIGGER operations_of_the_sandbox_stay_there BEFORE INSERT ON public.operations FOR EACH ROW WHEN ((new.source = 'sandbox'::text)) EXECUTE FUNCTION refuse_in_production()

TABLE public.operator_actions
  id bigint NOT NULL IDENTITY
  operator text NOT NULL
  action text NOT NULL
  details jsonb NOT NULL
  happened_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT operator_actions_pkey PRIMARY KEY (id)
  CREATE TRIGGER operator_actions_never_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_actions FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()

TABLE public.passkey_challenges
  challenge text NOT NULL
  customer_id uuid NOT NULL
  holder_hash bytea NOT NULL
  purpose text NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT passkey_challenges_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge)
  CREATE INDEX passkey_challenges_by_expiry ON public.passkey_challenges USING btree (expires_at)

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

TABLE public.payout_feeds
  product text NOT NULL
  last_number bigint NOT NULL DEFAULT 0
  CONSTRAINT payout_feeds_pkey PRIMARY KEY (product)

TABLE public.payout_index
  product text NOT NULL
  happened_at timestamp with time zone NOT NULL
  total bigint NOT NULL
  CONSTRAINT payout_index_pkey PRIMARY KEY (product, happened_at)
  CONSTRAINT payout_index_product_fkey FOREIGN KEY (product) REFERENCES payout_feeds(product)

TABLE public.promocode_uses
  code text NOT NULL
  customer_id uuid NOT NULL
  uses integer NOT NULL
  CONSTRAINT a_use_is_counted CHECK ((uses > 0))
  CONSTRAINT promocode_uses_code_fkey FOREIGN KEY (code) REFERENCES promocodes(code)
  CONSTRAINT promocode_uses_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT promocode_uses_pkey PRIMARY KEY (code, customer_id)

TABLE public.promocodes
  code text NOT NULL
  points bigint NOT NULL
  uses_allowed integer NOT NULL
  uses integer NOT NULL DEFAULT 0
  min_amount bigint NOT NULL
  valid_from timestamp with time zone NOT NULL
  valid_until timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  uses_per_customer integer NOT NULL
  CONSTRAINT a_customer_can_use_a_promocode CHECK ((uses_per_customer > 0))
  CONSTRAINT a_promocode_adds_to_the_rate CHECK ((points > 0))
  CONSTRAINT a_promocode_can_be_used CHECK ((uses_allowed > 0))
  CONSTRAINT a_promocode_ends_after_it_begins CHECK ((valid_until > valid_from))
  CONSTRAINT a_promocode_is_in_capitals CHECK ((code ~ '^[A-Z0-9][A-Z0-9_-]{1,31}$'::text))
  CONSTRAINT a_promocode_is_used_no_more_than_allowed CHECK (((uses >= 0) AND (uses <= uses_allowed)))
  CONSTRAINT promocodes_pkey PRIMARY KEY (code)
  CONSTRAINT the_least_amount_is_not_negative CHECK ((min_amount >= 0))

TABLE public.recovery_codes
  customer_id uuid NOT NULL
  code_hash bytea NOT NULL
  used_at timestamp with time zone
  CONSTRAINT recovery_codes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (customer_id, code_hash)

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

TABLE public.sandbox_clock
  only_row boolean NOT NULL DEFAULT true
  ahead_ms bigint NOT NULL DEFAULT 0
  CONSTRAINT sandbox_clock_pkey PRIMARY KEY (only_row)
  CONSTRAINT the_clock_never_stands_behind CHECK ((ahead_ms >= 0))
  CONSTRAINT there_is_one_clock CHECK (only_row)
  CREATE TRIGGER the_clock_stands_in_production BEFORE UPDATE ON public.sandbox_clock FOR EACH ROW WHEN ((new.ahead_ms <> old.ahead_ms)) EXECUTE FUNCTION refuse_in_production()

TABLE public.second_key_removals
  id uuid NOT NULL DEFAULT gen_random_uuid()
  customer_id uuid NOT NULL
  confirmed_at timestamp with time zone NOT NULL
  removes_at timestamp with time zone NOT NULL
  canceled_at timestamp with time zone
  removed_at timestamp with time zone
  CONSTRAINT a_removal_has_one_end CHECK (((canceled_at IS NULL) OR (removed_at IS NULL)))
  CONSTRAINT nothing_is_removed_before_its_time CHECK ((removed_at >= removes_at))
  CONSTRAINT second_key_removals_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT second_key_removals_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX a_customer_has_one_removal_waiting ON public.second_key_removals USING btree (customer_id) WHERE ((canceled_at IS NULL) AND (removed_at IS NULL))
  CREATE INDEX second_key_removals_waiting ON public.second_key_removals USING btree (removes_at) WHERE ((canceled_at IS NULL) AND (removed_at IS NULL))

TABLE public.second_keys
  id uuid NOT NULL DEFAULT gen_random_uuid()
  customer_id uuid NOT NULL
  since timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  ended_by text
  withdrawals_closed_until timestamp with time zone
  withdrawals_closed_at timestamp with time zone
  CONSTRAINT a_key_ends_after_it_began CHECK ((ended_at >= since))
  CONSTRAINT an_ended_key_says_how CHECK (((ended_at IS NULL) = (ended_by IS NULL)))
  CONSTRAINT closed_withdrawals_say_since_when CHECK (((withdrawals_closed_at IS NULL) = (withdrawals_closed_until IS NULL)))
  CONSTRAINT second_keys_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT second_keys_pkey PRIMARY KEY (id)
  CONSTRAINT the_end_of_a_key_is_known CHECK ((ended_by = ANY (ARRAY['customer'::text, 'waiting'::text, 'operator'::text, 'reset'::text])))
  CREATE UNIQUE INDEX a_customer_has_one_second_key ON public.second_keys USING btree (customer_id) WHERE (ended_at IS NULL)
  CREATE INDEX second_keys_by_customer ON public.second_keys USING btree (customer_id, withdrawals_closed_until)

TABLE public.sessions
  token_hash bytea NOT NULL
  customer_id uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  expires_at timestamp with time zone NOT NULL
  kept boolean NOT NULL
  id uuid NOT NULL DEFAULT gen_random_uuid()
  browser text
  system text
  last_used_at timestamp with time zone NOT NULL DEFAULT now()
  device_id uuid
  CONSTRAINT session_is_named_once UNIQUE (id)
  CONSTRAINT sessions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES known_devices(id) ON DELETE SET NULL
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash)
  CREATE INDEX sessions_by_customer ON public.sessions USING btree (customer_id)
  CREATE INDEX sessions_by_device ON public.sessions USING btree (device_id) WHERE (device_id IS NOT NULL)
  CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at)

TABLE public.settings
  key text NOT NULL
  value jsonb NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT settings_pkey PRIMARY KEY (key)

TABLE public.stakes
  id uuid NOT NULL
  customer_id uuid NOT NULL
  amount bigint NOT NULL
  rate bigint NOT NULL
  promised_profit bigint NOT NULL
  days smallint NOT NULL
  started_at timestamp with time zone NOT NULL
  ends_at timestamp with time zone NOT NULL
  status text NOT NULL DEFAULT 'in_progress'::text
  closed_at timestamp with time zone
  CONSTRAINT a_stake_ends_after_it_starts CHECK ((ends_at > started_at))
  CONSTRAINT an_ended_stake_has_its_end CHECK (((status = 'in_progress'::text) = (closed_at IS NULL)))
  CONSTRAINT stake_amount_is_positive CHECK ((amount > 0))
  CONSTRAINT stake_promises_a_profit CHECK ((promised_profit > 0))
  CONSTRAINT stake_status_is_known CHECK ((status = ANY (ARRAY['in_progress'::text, 'finished'::text, 'canceled'::text])))
  CONSTRAINT stakes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT stakes_pkey PRIMARY KEY (id)
  CREATE INDEX stakes_coming_back ON public.stakes USING btree (customer_id, ends_at, id) INCLUDE (started_at, amount, promised_profit) WHERE (status = 'in_progress'::text)
  CREATE INDEX stakes_falling_due ON public.stakes USING btree (ends_at) WHERE (status = 'in_progress'::text)
  CREATE INDEX stakes_newest_first ON public.stakes USING btree (customer_id, started_at DESC, id DESC)
  CREATE TRIGGER stakes_note_maturity AFTER INSERT OR DELETE OR UPDATE ON public.stakes FOR EACH ROW EXECUTE FUNCTION note_maturity('stake', 'in_progress', 'promises')

TABLE public.vault_acceptances
  customer_id uuid NOT NULL
  accepted_at timestamp with time zone NOT NULL
  CONSTRAINT vault_acceptances_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT vault_acceptances_pkey PRIMARY KEY (customer_id)

TABLE public.vault_investments
  id uuid NOT NULL
  customer_id uuid NOT NULL
  amount bigint NOT NULL
  rate bigint NOT NULL
  promised_profit bigint NOT NULL
  promocode text
  started_at timestamp with time zone NOT NULL
  ends_at timestamp with time zone NOT NULL
  status text NOT NULL DEFAULT 'active'::text
  closed_at timestamp with time zone
  CONSTRAINT an_expired_investment_has_its_end CHECK (((status = 'active'::text) = (closed_at IS NULL)))
  CONSTRAINT an_investment_ends_after_it_starts CHECK ((ends_at > started_at))
  CONSTRAINT the_vault_gives_a_return CHECK ((rate > 0))
  CONSTRAINT the_vault_promises_a_profit CHECK ((promised_profit > 0))
  CONSTRAINT vault_amount_is_positive CHECK ((amount > 0))
  CONSTRAINT vault_investments_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT vault_investments_pkey PRIMARY KEY (id)
  CONSTRAINT vault_status_is_known CHECK ((status = ANY (ARRAY['active'::text, 'expired'::text])))
  CREATE INDEX vault_investments_by_promocode ON public.vault_investments USING btree (promocode) WHERE (promocode IS NOT NULL)
  CREATE INDEX vault_investments_coming_back ON public.vault_investments USING btree (customer_id, ends_at, id) INCLUDE (started_at, amount, promised_profit) WHERE (status = 'active'::text)
  CREATE INDEX vault_investments_falling_due ON public.vault_investments USING btree (ends_at) WHERE (status = 'active'::text)
  CREATE INDEX vault_investments_newest_first ON public.vault_investments USING btree (customer_id, started_at DESC, id DESC)
  CREATE TRIGGER vault_investments_note_maturity AFTER INSERT OR DELETE OR UPDATE ON public.vault_investments FOR EACH ROW EXECUTE FUNCTION note_maturity('vault', 'active', 'promises')

TABLE public.withdrawal_approvals
  token_hash bytea NOT NULL
  customer_id uuid NOT NULL
  session_hash bytea NOT NULL
  amount bigint NOT NULL
  currency text NOT NULL
  expires_at timestamp with time zone NOT NULL
  used_at timestamp with time zone
  withdrawal_id uuid
  CONSTRAINT a_used_approval_names_its_withdrawal CHECK (((used_at IS NULL) = (withdrawal_id IS NULL)))
  CONSTRAINT a_withdrawal_has_one_approval UNIQUE (withdrawal_id)
  CONSTRAINT an_approved_amount_is_positive CHECK ((amount > 0))
  CONSTRAINT withdrawal_approvals_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
  CONSTRAINT withdrawal_approvals_pkey PRIMARY KEY (token_hash)
  CREATE INDEX withdrawal_approvals_by_customer ON public.withdrawal_approvals USING btree (customer_id) WHERE (used_at IS NULL)
  CREATE INDEX withdrawal_approvals_by_expiry ON public.withdrawal_approvals USING btree (expires_at) WHERE (used_at IS NULL)

TABLE public.withdrawal_turnstiles
  id smallint NOT NULL
  CONSTRAINT withdrawal_turnstiles_pkey PRIMARY KEY (id)

CREATE OR REPLACE FUNCTION ledger.add_kind(p_kind text, p_legs text[], owned boolean DEFAULT true, referenced boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  leg text;
  part text[];
BEGIN
  INSERT INTO ledger.kinds (kind, owned, referenced) VALUES (p_kind, add_kind.owned, add_kind.referenced);
  FOREACH leg IN ARRAY p_legs LOOP
    part := regexp_match(leg, '^([a-z_]+)>([a-z_]+)(?:(\?)|\{(\d+),(\d+)\})?$');
    IF part IS NULL THEN
      RAISE EXCEPTION 'a leg is written from>to, not %', leg;
    END IF;
    INSERT INTO ledger.legs (kind, from_account, to_account, at_least, at_most)
    VALUES (p_kind, part[1], part[2], CASE WHEN part[3] IS NULL THEN coalesce(part[4]::smallint, 1) ELSE 0 END,
      coalesce(part[5]::smallint, 1));
  END LOOP;
END
$function$


CREATE OR REPLACE FUNCTION ledger.draw_on_treasury(p_amount bigint)
 RETURNS TABLE(account_id bigint, amount bigint, after_it bigint)
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  alone bigint := ledger.take_shard(p_amount);
  rest bigint := p_amount;
  shard record;
BEGIN
  IF alone IS NOT NULL THEN
    RETURN QUERY SELECT alone, p_amount, ledger.move(alone, -p_amount);
    RETURN;
  END IF;
  PERFORM 1 FROM ledger.balances b WHERE b.account_id BETWEEN 16 AND 31 ORDER BY b.account_id FOR NO KEY UPDATE;
  FOR shard IN
    SELECT b.account_id, b.balance FROM ledger.balances b
    WHERE b.account_id BETWEEN 16 AND 31 AND b.balance > 0 ORDER BY b.balance DESC
  LOOP
    EXIT WHEN rest = 0;
    account_id := shard.account_id;
    amount := least(rest, shard.balance);
    after_it := ledger.move(account_id, -amount);
    rest := rest - amount;
    RETURN NEXT;
  END LOOP;
  IF rest > 0 THEN
    RAISE EXCEPTION 'the treasury has too little' USING ERRCODE = 'LB001', DETAIL = 'treasury';
  END IF;
END
$function$


CREATE OR REPLACE FUNCTION ledger.find_account(p_kind text, p_owner uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  found_id bigint;
BEGIN
  found_id := CASE p_kind
    WHEN 'brokerage' THEN 1
    WHEN 'funding' THEN 2
    WHEN 'fees' THEN 3
    WHEN 'trading' THEN 4
    WHEN 'treasury' THEN 16 + floor(random() * 16)::bigint
    ELSE (SELECT a.id FROM ledger.accounts a WHERE a.owner = p_owner AND a.kind = p_kind)
  END;
  IF found_id IS NULL THEN
    RAISE EXCEPTION 'no % account of %', p_kind, coalesce(p_owner::text, 'the house') USING ERRCODE = 'LB002';
  END IF;
  RETURN found_id;
END
$function$


CREATE OR REPLACE FUNCTION ledger.first_transfer_since(p_account bigint, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  low bigint := 0;
  high bigint := 9223372036854775807;
  middle bigint;
  candidate record;
BEGIN
  IF p_at = '-infinity' OR p_at = 'infinity' THEN
    RETURN CASE WHEN p_at = 'infinity' THEN high ELSE low END;
  END IF;
  -- As ranges of each index and in its order: nothing else can be taken for them.
  SELECT greatest(
    (SELECT t.id FROM ledger.transfers t WHERE (t.from_account, t.id) >= (p_account, 0) AND (t.from_account, t.id) < (p_account, high)
      ORDER BY t.from_account DESC, t.id DESC LIMIT 1),
    (SELECT t.id FROM ledger.transfers t WHERE (t.to_account, t.id) >= (p_account, 0) AND (t.to_account, t.id) < (p_account, high)
      ORDER BY t.to_account DESC, t.id DESC LIMIT 1)) + 1 INTO middle;
  IF middle IS NULL THEN
    RETURN high;
  END IF;
  high := middle;
  WHILE low < high LOOP
    middle := low + (high - low) / 2;
    SELECT next.id, next.happened_at INTO candidate FROM (
      (SELECT t.id, t.happened_at FROM ledger.transfers t
        WHERE (t.from_account, t.id) >= (p_account, middle) AND (t.from_account, t.id) < (p_account, high)
        ORDER BY t.from_account, t.id LIMIT 1)
      UNION ALL
      (SELECT t.id, t.happened_at FROM ledger.transfers t
        WHERE (t.to_account, t.id) >= (p_account, middle) AND (t.to_account, t.id) < (p_account, high)
        ORDER BY t.to_account, t.id LIMIT 1)
    ) next ORDER BY next.id LIMIT 1;
    IF candidate.id IS NULL OR candidate.happened_at >= p_at THEN
      high := middle;
    ELSE
      low := candidate.id + 1;
    END IF;
  END LOOP;
  RETURN low;
END
$function$


CREATE OR REPLACE FUNCTION ledger.hold_accounts(p_owners uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
BEGIN
  PERFORM 1 FROM ledger.balances b
  JOIN ledger.accounts a ON a.id = b.account_id
  JOIN ledger.accounts opened ON opened.owner = a.owner AND opened.kind = 'balance'
  WHERE a.owner = ANY (p_owners)
  ORDER BY opened.id DESC, a.id FOR NO KEY UPDATE OF b;
END
$function$


CREATE OR REPLACE FUNCTION ledger.hold_capacity(p_amount bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  SELECT ledger.take_shard(p_amount) IS NOT NULL
$function$


CREATE OR REPLACE FUNCTION ledger.move(p_account bigint, p_change bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  after_it bigint;
BEGIN
  IF p_account < 16 THEN
    RETURN NULL;
  END IF;
  UPDATE ledger.balances SET balance = balance + p_change, version = version + 1
  WHERE account_id = p_account AND balance + p_change >= 0
  RETURNING balance INTO after_it;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % has too little', p_account USING ERRCODE = 'LB001',
      DETAIL = (SELECT kind FROM ledger.accounts WHERE id = p_account);
  END IF;
  RETURN after_it;
END
$function$


CREATE OR REPLACE FUNCTION ledger.open_accounts(p_owner uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  WITH opened AS (
    INSERT INTO ledger.accounts (kind, owner)
    SELECT kind, p_owner
    FROM unnest(ARRAY['balance', 'staked', 'promised', 'held', 'copytrade', 'vault', 'zord', 'zord_blocked']) AS kind
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO ledger.balances (account_id) SELECT id FROM opened;
$function$


CREATE OR REPLACE FUNCTION ledger.post(p_key text, p_kind text, p_owner uuid, p_reference uuid, p_at timestamp with time zone, p_from text[], p_to text[], p_amount bigint[])
 RETURNS TABLE(journal_id bigint, posted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
DECLARE
  n int;
  drawn record;
  sources bigint[] := '{}';
  targets bigint[] := '{}';
  amounts bigint[] := '{}';
  drawn_after bigint[] := '{}';
  target bigint;
  from_after bigint;
  to_after bigint;
BEGIN
  INSERT INTO ledger.journals (key, kind, owner, reference, happened_at)
  VALUES (p_key, p_kind, p_owner, p_reference, p_at)
  ON CONFLICT (key) DO NOTHING RETURNING id INTO journal_id;
  IF journal_id IS NULL THEN
    SELECT j.id INTO journal_id FROM ledger.journals j WHERE j.key = p_key;
    posted := false;
    RETURN NEXT;
    RETURN;
  END IF;

  IF 'treasury' = ANY (p_from) AND 'treasury' = ANY (p_to) THEN
    RAISE EXCEPTION 'one event cannot both draw on the treasury and give back to it' USING ERRCODE = 'LB004';
  END IF;
  IF cardinality(array_positions(p_from, 'treasury')) > 1 THEN
    RAISE EXCEPTION 'one event draws on the treasury once' USING ERRCODE = 'LB005';
  END IF;
  PERFORM ledger.require_kind(p_kind, p_owner, p_reference, p_from, p_to, p_amount);

  -- What moves, as account ids. Money is drawn from the treasury right here, before any customer's account is locked: its
  -- shards have the lowest ids of all accounts with a balance.
  FOR n IN 1 .. coalesce(array_length(p_from, 1), 0) LOOP
    target := ledger.find_account(p_to[n], p_owner);
    IF p_from[n] = 'treasury' THEN
      FOR drawn IN SELECT * FROM ledger.draw_on_treasury(p_amount[n]) LOOP
        sources := sources || drawn.account_id;
        targets := targets || target;
        amounts := amounts || drawn.amount;
        drawn_after := drawn_after || drawn.after_it;
      END LOOP;
    ELSE
      sources := sources || ledger.find_account(p_from[n], p_owner);
      targets := targets || target;
      amounts := amounts || p_amount[n];
      drawn_after := drawn_after || NULL::bigint;
    END IF;
  END LOOP;

  PERFORM 1 FROM ledger.balances b
  WHERE b.account_id = ANY (sources || targets) ORDER BY b.account_id FOR NO KEY UPDATE;

  FOR n IN 1 .. coalesce(array_length(sources, 1), 0) LOOP
    from_after := coalesce(drawn_after[n], ledger.move(sources[n], -amounts[n]));
    to_after := ledger.move(targets[n], amounts[n]);
    INSERT INTO ledger.transfers (journal_id, from_account, to_account, amount, from_balance, to_balance, happened_at)
    VALUES (post.journal_id, sources[n], targets[n], amounts[n], from_after, to_after, p_at);
  END LOOP;
  posted := true;
  RETURN NEXT;
END
$function$


CREATE OR REPLACE FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the ledger is never changed, only added to (%.%)', TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION ledger.refuse_change_of_kind()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT OLD.retired AND NEW.retired
    AND (NEW.kind, NEW.owned, NEW.referenced) = (OLD.kind, OLD.owned, OLD.referenced) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a kind of event never changes: retire it and add another' USING ERRCODE = 'LB003';
END
$function$


CREATE OR REPLACE FUNCTION ledger.require_kind(p_kind text, p_owner uuid, p_reference uuid, p_from text[], p_to text[], p_amount bigint[])
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
  wrong := CASE
    WHEN known.kind IS NULL THEN 'there is no such kind'
    WHEN known.owned <> (p_owner IS NOT NULL) THEN 'owner'
    WHEN known.referenced <> (p_reference IS NOT NULL) THEN 'reference'
    WHEN cardinality(p_from) = 0 THEN 'it moves nothing'
    WHEN cardinality(p_from) <> cardinality(p_to) OR cardinality(p_from) <> cardinality(p_amount) THEN 'legs'
  END;
  IF wrong IS NULL THEN
    SELECT coalesce(l.from_account, m.from_account, '') || '>' || coalesce(l.to_account, m.to_account, '') INTO wrong
    FROM (SELECT * FROM ledger.legs WHERE kind = p_kind) l
    FULL JOIN (
      SELECT leg.from_account, leg.to_account, count(*) AS moved
      FROM unnest(p_from, p_to) AS leg (from_account, to_account) GROUP BY 1, 2
    ) m ON (m.from_account, m.to_account) = (l.from_account, l.to_account)
    WHERE l.kind IS NULL OR coalesce(m.moved, 0) NOT BETWEEN l.at_least AND l.at_most
    ORDER BY l.kind IS NULL DESC, 1 LIMIT 1;
  END IF;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION '% is no movement of the ledger: %', p_kind, wrong USING ERRCODE = 'LB006', DETAIL = wrong;
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


CREATE OR REPLACE FUNCTION ledger.take_shard(p_amount bigint)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  SELECT b.account_id FROM ledger.balances b
  WHERE b.account_id BETWEEN 16 AND 31 AND b.balance >= p_amount
  ORDER BY b.xmin <> pg_current_xact_id()::xid, random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
$function$


CREATE OR REPLACE FUNCTION public.count_capital_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO network_trees (root_id) VALUES (NEW.upline[1]) ON CONFLICT DO NOTHING;
  INSERT INTO network_capital (customer_id, root_id) VALUES (NEW.id, NEW.upline[1]);
  RETURN NULL;
END
$function$


CREATE OR REPLACE FUNCTION public.is_of_the_sandbox(p_email text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT p_email ~ '(^demo@lastro|@sandbox)\.example$'
$function$


CREATE OR REPLACE FUNCTION public.keep_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search_words := array_to_tsvector(
    words_of(NEW.name || CASE WHEN NEW.is_masked_to_upline THEN '' ELSE ' ' || NEW.email END));
  RETURN NEW;
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
  RETURN NEW;
END
$function$


CREATE OR REPLACE FUNCTION public.note_maturity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  profit bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = TG_ARGV[1] THEN
    IF TG_ARGV[2] = 'promises' THEN
      profit := OLD.promised_profit;
    END IF;
    INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
    VALUES (TG_ARGV[0], (OLD.ends_at AT TIME ZONE 'UTC')::date, -1, -OLD.amount, -profit);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = TG_ARGV[1] THEN
    IF TG_ARGV[2] = 'promises' THEN
      profit := NEW.promised_profit;
    END IF;
    INSERT INTO maturity_changes (product, due_on, positions, amount, promised)
    VALUES (TG_ARGV[0], (NEW.ends_at AT TIME ZONE 'UTC')::date, 1, NEW.amount, profit);
  END IF;
  RETURN NULL;
END
$function$


CREATE OR REPLACE FUNCTION public.payout_result(p_amount bigint, p_payouts bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
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
$function$


CREATE OR REPLACE FUNCTION public.place_in_network()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.upline := '{}';
  IF NEW.referrer_id IS NOT NULL THEN
    SELECT c.upline || c.id INTO NEW.upline FROM customers c WHERE c.id = NEW.referrer_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'whoever brings a customer is there before them' USING ERRCODE = 'foreign_key_violation';
    END IF;
  END IF;
  RETURN NEW;
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


CREATE OR REPLACE FUNCTION public.refuse_change_of_ended_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
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
    WHERE EXISTS (SELECT FROM operator_actions WHERE operator = 'seed' AND action = 'treasury fund')
  UNION ALL
  SELECT 'commands that only a sandbox takes'
    WHERE EXISTS (SELECT FROM operator_actions WHERE action IN ('clock forward', 'sandbox year', 'brokerage fault'));
$function$


CREATE OR REPLACE FUNCTION public.words_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM unnest(string_to_array(translate(
    lower(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036f]', '', 'g')),
    E'@._+-''’"\\/,;:()|&!<>*\t', repeat(' ', 24)), ' ')) AS word
  WHERE word <> ''
$function$

