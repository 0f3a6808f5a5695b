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
 * Every figure that a customer sees, and how it is made up: the sum of other figures (its parts), of ledger entries (its moves), or of what
 * positions have earned but not been paid (its accruals). The browser adds up by the same rules by which the server looks things up.
 */
export interface Move {
  /** The account the money came from; `any` for all. */
  from: AccountKind | 'any';
  to: AccountKind | 'any';
  /** The journal kinds that count; all if omitted. */
  kinds?: readonly string[];
  /** Whether such an entry increases or decreases the figure. */
  sign: 1 | -1;
}

type AwardKind = 'bonus' | 'residual';
/** Sources of unpaid earnings: a running position, or an award that the treasury still owes. */
export type AccruingSource = WireName | AwardKind;
export const accruingSources: readonly AccruingSource[] = [...products.map(wireName), 'bonus', 'residual'];

/** `less` are the parts that are subtracted. */
export type FigureRule =
  | { parts: readonly FigureName[]; less?: readonly FigureName[] }
  | { moves: readonly Move[] }
  | { accruals: AccruingSource };

type FromBalance = { [P in Product]: (typeof registry)[P]['source'] extends 'balance' ? P : never }[Product];

export type FigureName =
  | 'balance'
  | 'held'
  | 'earnings'
  | 'earned'
  | 'wealth'
  | 'result'
  | 'brought'
  | 'taken-out'
  | 'withdrawn'
  | 'fees'
  | 'subscription'
  | 'taxes'
  | 'zord'
  | 'zord-available'
  | 'zord-blocked'
  | `in-${WireName<FromBalance>}`
  | `${WireName}-${'earnings' | 'earned' | 'accrued' | 'wealth'}`
  | AwardKind
  | `${AwardKind}-${'earned' | 'owed'}`
  | 'network-earned';

/** Everything ever paid into an account less everything paid out of it. */
function heldIn(account: CustomerAccount, kinds?: readonly string[]): FigureRule {
  const counted = kinds && { kinds };
  return {
    moves: [
      { from: 'any', to: account, ...counted, sign: 1 },
      { from: account, to: 'any', ...counted, sign: -1 },
    ],
  };
}

/** The part of the invested amount that is in these products. */
function investedIn(some: readonly Product[]): FigureRule {
  return heldIn(
    'invested',
    positionKinds.filter((kind) => some.some((product) => product === productOfKind(kind))),
  );
}

function paid(from: AccountKind, to: AccountKind, kind: JournalKind): FigureRule {
  return { moves: [{ from, to, kinds: [kind], sign: 1 }] };
}

/** What the network paid less what was reversed of it. */
function awarded(kinds: JournalKind[], reversed: JournalKind[]): FigureRule {
  return {
    moves: [
      { from: 'treasury', to: 'balance', kinds, sign: 1 },
      { from: 'balance', to: 'treasury', kinds: reversed, sign: -1 },
    ],
  };
}

/** What trading paid less what it received. */
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

/** The rules for a product's invested amount, paid profit and accrued profit. */
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
  result: { parts: ['wealth', 'taken-out'], less: ['brought'] },
  brought: {
    moves: [
      { from: 'brokerage', to: 'balance', kinds: ['deposit_settled'], sign: 1 },
      { from: 'balance', to: 'brokerage', kinds: ['reversed_deposit'], sign: -1 },
    ],
  },
  'taken-out': { parts: ['withdrawn', 'held'] },
  withdrawn: {
    moves: [
      { from: 'held', to: 'brokerage', sign: 1 },
      { from: 'brokerage', to: 'balance', kinds: ['reversed_withdrawal'], sign: -1 },
    ],
  },
  fees: {
    moves: [
      { from: 'invested', to: 'fees', sign: 1 },
      { from: 'held', to: 'fees', sign: 1 },
      { from: 'fees', to: 'balance', sign: -1 },
    ],
  },
  subscription: paid('balance', 'fees', 'primezord_subscribed'),
  taxes: {
    moves: [
      { from: 'balance', to: 'taxes', sign: 1 },
      { from: 'taxes', to: 'balance', sign: -1 },
    ],
  },
  zord: { parts: ['zord-available', 'zord-blocked'] },
  'zord-available': heldIn('zord'),
  'zord-blocked': investedIn(walletProduct ? [walletProduct] : []),
  ...Object.assign({}, ...products.map(rulesOf)),
  bonus: { parts: ['bonus-earned', 'bonus-owed'] },
  'bonus-earned': awarded(['network_bonus'], ['reversed_bonus']),
  'bonus-owed': { accruals: 'bonus' },
  residual: { parts: ['residual-earned', 'residual-owed'] },
  'residual-earned': awarded(['network_residual'], ['reversed_residual']),
  'residual-owed': { accruals: 'residual' },
  'network-earned': awarded(['network_bonus', 'network_residual'], ['reversed_bonus', 'reversed_residual']),
} as Record<FigureName, FigureRule>;

/** The figure that a member of the network has a part in: with their id, what they brought alone. */
export const ofMembers = 'network-earned' satisfies FigureName;

export const figureNames = Object.keys(figureRules) as FigureName[];

/** Explained individually: the profit of a position, the value of an award. */
export type PositionName = WireName | 'award';
export const positionNames: readonly PositionName[] = [...products.map(wireName), 'award'];

export function isFigure(name: string): name is FigureName {
  return Object.hasOwn(figureRules, name);
}

export function isPosition(name: string): name is PositionName {
  return positionNames.some((position) => position === name);
}

/** Whether it earns a promised profit. */
export function isPromised(name: string): boolean {
  const product = productOf(name);
  return product !== null && isFixed(product);
}

/** Whether it earns by operations. */
export function isTraded(name: string): boolean {
  const product = productOf(name);
  return product !== null && !isFixed(product);
}

export function partsOf(name: FigureName): readonly FigureName[] {
  const rule = figureRules[name];
  return 'parts' in rule ? rule.parts : [];
}

/** Those that are subtracted. */
export function lessOf(name: FigureName): readonly FigureName[] {
  const rule = figureRules[name];
  return ('parts' in rule && rule.less) || [];
}

/** The figures it is ultimately made of: those with entries or accruals of their own. */
export function leavesOf(name: FigureName): FigureName[] {
  const parts = [...partsOf(name), ...lessOf(name)];
  return parts.length === 0 ? [name] : parts.flatMap(leavesOf);
}
