import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountKind, Journal } from '#ledger/journal.ts';
import { micros, percent, percentOf, roundDown, toDecimal, usd } from '#money/money.ts';
import { awardsOf, type Cause } from '#network/awards.ts';
import { addDays } from '#platform/clock.ts';
import { type Database, requireOne } from '#database/server/database.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { isFixed, type Product } from '#positions/registry.ts';
import { movingJournal, subscribingJournal } from '#primezord/journals.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import { depositJournal, holdingJournal, returningJournal, withdrawingJournal } from '#wallet/journals.ts';

const page = join(projectFolder, 'docs', 'money.md');

/** The printed parts of a journal. */
type Printed = Pick<Journal, 'key' | 'entries'>;

const ana = '0a0a0a0a-0000-4000-8000-000000000001';
const started = new Date('2026-03-02T12:00:00Z');
let db: TestDatabase;

/** Positions are posted by the database alone, so the test queries what it posted. */
beforeAll(async () => {
  db = await cloneDatabase();
  const journals: [kind: string, owner: string | null, from: AccountKind, to: AccountKind, amount: string][] = [
    ['treasury_funded', null, 'funding', 'treasury', '1000'],
    ['deposit_settled', ana, 'brokerage', 'balance', '5000'],
    ['primezord_deposited', ana, 'balance', 'zord', '250'],
  ];
  for (const [kind, owner, from, to, amount] of journals)
    await db.query('SELECT ledger.post_one($1, $1, $2, $2, $3, $4, $5, $6)', [
      kind,
      owner,
      started,
      [from],
      [to],
      [usd(amount)],
    ]);
  await open({ id: '7f3c', product: 'stake', amount: '300', rate: '25', days: 60 });
  await open({ id: '7f3d', product: 'stake', amount: '300', rate: '25', days: 60 });
  await open({ id: '2e81', product: 'primevault', amount: '1000', rate: '30', days: 180, tax: '15' });
  await open({ id: '64d0', product: 'copytrade', amount: '500', days: 30 });
  await open({ id: '64d1', product: 'copytrade', amount: '500', days: 30, after: 40 });
  await open({ id: 'b377', product: 'primezord', amount: '100', days: 30 });
  await trade('copytrade', { '1': '3.25', '41': '-4' });
  await trade('primezord', { '1': '2' });
  await db.query(`SELECT cancel_position('stake', $1, $2, $3, $4)`, [
    idOf('7f3d'),
    ana,
    addDays(started, 1),
    percent('40'),
  ]);
  await db.query('SELECT settle_positions($1, 100)', [addDays(started, 400)]);
});
afterAll(() => db.close());

interface Opening {
  id: string;
  product: Product;
  amount: string;
  rate?: string;
  days: number;
  after?: number;
  /** Tax withheld from the profit, in per cent. */
  tax?: string;
}

async function open({ id, product, amount, rate, days, after = 0, tax }: Opening): Promise<void> {
  const agreed = rate !== undefined && isFixed(product) ? percent(rate) : null;
  const promised = agreed === null ? 0n : percentOf(usd(amount), agreed, roundDown);
  const at = addDays(started, after);
  const terms = [idOf(id), ana, usd(amount), agreed, promised, at, addDays(at, days), tax ? percent(tax) : null];
  await db.query(`SELECT open_position('${product}', $1, $2, $3, $4, $5, $6, $7, p_tax_rate => $8)`, terms);
}

/** Imports operations on these days, with the payout of each. */
async function trade(product: 'copytrade' | 'primezord', payouts: Record<string, string>): Promise<void> {
  const now = addDays(started, 400);
  const lines = Object.entries(payouts).map(([day, payout]) =>
    line(addDays(started, Number(day)), payout, `${product}-${day}`),
  );
  await importLines(db, lines, { now, product });
}

/** The ids of the examples start with the part that is printed. */
const idOf = (short: string): string => `${short}0000-0000-4000-8000-000000000001`;

async function posted(sql: Database, key: string): Promise<Printed> {
  const [product, short = '', event] = key.split(':');
  const { entries } = await requireOne<{ entries: { from: AccountKind; to: AccountKind; amount: string }[] }>(
    sql,
    `SELECT json_agg(json_build_object('from', e.from_account, 'to', e.to_account, 'amount', e.amount::text) ORDER BY e.leg) AS entries
     FROM ledger.journals j JOIN ledger.entries e USING (owner, number) WHERE j.key = $1 HAVING count(*) > 0`,
    [`${product}:${idOf(short)}:${event}`],
  );
  return { key, entries: entries.map(({ from, to, amount }) => ({ from, to, amount: micros(BigInt(amount)) })) };
}

