/**
 * Which rows are whose: the one place that says what an audit has sealed of a customer. A rule of a `Subject` reads these rows and no
 * others (`audit-products.ts` gives it them by the names of their tables), and they are what the mark of a seal is a sum of: what a rule
 * can see cannot change without the mark.
 */
export interface Rows {
  /** As the rules call it. */
  table: string;
  /** SQL of all of them, as what stands after FROM and is named x, and of whose each is. */
  all: string;
  whose: string;
  /** SQL of those that the rules are given of the customers in $1: their rows, or what their rows lead to. */
  asked: string;
}

/** A table of which each row has its customer. */
function own(table: string, whose = 'customer_id'): Rows {
  return {
    table,
    all: `public.${table} x`,
    whose: `x.${whose}`,
    asked: `SELECT x.* FROM public.${table} x WHERE x.${whose} = ANY ($1::uuid[])`,
  };
}

/** Looked up owner by owner, since their keys begin with the cell. */
const ofLedger = (table: string): string =>
  `SELECT x.* FROM unnest($1::uuid[]) AS o CROSS JOIN LATERAL (
     SELECT * FROM ledger.${table} y WHERE y.cell = get_byte(uuid_send(o), 15) AND y.owner = o OFFSET 0) x`;

/** With what they were paid from: all operations of the product up to the last that was known when they ended. */
const positions: Rows = {
  ...own('positions'),
  all: `(SELECT p.*, k.known FROM public.positions p LEFT JOIN (
      SELECT product, number, sum(hash_record_extended(o, 0)) OVER (PARTITION BY product ORDER BY number) AS known FROM public.operations o
    ) k ON k.product = p.product AND k.number = p.operations_seen) x`,
};

const customer = 'c.id, c.referrer_id, c.upline, c.erased_at';
const customers: Rows = {
  table: 'customers',
  all: `(SELECT ${customer} FROM public.customers c) x`,
  whose: 'x.id',
  asked: `SELECT ${customer} FROM public.customers c WHERE c.id = ANY ($1::uuid[])`,
};

/** Their journals and entries are sealed by the ledger; their accounts, which say how far, are among the rows. */
const ofCustomers: Rows[] = [
  { table: 'accounts', all: 'ledger.accounts x', whose: 'x.owner', asked: ofLedger('accounts') },
  customers,
  positions,
  own('broker_transfers'),
  {
    table: 'transfer_steps',
    all: `(SELECT s.*, b.customer_id FROM public.transfer_steps s
      JOIN public.broker_transfers b ON b.id = s.transfer_id AND b.cell = s.cell) x`,
    whose: 'x.customer_id',
    asked: `SELECT x.* FROM broker_transfers b CROSS JOIN LATERAL (
      SELECT * FROM public.transfer_steps s WHERE s.transfer_id = b.id AND s.cell = b.cell OFFSET 0) x`,
  },
  own('ledger_reversals'),
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

/** What came of a customer's positions: awards are whoever's who made them, not whoever's who earns. */
const ofPositions: Rows[] = [
  { ...positions, asked: eachAsked('positions', 'y.id = a.position_id') },
  { ...own('network_causes'), asked: eachAsked('network_causes', 'y.position_id = a.position_id') },
  { ...own('network_awards', 'source_id'), asked: eachAsked('network_awards', 'y.position_id = a.position_id') },
  {
    // Whoever was erased earns nothing any more: that of whoever brought them counts with their own.
    ...customers,
    all: `(SELECT ${customer}, r.erased_at AS above FROM public.customers c
      LEFT JOIN public.customers r ON r.id = c.referrer_id AND r.erased_at IS NOT NULL) x`,
    asked: `SELECT ${customer} FROM public.customers c WHERE c.id IN (
        SELECT customer_id FROM positions UNION SELECT customer_id FROM network_causes
        UNION SELECT source_id FROM network_awards UNION SELECT beneficiary_id FROM network_awards
        UNION SELECT r.referrer_id FROM public.customers r WHERE r.id IN (
          SELECT customer_id FROM positions UNION SELECT customer_id FROM network_causes))`,
  },
];

export interface Audited {
  subject: 'customer' | 'position';
  rows: readonly Rows[];
  /** Further SQL by name that the rules, or what is asked, may read. */
  beside: readonly [name: string, sql: string][];
}

/** What is sealed of customers, each by itself. */
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

/** The house's own journals, of each cell, which are few: asked for each time. */
export const houseRows: readonly [name: string, sql: string][] = ['journals', 'entries'].map((table) => [
  table,
  `SELECT x.* FROM ledger.treasury t CROSS JOIN LATERAL (
     SELECT * FROM ledger.${table} y WHERE y.cell = t.cell AND y.owner = ledger.house_of(t.cell) OFFSET 0) x`,
]);

/** What these rules read beside that and can change only by a migration: a change of it asks of everybody. */
export const sealedWith = ['products', 'ledger.kinds'] as const;

/**
 * What is read whole in each audit, by the rules that hang on the rows of everybody: what is nobody's, what is little, and what is summed
 * up over all customers.
 */
export const readWhole = [
  'accepted_rates',
  'action_chain',
  'actions',
  'broker_transfers',
  'customer_freezes',
  'customers',
  'kept_words',
  'ledger.transits',
  'ledger_reversals',
  'maturity_changes',
  'maturity_days',
  'network_awards',
  'network_capital',
  'network_causes',
  'network_tree_steps',
  'network_trees',
  'operations',
  'payout_feeds',
  'payout_index',
  'positions',
  'products',
  'promocode_claims',
  'promocodes',
  'transfers_by_hand',
  'withdrawal_brl_slots',
  'withdrawal_hours',
] as const;
