import { type AccountKind, type CustomerAccount, customerAccounts } from '#ledger/journal.ts';
import type { JournalKind } from '#ledger/kinds.ts';
import type { ReversingKind } from '#ledger/reversals.ts';
import { type Micros, micros, sum } from '#money/money.ts';
import { shownChange } from '#money/shown.ts';
import { type Product, products } from '#positions/registry.ts';

/** All entries of a year with the same reason, source account and destination account, reported as one. */
export interface EntryGroup {
  kind: string;
  from: AccountKind;
  to: AccountKind;
  /** The settlement currency and rates, for transfers from or to the brokerage. */
  settled: Settled | null;
  entries: number;
  /** The first and last of the entries, as the statement names them: `41-2`. */
  first: string;
  last: string;
  amount: Micros;
  /** The change to each account as displayed (docs/decisions/0015-explanations.md); both are positive, and zero for house accounts. */
  shownFrom: Micros;
  shownTo: Micros;
}

export interface Settled {
  currency: string;
  /** In `currency`. */
  net: Micros;
  lowestRate: Micros;
  highestRate: Micros;
}

/** A figure of the document: the effect of a set of the year's entries on one of the customer's accounts. */
export interface Figure {
  /** Positive for money that entered the account, negative for money that left it. */
  amount: Micros;
  shown: Micros;
  entries: number;
  first: string;
  last: string;
  /** Whether all its entries are lines of the statement, and so have a receipt. */
  hasReceipts: boolean;
}

export interface Line extends Figure {
  group: EntryGroup;
}

export interface AccountOfYear {
  account: CustomerAccount;
  opening: Micros;
  lines: Line[];
  closing: Micros;
}

export type Holdings = Record<CustomerAccount, Micros>;

/**
 * Returns every account with everything that moved it. Each entry of the year appears once in the lines of each account it touched.
 *
 * @throws Error if an account's lines do not lead from its opening to its closing, exactly and as shown: such a document is never issued
 */
export function accountsOfYear(groups: readonly EntryGroup[], opening: Holdings, closing: Holdings): AccountOfYear[] {
  return customerAccounts.map((account) => {
    const year = {
      account,
      opening: opening[account],
      lines: groups.flatMap((group) => lineOf(group, account) ?? []),
      closing: closing[account],
    };
    requireBalanced(year);
    return year;
  });
}

function requireBalanced({ account, opening, lines, closing }: AccountOfYear): void {
  const change = micros(closing - opening);
  const isExact = sum(lines.map(({ amount }) => amount)) === change;
  const isShown = sum(lines.map(({ shown }) => shown)) === shownChange(change, closing);
  if (!isExact || !isShown)
    throw new Error(`the entries of the year do not lead ${account} from its opening to its closing`);
}

/** The effect of a group on an account; null if it did not touch the account. */
export function lineOf(group: EntryGroup, account: CustomerAccount): Line | null {
  const { entries, first, last } = group;
  const hasReceipts = group.from === 'balance' || group.to === 'balance';
  const figure = { group, entries, first, last, hasReceipts };
  if (group.to === account) return { ...figure, amount: group.amount, shown: group.shownTo };
  if (group.from !== account) return null;
  return { ...figure, amount: micros(-group.amount), shown: micros(-group.shownFrom) };
}

/** Combines several figures into one; null if there are none. */
export function together(figures: readonly (Figure | null)[]): Figure | null {
  const [one, ...others] = figures.filter((figure) => figure !== null);
  if (!one) return null;
  return others.reduce<Figure>(
    (all, { amount, shown, entries, first, last, hasReceipts }) => ({
      amount: micros(all.amount + amount),
      shown: micros(all.shown + shown),
      entries: all.entries + entries,
      first: isBefore(first, all.first) ? first : all.first,
      last: isBefore(all.last, last) ? last : all.last,
      hasReceipts: all.hasReceipts && hasReceipts,
    }),
    { ...one },
  );
}

function isBefore(one: string, other: string): boolean {
  const [[number, leg], [otherNumber, otherLeg]] = [one, other].map((id) => id.split('-').map(BigInt)) as [
    [bigint, bigint],
    [bigint, bigint],
  ];
  return number < otherNumber || (number === otherNumber && leg < otherLeg);
}

/** The outcome of a product's positions. Null where there was nothing of the kind; losses and fees are negative. */
export interface ProductOfYear {
  product: Product;
  opened: Figure | null;
  cameBack: Figure | null;
  profit: Figure | null;
  loss: Figure | null;
  fee: Figure | null;
  result: Figure | null;
}