const withdrawal = { id: '82c9', customerId: 'ana', amount: usd('150'), fee: usd('3') };

function award(cause: Pick<Cause, 'kind' | 'base'>, rate: string): Printed {
  const told = { sourceId: 'bia', product: 'stake', positionId: '7f3c', at: new Date(0) };
  const [first] = awardsOf({ ...told, ...cause }, ['ana'], [percent(rate)]);
  if (!first) throw new Error('an example moves something');
  const { kind, positionId, level, beneficiaryId, value } = first;
  return {
    key: `network:${kind}:${positionId}:${level}:${beneficiaryId}`,
    entries: [{ from: 'treasury', to: 'balance', amount: value }],
  };
}

const examples: [title: string, meaning: string, journal: Printed | `${Product}:${string}`][] = [
  [
    'Ana brings 500 USD from the brokerage',
    'Posted when the brokerage has said that it handed the money over, never before.',
    depositJournal({ id: '51ab', customerId: 'ana', amount: usd('500') }),
  ],
  [
    'Ana withdraws 150 USD in USDT',
    'Held in the same transaction as the request: nothing else can spend it, and it is not yet gone.',
    holdingJournal(withdrawal),
  ],
  [
    'The brokerage has it',
    'Posted when the brokerage has said so. It is told of 147 USD; the two per cent stay here.',
    withdrawingJournal(withdrawal),
  ],
  [
    'Or: the brokerage, or an operator, refuses it',
    'The whole amount comes back, on a definite no only: never because there was no answer.',
    returningJournal(withdrawal),
  ],
  [
    'Ana opens a stake of 300 USD for 60 days at 25 %',
    'The amount is locked, and the whole profit is set aside at once. With too little in the treasury there is no stake.',
    'stake:7f3c:opened',
  ],
  [
    'The stake matures',
    'Amount and profit come to the balance. The treasury is not asked: it paid when it promised.',
    'stake:7f3c:matured',
  ],
  [
    'Or: Ana leaves early',
    'Sixty per cent comes back, forty per cent is the fee, and the profit set aside is free to be promised again.',
    'stake:7f3d:canceled',
  ],
  [
    'Ana puts 1000 USD into the vault for 180 days at 30 %',
    'As with a stake: the amount is put away, and the whole profit is set aside at once. There is no way out before the end.',
    'primevault:2e81:opened',
  ],
  [
    'The vault pays',
    'Amount and profit come to the balance. A promotional code made the promise larger, and changes nothing else.',
    'primevault:2e81:matured',
  ],
  [
    'Where the operator has set a tax of 15 % on promised profits when it was opened',
    'Withheld behind the payment, in the same statement: of the 300 USD of profit, rounded down. Without the setting there is no such journal.',
    'primevault:2e81:withheld',
  ],
  [
    'The operator pays the tax authority 45 USD of what was withheld',
    'No more than is owed, by two people. What comes back from there is its opposite, `taxes_returned`.',
    { key: 'taxes:5b07:paid', entries: [{ from: 'taxes', to: 'authority', amount: usd('45') }] },
  ],
  [
    'Ana opens a copy-trade licence of 500 USD',
    'The amount takes part in the desk’s operations for thirty days. Nothing is promised, so the treasury is not asked.',
    'copytrade:64d0:opened',
  ],
  [
    'The licence expires, its operations having won 3.25 %',
    'The amount comes back with what was won. Nothing moved while it ran: its result is amount × payouts, at its end.',
    'copytrade:64d0:matured',
  ],
  [
    'Or: they have lost 4 %',
    'What is left comes back. A licence never loses more than its amount.',
    'copytrade:64d1:matured',
  ],
  [
    'Ana subscribes to Primezord',
    'The entry fee, once in a customer’s life: the key is theirs.',
    subscribingJournal('ana', usd('50')),
  ],
  [
    'Ana puts 250 USD into the bot’s wallet, invests 100 of them, and they win 2 %',
    'The first of three journals; taking money back out is its opposite.',
    movingJournal({ id: '0fd2', customerId: 'ana', direction: 'deposited', amount: usd('250') }),
  ],
  [
    'The investment is made',
    'It is invested for thirty days, as an amount in any other product is.',
    'primezord:b377:opened',
  ],
  [
    'The investment ends',
    'Back to the wallet, with its result; a loss would go to trading, as with a licence.',
    'primezord:b377:matured',
  ],
  [
    'Bia, whom Ana brought, had put 300 USD of new capital into a stake that now ends: the bonus of 5 %',
    'Owed from the maturity on, and carried to her by a job; while the stake ran nothing had moved, and had it been cancelled nothing ever would. With too little in the treasury the stake is paid all the same, and this is posted later.',
    award({ kind: 'bonus', base: usd('300') }, '5'),
  ],
  [
    'Bia’s stake pays her 75 USD of profit: the residual of 3 %',
    'Owed from the same moment. Whoever brought Ana has 2 %, and whoever brought them 1 %, in journals of their own.',
    award({ kind: 'residual', base: usd('75') }, '3'),
  ],
  [
    'Ana, with less than one cent left, is erased',
    'Nobody can withdraw it, so it is free to be promised to others. What she has in the bot’s wallet counts with it.',
    {
      key: 'remainder:ana:given-up',
      entries: [
        { from: 'balance', to: 'treasury', amount: micros(4_321n) },
        { from: 'zord', to: 'treasury', amount: micros(987n) },
      ],
    },
  ],
  [
    'The operator funds the treasury with 100,000 USD',
    'It is shared out among the sixteen parts.',
    {
      key: 'treasury:9c1d:funded',
      entries: [{ from: 'funding', to: 'treasury', amount: usd('100000') }],
    },
  ],
];

