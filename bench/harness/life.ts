import { customerAccounts, type CustomerAccount } from '#ledger/journal.ts';

/** A step in the life of every bench customer: one journal each, in order. Amounts in USD; days since they joined. */
export interface Step {
  day: number;
  kind: string;
  /** The subject: the name of a transfer or a position. */
  about: string;
  /** The journal's key is `before`, the id of the subject, and `after`, concatenated. */
  key: readonly [before: string, after: string];
  legs: readonly Leg[];
}

type Leg = readonly [from: string, to: string, usd: number];

const opened = (product: string, about: string, day: number, legs: readonly Leg[]): Step => ({
  day,
  kind: `${product}_opened`,
  about,
  key: [`${product}:`, ':opened'],
  legs,
});
const closed = (
  product: string,
  how: 'matured' | 'canceled',
  about: string,
  day: number,
  legs: readonly Leg[],
): Step => ({
  day,
  kind: `${product}_${how}`,
  about,
  key: [`${product}:`, `:${how}`],
  legs,
});

/** Eleven journals, twenty entries. */
const steps: readonly Step[] = [
  {
    day: 0,
    kind: 'deposit_settled',
    about: 'deposit',
    key: ['deposit:', ':settled'],
    legs: [['brokerage', 'balance', 100_000]],
  },
  opened('stake', 'first', 1, [
    ['balance', 'invested', 300],
    ['treasury', 'promised', 30],
  ]),
  opened('primevault', 'vault', 2, [
    ['balance', 'invested', 1000],
    ['treasury', 'promised', 300],
  ]),
  closed('stake', 'matured', 'first', 31, [
    ['invested', 'balance', 300],
    ['promised', 'balance', 30],
  ]),
  opened('stake', 'second', 40, [
    ['balance', 'invested', 300],
    ['treasury', 'promised', 75],
  ]),
  closed('stake', 'canceled', 'second', 50, [
    ['invested', 'balance', 180],
    ['invested', 'fees', 120],
    ['promised', 'treasury', 75],
  ]),
  {
    day: 60,
    kind: 'withdrawal_held',
    about: 'withdrawal',
    key: ['withdrawal:', ':held'],
    legs: [['balance', 'held', 500]],
  },
  {
    day: 61,
    kind: 'withdrawal_settled',
    about: 'withdrawal',
    key: ['withdrawal:', ':settled'],
    legs: [
      ['held', 'brokerage', 490],
      ['held', 'fees', 10],
    ],
  },
  closed('primevault', 'matured', 'vault', 182, [
    ['invested', 'balance', 1000],
    ['promised', 'balance', 300],
  ]),
  opened('stake', 'third', 190, [
    ['balance', 'invested', 1000],
    ['treasury', 'promised', 3000],
  ]),
  opened('copytrade', 'licence', 279, [['balance', 'invested', 500]]),
];

/** The positions opened by these steps. */
const positions = [
  { about: 'first', product: 'stake', usd: 300, percent: 10, day: 1, ends: 31, state: 'ended' },
  { about: 'vault', product: 'primevault', usd: 1000, percent: 30, day: 2, ends: 182, state: 'ended' },
  { about: 'second', product: 'stake', usd: 300, percent: 25, day: 40, ends: 100, state: 'canceled', closed: 50 },
  { about: 'third', product: 'stake', usd: 1000, percent: 300, day: 190, ends: 555, state: 'running' },
  { about: 'licence', product: 'copytrade', usd: 500, percent: null, day: 279, ends: 309, state: 'running' },
] as const;

export interface Life {
  steps: readonly Step[];
  positions: readonly (typeof positions)[number][];
}

/**
 * The whole life, and a short one for more customers than the machine could otherwise hold: three journals, four entries, two positions.
 */
export const lives = { whole: { steps, positions }, short: only(['deposit', 'third', 'licence']) };

function only(about: readonly string[]): Life {
  return {
    steps: steps.filter((step) => about.includes(step.about)),
    positions: positions.filter((position) => about.includes(position.about)),
  };
}

/** How many days ago the first customers joined, and over how many days all of them did. */
export const beganDaysAgo = 300;
export const cameOverDays = 20;

type Balances = Record<CustomerAccount, number>;

export interface Reckoned extends Step {
  number: number;
  after: Balances;
}

export function reckonLife({ steps }: Life): Reckoned[] {
  const balances = Object.fromEntries(customerAccounts.map((account) => [account, 0])) as Balances;
  const change = (account: string, usd: number): void => {
    if (account in balances) balances[account as CustomerAccount] += usd;
  };
  return steps.map((step, at) => {
    for (const [from, to, usd] of step.legs) {
      change(from, -usd);
      change(to, usd);
    }
    return { ...step, number: at + 1, after: { ...balances } };
  });
}

/** The net amount that each customer's life draws from the treasury. */
export function drawnFromTreasury({ steps }: Life): number {
  const legs = steps.flatMap((step) => step.legs);
  return legs.reduce(
    (sum, [from, to, usd]) => sum + (from === 'treasury' ? usd : 0) - (to === 'treasury' ? usd : 0),
    0,
  );
}