/** The products in which a position was opened, matured or was cancelled in the year. */
export function productsOfYear(groups: readonly EntryGroup[]): ProductOfYear[] {
  return products.flatMap((product) => {
    const own = groups.filter(({ kind }) =>
      [`${product}_opened`, `${product}_matured`, `${product}_canceled`].includes(kind),
    );
    const invested = (is: (group: EntryGroup) => boolean) =>
      together(own.filter(is).map((group) => lineOf(group, 'invested')));
    const isOwn = ({ to }: EntryGroup): boolean => to === 'balance' || to === 'zord';
    const gains = own.filter((group) => isOwn(group) && (group.from === 'promised' || group.from === 'trading'));
    const profit = together(gains.map((group) => lineOf(group, group.to as CustomerAccount)));
    const loss = invested(({ from, to }) => from === 'invested' && to === 'trading');
    const fee = invested(({ from, to }) => from === 'invested' && to === 'fees');
    if (own.length === 0) return [];
    return {
      product,
      opened: invested(({ to }) => to === 'invested'),
      // Amounts that returned from positions to the customer's own accounts.
      cameBack: negated(invested((group) => group.from === 'invested' && isOwn(group))),
      profit,
      loss,
      fee,
      result: together([profit, loss, fee]),
    };
  });
}

function negated(figure: Figure | null): Figure | null {
  return figure && { ...figure, amount: micros(-figure.amount), shown: micros(-figure.shown) };
}

/** Transfers from or to the brokerage in one currency; the withdrawal fee is in dollars and negative. */
export interface TransfersOfYear {
  direction: 'brought' | 'withdrawn';
  settled: Settled;
  figure: Figure;
  fee: Figure | null;
}

export function transfersOfYear(groups: readonly EntryGroup[]): TransfersOfYear[] {
  return groups.flatMap((group): TransfersOfYear[] => {
    const { kind, settled } = group;
    if (!settled) return [];
    if (kind === 'deposit_settled') {
      const figure = lineOf(group, 'balance');
      return figure ? [{ direction: 'brought', settled, figure, fee: null }] : [];
    }
    if (kind !== 'withdrawal_settled' || group.to !== 'brokerage') return [];
    const fees = groups.filter(
      (other) => other.kind === kind && other.to === 'fees' && other.settled?.currency === settled.currency,
    );
    const figure = lineOf(group, 'held');
    const fee = together(fees.map((other) => lineOf(other, 'held')));
    return figure ? [{ direction: 'withdrawn', settled, figure, fee }] : [];
  });
}

/** A transfer that was corrected afterwards; an amount that was brought is negative, one that was withdrawn positive, fee included. */
export interface ReversedTransfers {
  direction: TransfersOfYear['direction'];
  kind: ReversingKind;
  figure: Figure;
}

export function reversedTransfersOfYear(groups: readonly EntryGroup[]): ReversedTransfers[] {
  const of = (direction: ReversedTransfers['direction'], kind: ReversingKind): ReversedTransfers[] => {
    const figure = inBalance(groups, kind);
    return figure ? [{ direction, kind, figure }] : [];
  };
  return [...of('brought', 'reversed_deposit'), ...of('withdrawn', 'reversed_withdrawal')];
}

/** Awards paid by the network, and those corrected afterwards (negative). */
export function awardsOfYear(groups: readonly EntryGroup[]): { kind: AwardKind; figure: Figure }[] {
  return awardKinds.flatMap((kind) => {
    const figure = inBalance(groups, kind);
    return figure ? [{ kind, figure }] : [];
  });
}

const awardKinds = ['network_bonus', 'network_residual', 'reversed_bonus', 'reversed_residual'] as const;
export type AwardKind = (typeof awardKinds)[number];

/** What the journals of a kind did to the balance; null if there were none. */
function inBalance(groups: readonly EntryGroup[], kind: JournalKind): Figure | null {
  return together(groups.filter((group) => group.kind === kind).map((group) => lineOf(group, 'balance')));
}

/** All fees charged (negative) and given back, grouped by what they were for. */
export function feesOfYear(groups: readonly EntryGroup[]): { kind: string; figure: Figure }[] {
  return withHouse(groups, 'fees');
}

/** Tax withheld (negative) and refunded, grouped by what it was withheld from. */
export function taxesOfYear(groups: readonly EntryGroup[]): { kind: string; figure: Figure }[] {
  return withHouse(groups, 'taxes');
}

/** What went to one of the house's accounts and came back from it, as the customer's own accounts have it. */
function withHouse(groups: readonly EntryGroup[], house: 'fees' | 'taxes'): { kind: string; figure: Figure }[] {
  const own = ({ from, to }: EntryGroup): CustomerAccount => (to === house ? from : to) as CustomerAccount;
  const moved = groups.filter(({ from, to }) => from === house || to === house);
  return byKind(moved, (group) => lineOf(group, own(group)));
}

function byKind(
  groups: readonly EntryGroup[],
  figureOf: (group: EntryGroup) => Figure | null,
): { kind: string; figure: Figure }[] {
  const kinds = [...new Set(groups.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const figure = together(groups.filter((group) => group.kind === kind).map(figureOf));
    return figure ? [{ kind, figure }] : [];
  });
}
