import { type AccountKind, customerAccounts } from '#ledger/journal.ts';
import { productOfKind, type Product, products } from '#positions/registry.ts';
import { type Micros, micros, sum, zero } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { type AccountDay, readAccountDays } from './account-days.ts';
import type { ReportDays } from './report-days.ts';

/** One product on one day. */
export interface ProductDay {
  product: Product;
  /** The number of positions. */
  opened: number;
  /** What customers invested in it. */
  invested: Micros;
  promised: Micros;
  /** Includes positions left early. */
  ended: number;
  /** Invested money that came back, without the profit. */
  returned: Micros;
  /** Profit paid; negative if operations lost more than they won. */
  profit: Micros;
  /** Fees for leaving early. */
  fees: Micros;
}

/** A day of the books on one page. Money in USD; reversals are deducted where they belong. */
export interface DailySheet {
  day: string;
  in: { deposits: number; amount: Micros; reversed: Micros };
  /** What reached the brokerage, net of the fee. */
  out: { withdrawals: number; amount: Micros; reversed: Micros };
  products: ProductDay[];
  /** All fees taken, from withdrawals, positions left early and the bot, less refunds. */
  fees: Micros;
  /**
   * Withheld from profits and paid to the authority on the day, each less what was taken back; `owed` at its end. Null if there were never
   * any taxes.
   */
  taxes: { withheld: Micros; paid: Micros; owed: Micros } | null;
  bonuses: Micros;
  residuals: Micros;
  treasury: AccountDay & { funded: Micros; drawn: Micros };
  /** Each account at the end of the day, and the total owed. */
  accounts: { account: AccountKind; closing: Micros }[];
  owed: Micros;
}

/** The sum moved from one account to another by one kind of journal. */
interface Flow {
  kind: string;
  from_account: AccountKind;
  to_account: AccountKind;
  amount: bigint;
}

const flowsSql = `
  SELECT kind, from_account, to_account, sum(amount)::bigint AS amount
  FROM ledger.entries WHERE happened_at >= $1 AND happened_at < $2 GROUP BY 1, 2, 3`;
const journalsSql = `
  SELECT kind, count(*)::integer AS journals FROM ledger.journals WHERE happened_at >= $1 AND happened_at < $2 GROUP BY 1`;

/** Reads a day's sheet. Needs a transaction with one snapshot. */
export async function readDailySheet(sql: Sql, days: ReportDays): Promise<DailySheet> {
  const flows = await sql.query<Flow & Record<string, unknown>>(flowsSql, [days.start, days.end]);
  const counted = await sql.query<{ kind: string; journals: number }>(journalsSql, [days.start, days.end]);
  const journals = new Map(counted.map((row) => [row.kind, row.journals]));
  const accounts = await readAccountDays(sql, days);
  const closing = (account: AccountKind): Micros => accounts.find((each) => each.account === account)?.closing ?? zero;
  const moved = movesOf(flows);
  const still = { day: days.from, in: zero, out: zero, opening: zero, closing: zero, entries: 0 };
  const treasury = accounts.find(({ account }) => account === 'treasury') ?? { account: 'treasury' as const, ...still };
  return {
    day: days.from,
    in: { deposits: journals.get('deposit_settled') ?? 0, ...moved.across('deposit', 'brokerage', 'balance') },
    out: {
      withdrawals: journals.get('withdrawal_settled') ?? 0,
      ...moved.across('withdrawal', 'held', 'brokerage'),
    },
    products: products.map((product) => productDay(product, flows, journals)),
    fees: micros(moved.total({ to: 'fees' }) - moved.total({ from: 'fees' })),
    taxes: accounts.some(({ account }) => account === 'taxes') ? taxesOf(moved, closing('taxes')) : null,
    bonuses: micros(moved.total({ kind: 'network_bonus' }) - moved.total({ kind: 'reversed_bonus' })),
    residuals: micros(moved.total({ kind: 'network_residual' }) - moved.total({ kind: 'reversed_residual' })),
    treasury: { ...treasury, funded: moved.total({ from: 'funding' }), drawn: moved.total({ to: 'funding' }) },
    accounts: accounts.map(({ account, closing: standing }) => ({ account, closing: standing })),
    owed: micros(sum(customerAccounts.map(closing))),
  };
}

interface Wanted {
  kind?: string;
  from?: AccountKind;
  to?: AccountKind;
}

function movesOf(flows: readonly Flow[]) {
  const some = ({ kind, from, to }: Wanted): Flow[] =>
    flows.filter(
      (flow) =>
        (kind === undefined || flow.kind === kind) &&
        (from === undefined || flow.from_account === from) &&
        (to === undefined || flow.to_account === to),
    );
  const total = (wanted: Wanted): Micros => sum(some(wanted).map(({ amount }) => micros(amount)));
  return {
    total,
    /** The amount that transfers of this kind moved between the books, and the amount reversed. */
    across: (kind: string, from: AccountKind, to: AccountKind) => ({
      amount: total({ kind: `${kind}_settled`, from, to }),
      reversed: total({
        kind: `reversed_${kind}`,
        ...(kind === 'deposit' ? { to: 'brokerage' } : { from: 'brokerage' }),
      }),
    }),
  };
}

function taxesOf({ total }: ReturnType<typeof movesOf>, owed: Micros): DailySheet['taxes'] {
  const paid = micros(total({ to: 'authority' }) - total({ from: 'authority' }));
  const came = micros(total({ to: 'taxes' }) - total({ from: 'taxes' }));
  return { withheld: micros(came + paid), paid, owed };
}

function productDay(product: Product, flows: readonly Flow[], journals: ReadonlyMap<string, number>): ProductDay {
  const count = (event: string): number => journals.get(`${product}_${event}`) ?? 0;
  const own = flows.filter(({ kind }) => productOfKind(kind) === product);
  const { total } = movesOf(own);
  // Losses go to trading for good; wins come from there, as a promise is paid from what was set aside.
  const lost = total({ to: 'trading' });
  const paid = (['balance', 'zord'] as const).flatMap((to) => [
    total({ from: 'promised', to }),
    total({ from: 'trading', to }),
  ]);
  const fees = total({ to: 'fees' });
  return {
    product,
    opened: count('opened'),
    invested: total({ to: 'invested' }),
    promised: total({ from: 'treasury', to: 'promised' }),
    ended: count('matured') + count('canceled'),
    returned: micros(total({ from: 'invested' }) - lost - fees),
    profit: micros(sum(paid) - lost),
    fees,
  };
}
