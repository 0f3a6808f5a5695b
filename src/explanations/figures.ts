import type { AccountKind, CustomerAccount } from '#ledger/journal.ts';
import type { JournalKind } from '#ledger/kinds.ts';
import {
  isFixed,
  positionKinds,
  type Product,
  productOf,
  productOfKind,
  products,
  registry,
  walletProduct,
  type WireName,
  wireName,
} from '#positions/registry.ts';

/**
 * Every figure that a customer sees, and what it is made of. A figure is the sum of other figures (its parts), or the sum of
 * entries of the ledger (its moves), or of what positions have earned and were not paid yet (its accruals). The browser
 * adds up by these same rules what the server looks up by them.
 */
export interface Move {
  /** The account that the money left; `any` for all of them. */
  from: AccountKind | 'any';
  to: AccountKind | 'any';
  /** The events that count; every event unless told. */
  kinds?: readonly string[];
  /** Whether such an entry makes the figure larger or smaller. */
  sign: 1 | -1;
}

type AwardKind = 'bonus' | 'residual';
/** What may have earned something that is not paid yet: a running position, or an award that the treasury still owes. */
export type AccruingSource = WireName | AwardKind;
export const accruingSources: readonly AccruingSource[] = [...products.map(wireName), 'bonus', 'residual'];

export type FigureRule = { parts: readonly FigureName[] } | { moves: readonly Move[] } | { accruals: AccruingSource };

type FromBalance = { [P in Product]: (typeof registry)[P]['source'] extends 'balance' ? P : never }[Product];

export type FigureName =
  | 'balance'
  | 'held'
  | 'earnings'
  | 'earned'
  | 'wealth'
  | 'zord'
  | 'zord-available'
  | 'zord-blocked'
  | `in-${WireName<FromBalance>}`
  | `${WireName}-${'earnings' | 'earned' | 'accrued' | 'wealth'}`
  | AwardKind
  | `${AwardKind}-${'earned' | 'owed'}`;

/** All that ever came into an account less all that left it. */
function heldIn(account: CustomerAccount, kinds?: readonly string[]): FigureRule {
  const counted = kinds && { kinds };
  return {
    moves: [
      { from: 'any', to: account, ...counted, sign: 1 },
      { from: account, to: 'any', ...counted, sign: -1 },
    ],
  };
}

/** Of what is invested the part that is in these products. */
function investedIn(some: readonly Product[]): FigureRule {
  return heldIn(
    'invested',
    positionKinds.filter((kind) => some.some((product) => product === productOfKind(kind))),
  );
}

function paid(from: AccountKind, to: AccountKind, kind: JournalKind): FigureRule {
  return { moves: [{ from, to, kinds: [kind], sign: 1 }] };
}

/** What trading paid less what it got. */
function traded(to: AccountKind, kind: JournalKind): FigureRule {
  return {
    moves: [
      { from: 'trading', to, kinds: [kind], sign: 1 },
      { from: 'invested', to: 'trading', kinds: [kind], sign: -1 },
    ],
  };
}

const eachProduct = <Name extends string>(of: (name: WireName) => Name): Name[] =>
  products.map((product) => of(wireName(product)));

/** What a product's positions hold, have paid, and have earned beyond that. */
function rulesOf(product: Product): Record<string, FigureRule> {
  const [name, { source }] = [wireName(product), registry[product]];
  const own = { [`in-${name}`]: investedIn([product]) };
  const kind = `${product}_matured` as const;
  return {
    ...(product !== walletProduct && own),
    [`${name}-earnings`]: { parts: [`${name}-earned`, `${name}-accrued`] },
    [`${name}-earned`]: isFixed(product) ? paid('promised', source, kind) : traded(source, kind),
    [`${name}-accrued`]: { accruals: name },
    [`${name}-wealth`]: {
      parts: [product === walletProduct ? 'zord' : (`in-${name}` as FigureName), `${name}-accrued`],
    },
  };
}

export const figureRules = {
  balance: heldIn('balance'),
  held: heldIn('held'),
  earnings: { parts: [...eachProduct((name) => `${name}-earnings` as const), 'bonus', 'residual'] },
  earned: { parts: [...eachProduct((name) => `${name}-earned` as const), 'bonus-earned', 'residual-earned'] },
  wealth: { parts: ['balance', ...eachProduct((name) => `${name}-wealth` as const)] },
  zord: { parts: ['zord-available', 'zord-blocked'] },
  'zord-available': heldIn('zord'),
  'zord-blocked': investedIn(walletProduct ? [walletProduct] : []),
  ...Object.assign({}, ...products.map(rulesOf)),
  bonus: { parts: ['bonus-earned', 'bonus-owed'] },
  'bonus-earned': paid('treasury', 'balance', 'network_bonus'),
  'bonus-owed': { accruals: 'bonus' },
  residual: { parts: ['residual-earned', 'residual-owed'] },
  'residual-earned': paid('treasury', 'balance', 'network_residual'),
  'residual-owed': { accruals: 'residual' },
} as Record<FigureName, FigureRule>;

export const figureNames = Object.keys(figureRules) as FigureName[];

/** What is explained one by one: the profit of a position, the value of an award. */
export type PositionName = WireName | 'award';
export const positionNames: readonly PositionName[] = [...products.map(wireName), 'award'];

export function isFigure(name: string): name is FigureName {
  return Object.hasOwn(figureRules, name);
}

export function isPosition(name: string): name is PositionName {
  return positionNames.some((position) => position === name);
}

/** Those that earn what was promised to them. */
export function isPromised(name: string): boolean {
  const product = productOf(name);
  return product !== null && isFixed(product);
}

/** Those that earn by operations. */
export function isTraded(name: string): boolean {
  const product = productOf(name);
  return product !== null && !isFixed(product);
}

export function partsOf(name: FigureName): readonly FigureName[] {
  const rule = figureRules[name];
  return 'parts' in rule ? rule.parts : [];
}

/** The figures that it comes down to: those that have entries or accruals of their own. */
export function leavesOf(name: FigureName): FigureName[] {
  const parts = partsOf(name);
  return parts.length === 0 ? [name] : parts.flatMap(leavesOf);
}
