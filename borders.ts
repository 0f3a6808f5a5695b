/**
 * Who may import whom: the single table for the folders of src. `npx tsx scripts/write-borders.ts` writes the linter's rules from it
 * (.oxlintrc.borders.json); tidy.test.ts fails if they differ, or if a folder of src is missing here. Tests and test helpers may import
 * from everywhere.
 */
const core = ['money', 'platform', 'ledger', 'positions', 'mail', 'payouts'];
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
  message: 'A view reads products; it knows nothing around them.',
};

export const borders: Record<string, Border | Border[]> = {
  money: [
    { files: 'money/*.ts', may: [], message: 'money imports nothing.' },
    { files: 'money/*/**', may: ['platform'], message: 'money knows no product.' },
  ],
  platform: { may: ['money'], message: 'The platform knows no product and no ledger.' },
  ledger: {
    may: ['money', 'platform', 'positions/registry.ts'],
    message: 'The ledger knows of products that there are some.',
  },
  positions: { may: ['money', 'platform', 'ledger'], message: 'Positions know of products what the registry says.' },
  mail: { may: ['platform'], message: 'Mail knows no product and no money.' },
  payouts: { may: ['money', 'platform', 'ledger', 'positions'], message: 'Payouts know no product.' },
  ...Object.fromEntries(products.map((folder) => [folder, product])),
  ...Object.fromEntries(views.map((folder) => [folder, view])),
  'embedded-postgres': { may: ['platform'], message: 'The embedded PostgreSQL knows the platform alone.' },
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
    message: 'The operator runs products: it knows no screens, and speaks to the sandbox over HTTP.',
  },
  staff: {
    may: ['platform', 'auth', 'secondfactor', 'mail'],
    message: 'The staff knows how one gets in, and no product.',
  },
  privacy: { may: [...core, 'auth'], message: 'What is held of a customer is read from the tables themselves.' },
  cases: { may: core, message: 'A rule reads the tables; what is made of it is the operator’s.' },
  announcements: { may: [...core, 'notices'], message: 'An announcement is told as notices are.' },
  console: {
    may: [...core, ...products, ...views, 'operator', 'staff', 'privacy', 'cases', 'announcements'],
    message: 'The console runs the operator’s commands and shows what the products hold.',
  },
  sandbox: {
    may: ['money', 'platform', 'wallet/brokerage-contract.ts'],
    message: 'The sandbox brokerage knows of the product nothing but the contract between them.',
  },
  app: { may: ['*'], message: 'What is made for tests is for tests.' },
};

/** The table in the linter's format. Within a group the last matching pattern wins. */
export function linterRules(): object {
  const overrides = Object.entries(borders).flatMap(([folder, border]) =>
    [border].flat().map(({ files = `${folder}/**`, may, message }) => {
      const allowed = [folder, ...may].map((each) => (each.includes('/') ? `!#${each}` : `!#${each}/**`));
      const group = ['#*/**', ...allowed, '#testing/**', '#*/**/testing/**'];
      const patterns = [
        { group, message },
        { regex: '^\\.\\./\\.\\./', message: 'Leave a folder by #folder/…' },
      ];
      return { files: [`src/${files}`], rules: { 'no-restricted-imports': ['error', { patterns }] } };
    }),
  );
  // Without its own list, an extended file brings in the linter's default plugins.
  return { plugins: [], overrides };
}
