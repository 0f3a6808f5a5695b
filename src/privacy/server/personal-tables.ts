/**
 * Every table that holds something about a customer: what is included in their export, and what becomes of it on erasure. A test compares
 * this list with the schema, so that no future table is missed.
 */
interface PersonalTable {
  /** Selects the customer's rows; `$1` is their id, `t` the table. */
  where: string;
  /** Exported instead of the whole row. */
  read?: string;
  /** Restricts which of their rows are exported. */
  handedOut?: string;
  /** Why nothing of the table is exported. */
  withheld?: string;
  /** Columns that grant access or concern other people; never exported. */
  hidden?: readonly string[];
  /**
   * `deleted`: all of their rows. `deletedWhere`: the rows matching it. `words`: free text in them (`erase_customer()`). `kept`: for the
   * reason stated.
   */
  erased: 'deleted' | 'words' | { deletedWhere: string; kept: string } | { kept: string };
}

const own = 't.customer_id = $1';
const ownAccounts = 't.owner = $1';
const books: PersonalTable['erased'] = { kept: 'the books, under an id that is nobody’s any more' };
const network: PersonalTable['erased'] = { kept: 'what the network is reckoned from, under ids alone' };
const ofTheirTransfers = `t.transfer_id IN (SELECT b.id FROM broker_transfers b WHERE b.customer_id = $1)`;

/** A customer under suspicion is not told so: neither of alerts and cases, nor why their money was stopped. */
const suspicion = 'the law forbids to tell whom it is about';
const ofSuspicion = (command: string): string => `${command} ~ '^(case |customer (un)?freeze$)'`;
const isHandedOut = `CASE
  WHEN t.place LIKE 'action:%' THEN NOT EXISTS (SELECT FROM actions a WHERE a.number = substr(t.place, 8)::bigint
    AND (${ofSuspicion('a.action')} OR ${ofSuspicion(`coalesce(a.details ->> 'command', '')`)}))
  WHEN t.place LIKE 'request:%' THEN NOT EXISTS (SELECT FROM staff_requests r WHERE r.id = substr(t.place, 9)::uuid AND ${ofSuspicion('r.command')})
  ELSE false END`;

