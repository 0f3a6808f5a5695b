/**
 * Who may import whom: the single table for the folders of src. `npx tsx scripts/write-borders.ts` writes the linter's rules from it
 * (.oxlintrc.borders.json); tidy.test.ts fails if they differ, or if a folder of src is missing here. Tests and test helpers may import
 * from everywhere.
 */
const house = ['platform', 'telemetry', 'database', 'settings', 'http'];
const core = ['money', ...house, 'ledger', 'positions', 'mail', 'payouts', 'commands'];
export const products = [
  'auth',
  'secondfactor',
  'profile',
  'wallet',
  'stakes',
  'copytrade',
  'primevault',
  'primezord',
  'network',
  'operations',
  'notices',
];
const views = ['catalog', 'dashboard', 'history', 'maturities', 'explanations', 'yearly-statement', 'help'];

interface Border {
  /** The files it applies to, under src; the whole folder by default. */
  files?: string;
  /** What they may import besides their own folder: a folder, or a path in one; never test helpers. */
  may: readonly string[];
  /** The linter's message for any other import. */
  message: string;
}

const product: Border = { may: core, message: 'Products never import each other, nor views, nor app.' };
const view: Border = {
  may: [...core, ...products, ...views],
  message: 'A view reads products and knows nothing else around them.',
};

export const borders: Record<string, Border | Border[]> = {
  money: [
    { files: 'money/*.ts', may: [], message: 'money imports nothing.' },
    { files: 'money/*/**', may: house, message: 'money knows no products.' },
  ],
  platform: { may: ['money'], message: 'The platform knows no products and no ledger.' },
  telemetry: { may: ['platform'], message: 'Telemetry knows only the platform.' },
  database: {
    may: ['money', 'platform', 'telemetry'],
    message: 'The database knows no settings, no HTTP and no products.',
  },
  settings: { may: ['money', 'platform', 'telemetry', 'database'], message: 'Settings know no HTTP and no products.' },
  http: { may: house, message: 'HTTP knows no products and no ledger.' },
  ledger: {
    may: ['money', ...house, 'positions/registry.ts'],
    message: 'The ledger knows only that there are products.',
  },
  positions: {
    may: ['money', ...house, 'ledger'],
    message: 'Positions know only what the registry says about products.',
  },
  mail: { may: house, message: 'Mail knows no products and no money.' },
  payouts: { may: ['money', ...house, 'ledger', 'positions'], message: 'Payouts know no products.' },
  commands: {
    may: ['money', ...house, 'ledger', 'staff/roles.ts'],
    message: 'What a command is knows no command.',
  },
  ...Object.fromEntries(products.map((folder) => [folder, product])),
  ...Object.fromEntries(views.map((folder) => [folder, view])),
  'embedded-postgres': {
    may: ['platform', 'telemetry', 'database', 'settings'],
    message: 'The embedded PostgreSQL knows only the platform.',
  },
  operator: {
    may: [
      ...core,
      ...products,
      'maturities',
      'history/csv.ts',
      'embedded-postgres',
      'staff',
      'privacy',
      'cases',
      'announcements',
      'sandbox/*.ts',
    ],
    message: 'The operator runs products: it knows no screens, and talks to the sandbox over HTTP.',
  },
  staff: {
    may: [...house, 'auth', 'secondfactor', 'mail', 'commands'],
    message: 'Staff knows login and no products.',
  },
  privacy: { may: [...core, 'auth'], message: 'Data held on a customer is read from the tables themselves.' },
  cases: {
    may: [...core, 'staff', 'wallet/server/freeze-customer.ts'],
    message: 'A rule reads the tables; a decision freezes.',
  },
  announcements: { may: [...core, 'notices', 'staff'], message: 'An announcement is delivered the way notices are.' },
  console: {
    may: [...core, ...products, ...views, 'operator', 'staff', 'privacy', 'cases', 'announcements'],
    message: 'The console runs the operator’s commands and shows what the products hold.',
  },
  sandbox: {
    may: ['money', ...house, 'wallet/brokerage-contract.ts'],
    message: 'The sandbox brokerage knows only its contract with the product.',
  },
  app: { may: ['*'], message: 'Test helpers are for tests only.' },
};

/** The table in the linter's format. Within a group the last matching pattern wins. */
export function linterRules(): object {
  const overrides = Object.entries(borders).flatMap(([folder, border]) =>
    [border].flat().map(({ files = `${folder}/**`, may, message }) => {
      const allowed = [folder, ...may].map((each) => (each.includes('/') ? `!#${each}` : `!#${each}/**`));
      const group = ['#*/**', ...allowed, '#testing/**', '#*/**/testing/**'];
      const patterns = [
        { group, message },
        { regex: '^\\.\\./\\.\\./', message: 'Import from another folder by #folder/…' },
      ];
      return { files: [`src/${files}`], rules: { 'no-restricted-imports': ['error', { patterns }] } };
    }),
  );
  // Without its own list, an extended file brings in the linter's default plugins.
  return { plugins: [], overrides };
}