/** The page is generated from the journals themselves; `PRINT=1` writes it, otherwise it must match. */
test('[S7] docs/money.md matches the journals', async () => {
  const printed = await printPage();
  if (process.env.PRINT) writeFileSync(page, printed);
  expect(readFileSync(page, 'utf8')).toBe(printed);
});

async function printPage(): Promise<string> {
  const printed: string[] = [];
  for (const [title, meaning, journal] of examples)
    printed.push(printExample(title, meaning, typeof journal === 'string' ? await posted(db, journal) : journal));
  return `# Money

Printed by \`src/app/server/money-page.test.ts\` from the journals themselves: it cannot say anything else than the code does.

Every dollar is in exactly one account and moves only from one account to another, as a positive amount of micro-dollars
(10⁻⁶ USD) inside a journal. A journal is one business event; its key names the event, so an event posted twice is posted
once. Entries are never changed or deleted. \`lastro books audit\` recomputes everything and lists what does not fit.

## The accounts

| account | whose | what is in it | below zero |
|---|---|---|---|
| \`balance\` | a customer's | what they can use now | never |
| \`invested\` | a customer's | amounts at work in their running positions, whatever the product | never |
| \`promised\` | a customer's | profit set aside for them until it falls due | never |
| \`held\` | a customer's | withdrawals that the brokerage has not confirmed yet, or an operator not approved | never |
| \`zord\` | a customer's | the bot's wallet: what is available in it | never |
| \`treasury\` | the house's, in sixteen parts | what the operator put up and has not promised yet | never |
| \`brokerage\` | the house's | the other side of what came in from, and went out to, the brokerage | by what customers brought |
| \`funding\` | the house's | the other side of what the operator put up | by what was put up |
| \`trading\` | the house's | the other side of what operations won and lost | by what they won |
| \`fees\` | the house's | what customers paid: for leaving early, for withdrawing in USDT | never taken from |
| \`taxes\` | the house's | what was withheld of promised profits and is owed to the tax authority | never |
| \`authority\` | the house's | what was paid to the tax authority of it | never |

All balances together are zero at every moment.

## The journals

${printed.join('\n')}`;
}

function printExample(title: string, meaning: string, journal: Printed): string {
  const rows = journal.entries.map(({ from, to, amount }) => `| \`${from}\` | \`${to}\` | ${toDecimal(amount)} |`);
  return `### ${title}

${meaning}

Journal \`${journal.key}\`

| from | to | USD |
|---|---|---:|
${rows.join('\n')}
`;
}