/** In order of deletion. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  customers: { where: 't.id = $1', hidden: ['password_hash', 'search_words'], erased: 'words' },
  avatars: { where: own, hidden: ['image'], erased: 'deleted' },
  sessions: { where: own, hidden: ['token_hash'], erased: 'deleted' },
  shown_rates: {
    where: `t.token_hash IN (SELECT s.token_hash FROM sessions s WHERE s.customer_id = $1)`,
    hidden: ['token_hash'],
    erased: 'deleted',
  },
  known_devices: { where: own, hidden: ['token_hash'], erased: 'deleted' },
  customer_origins: { where: own, erased: 'deleted' },
  mailed_tokens: { where: own, hidden: ['token_hash'], erased: 'deleted' },
  second_factors: { where: own, erased: { kept: 'withdrawals of then are judged by it' } },
  authenticator_apps: { where: own, hidden: ['sealed_secret'], erased: 'deleted' },
  authenticator_setups: { where: own, hidden: ['sealed_secret', 'session_hash'], erased: 'deleted' },
  passkeys: { where: own, hidden: ['credential_id', 'public_key'], erased: 'deleted' },
  recovery_codes: { where: own, hidden: ['code_hash'], erased: 'deleted' },
  passkey_challenges: { where: own, hidden: ['challenge', 'holder_hash'], erased: 'deleted' },
  login_tickets: { where: own, hidden: ['ticket_hash', 'credential_mark'], erased: 'deleted' },
  withdrawal_approvals: {
    where: own,
    hidden: ['token_hash', 'session_hash'],
    erased: { deletedWhere: 't.used_at IS NULL', kept: 'that a withdrawal was approved' },
  },
  lost_second_factor_links: { where: own, hidden: ['token_hash'], erased: 'deleted' },
  second_factor_removals: {
    where: own,
    erased: { deletedWhere: 't.removed_at IS NULL', kept: 'withdrawals of then are judged by it' },
  },
  idempotency_keys: { where: own, hidden: ['request_hash'], erased: 'deleted' },
  customer_notices: { where: own, erased: 'deleted' },
  notice_preferences: { where: own, erased: 'deleted' },
  mails: { where: own, erased: 'deleted' },
  calendar_feeds: { where: own, hidden: ['token_hash'], erased: 'deleted' },
  copytrade_alerts: { where: own, erased: 'deleted' },
  customer_freezes: { where: own, erased: { kept: 'when money was stopped' } },
  customer_notes: { where: own, hidden: ['author', 'staff_id'], erased: 'words' },
  customer_corrections: {
    where: own,
    erased: { deletedWhere: `t.state = 'waiting'`, kept: 'that there was one, and when' },
  },
  privacy_requests: {
    where: own,
    hidden: ['handler', 'handler_id'],
    erased: { kept: 'that they asked, and when it was answered' },
  },
  kept_words: { where: own, handedOut: isHandedOut, hidden: ['salt', 'hash'], erased: 'words' },
  actions: {
    where: `t.details ? 'customer' AND t.details ->> 'customer' = $1::text`,
    handedOut: `t.action NOT LIKE 'case %' AND NOT ${ofSuspicion(`coalesce(t.details ->> 'command', '')`)}`,
    // Customers are told that they were frozen, but not why or in which case.
    read: `jsonb_build_object('number', t.number, 'happened_at', t.happened_at, 'action', t.action, 'details',
      said_of(CASE WHEN ${ofSuspicion('t.action')} THEN t.details - '{reason,case}'::text[] ELSE t.details END))`,
    erased: { kept: 'what people did, under the id alone; what they wrote goes' },
  },
  broker_transfers: { where: own, erased: 'words' },
  transfer_steps: { where: ofTheirTransfers, erased: 'words' },
  transfers_by_hand: { where: ofTheirTransfers, erased: 'words' },
  ledger_reversals: { where: own, erased: 'words' },
  given_up_remainders: { where: own, erased: books },
  positions: { where: own, erased: books },
  bot_subscriptions: { where: own, erased: books },
  bot_moves: { where: own, erased: books },
  vault_acceptances: { where: own, erased: { kept: 'that terms were accepted' } },
  promocode_claims: { where: own, erased: { kept: 'how often a code was used' } },
  network_capital: { where: own, erased: network },
  network_causes: { where: own, hidden: ['place'], erased: network },
  network_trees: { where: 't.root_id = $1', erased: network },
  network_beneficiaries: { where: own, erased: network },
  network_awards: { where: 't.beneficiary_id = $1', erased: network },
  alerts: {
    where: own,
    withheld: suspicion,
    erased: { kept: 'that a pattern was found, under ids alone' },
  },
  cases: { where: own, withheld: suspicion, erased: { kept: 'that there was a case, and how it ended' } },
  case_files: {
    where: `t.case_id IN (SELECT k.id FROM cases k WHERE k.customer_id = $1)`,
    withheld: suspicion,
    erased: 'deleted',
  },
  case_events: {
    where: `t.case_id IN (SELECT k.id FROM cases k WHERE k.customer_id = $1)`,
    withheld: suspicion,
    erased: { kept: 'what was done; what was written goes' },
  },
  'ledger.accounts': { where: ownAccounts, erased: books },
  'ledger.journals': { where: ownAccounts, erased: books },
  'ledger.seals': { where: ownAccounts, erased: books },
  'ledger.product_seals': { where: own, erased: books },
};

/** Tables that name customers, or count what is theirs, but hold nothing about any one person. */
export const impersonalTables: Readonly<Record<string, string>> = {
  network_tree_steps:
    'what the members below somebody did to the sums of their tree: it is of those, and is theirs as causes',
  hand_overs: 'which transfers of a tree follow each other, under ids alone; the transfers are theirs',
};
