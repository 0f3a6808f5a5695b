/**
 * Assigns rows to customers: the only definition of what an audit has sealed. A rule of a `Subject` reads these rows and no others
 * (`audit-products.ts` provides them under the names of their tables), and the mark of a seal is the sum over them: nothing a rule sees can
 * change without changing the mark.
 */
export interface Rows {
  /** The name that rules use. */
  table: string;
  /** SQL of all rows, as a FROM item aliased x; `whose` is the owner of each. */
  all: string;
  whose: string;
  /** SQL of the rows that rules are given for the customers in $1: their own, or those reached from their own. */
  asked: string;
}

/** A table in which each row belongs to a customer. */
function own(table: string, whose = 'customer_id'): Rows {
  return {
    table,
    all: `public.${table} x`,
    whose: `x.${whose}`,
    asked: `SELECT x.* FROM public.${table} x WHERE x.${whose} = ANY ($1::uuid[])`,
  };
}

/** Looks up rows owner by owner. */
const ofLedger = (table: string): string =>
  `SELECT x.* FROM unnest($1::uuid[]) AS o CROSS JOIN LATERAL (SELECT * FROM ledger.${table} y WHERE y.owner = o OFFSET 0) x`;

/** Includes what positions were paid from: all operations of the product up to the last one known at their end. */
const positions: Rows = {
  ...own('positions'),
  all: `(SELECT p.*, k.known FROM public.positions p LEFT JOIN (
      SELECT product, number, sum(hash_record_extended(o, 0)) OVER (PARTITION BY product ORDER BY number) AS known FROM public.operations o
    ) k ON k.product = p.product AND k.number = p.operations_seen) x`,
};

const customer = 'c.id, c.referrer_id, c.erased_at';
const customers: Rows = {
  table: 'customers',
  all: `(SELECT ${customer} FROM public.customers c) x`,
  whose: 'x.id',
  asked: `SELECT ${customer} FROM public.customers c WHERE c.id = ANY ($1::uuid[])`,
};

/** Journals and entries are sealed by the ledger; the accounts, which say up to where, are among these rows. */
const ofCustomers: Rows[] = [
  { table: 'accounts', all: 'ledger.accounts x', whose: 'x.owner', asked: ofLedger('accounts') },
  customers,
  positions,
  own('broker_transfers'),
  {
    table: 'transfer_steps',
    all: `(SELECT s.*, b.customer_id FROM public.transfer_steps s
      JOIN public.broker_transfers b ON b.id = s.transfer_id) x`,
    whose: 'x.customer_id',
    asked: `SELECT x.* FROM broker_transfers b CROSS JOIN LATERAL (
      SELECT * FROM public.transfer_steps s WHERE s.transfer_id = b.id OFFSET 0) x`,
  },
  own('ledger_reversals'),
  own('given_up_remainders'),
  own('bot_subscriptions'),
  own('bot_moves'),
  own('promocode_claims'),
  own('vault_acceptances'),
  own('second_factors'),
  own('authenticator_apps'),
  own('passkeys'),
  own('withdrawal_approvals'),
  own('customer_freezes'),
  own('network_awards', 'beneficiary_id'),
  own('network_beneficiaries'),
  own('network_capital'),
  own('network_causes'),
];

const eachAsked = (table: string, where: string): string =>
  `SELECT x.* FROM asked a CROSS JOIN LATERAL (SELECT * FROM public.${table} y WHERE ${where} OFFSET 0) x`;

/** The consequences of a customer's positions: awards belong to the customer who caused them, not to the one who earns them. */
const ofPositions: Rows[] = [
  { ...positions, asked: eachAsked('positions', 'y.id = a.position_id') },
  { ...own('network_causes'), asked: eachAsked('network_causes', 'y.position_id = a.position_id') },
  { ...own('network_awards', 'source_id'), asked: eachAsked('network_awards', 'y.position_id = a.position_id') },
  {
    // Erased customers no longer earn: the erasure of a customer's sponsor counts as part of the customer's row, and so do the two further up
    // who earn from them.
    ...customers,
    all: `(SELECT ${customer}, one.erased_at AS above, one.referrer_id AS second, two.referrer_id AS third FROM public.customers c
      LEFT JOIN public.customers one ON one.id = c.referrer_id LEFT JOIN public.customers two ON two.id = one.referrer_id) x`,
    asked: `SELECT ${customer} FROM public.customers c WHERE c.id IN (
        SELECT customer_id FROM positions UNION SELECT customer_id FROM network_causes
        UNION SELECT source_id FROM network_awards UNION SELECT beneficiary_id FROM network_awards
        UNION SELECT unnest(ARRAY[r.referrer_id, one.referrer_id]) FROM public.customers r
          LEFT JOIN public.customers one ON one.id = r.referrer_id WHERE r.id IN (
          SELECT customer_id FROM positions UNION SELECT customer_id FROM network_causes UNION SELECT source_id FROM network_awards))`,
  },
];

export interface Audited {
  subject: 'customer' | 'position';
  rows: readonly Rows[];
  /** Further named SQL that rules, or `asked`, may read. */
  beside: readonly [name: string, sql: string][];
}

/** The subjects of a customer's seals, each sealed separately. */
export const auditedRows: readonly Audited[] = [
  {
    subject: 'customer',
    rows: ofCustomers,
    beside: [
      ['journals', ofLedger('journals')],
      ['entries', ofLedger('entries')],
    ],
  },
  {
    subject: 'position',
    rows: ofPositions,
    beside: [
      [
        'asked',
        `SELECT id AS position_id FROM public.positions WHERE customer_id = ANY ($1::uuid[])
         UNION SELECT position_id FROM public.network_causes WHERE customer_id = ANY ($1::uuid[]) AND position_id IS NOT NULL`,
      ],
    ],
  },
];

/** The house's own journals; they are few, so each audit checks them. */
export const houseRows: readonly [name: string, sql: string][] = ['journals', 'entries'].map((table) => [
  table,
  `SELECT * FROM ledger.${table} WHERE owner = ledger.house()`,
]);

/** Further tables read by these rules that change only by migration: a change re-checks everybody. */
export const sealedWith = ['products', 'ledger.kinds'] as const;

/**
 * Tables read in full in each audit, by rules over everybody's rows: those that belong to nobody, small ones, and those summed over all
 * customers.
 */
export const readWhole = [
  'accepted_rates',
  'action_chain',
  'actions',
  'brl_deposit_hours',
  'broker_transfers',
  'customer_freezes',
  'customers',
  'kept_words',
  'ledger_reversals',
  'maturity_changes',
  'maturity_days',
  'network_awards',
  'network_capital',
  'network_causes',
  'network_tree_steps',
  'network_trees',
  'operation_imports',
  'operations',
  'payout_feeds',
  'payout_index',
  'positions',
  'products',
  'promocode_claims',
  'promocodes',
  'setting_versions',
  'setting_withdrawals',
  'transfers_by_hand',
  'withdrawal_brl_slots',
  'withdrawal_hours',
  'withdrawn_operations',
] as const;
