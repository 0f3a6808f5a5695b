import type { AccountKind } from '#ledger/journal.ts';

/**
 * Every figure that a customer sees, and what it is made of. A figure is the sum of other figures (its parts), or the sum of
 * transfers of the ledger (its moves), or of what positions have earned and were not paid yet (its accruals). The browser
 * adds up by these same rules what the server looks up by them.
 */
export interface Move {
  /** The account that the money left; `any` for all of them. */
  from: AccountKind | 'any';
  to: AccountKind | 'any';
  /** The one event that counts; every event unless told. */
  kind?: string;
  /** Whether such a transfer makes the figure larger or smaller. */
  sign: 1 | -1;
}

export const accruingSources = ['stake', 'copytrade', 'vault', 'primezord', 'bonus', 'residual'] as const;
/** What may have earned something that is not paid yet: a running position, or an award that the treasury still owes. */
export type AccruingSource = (typeof accruingSources)[number];

export type FigureRule = { parts: readonly FigureName[] } | { moves: readonly Move[] } | { accruals: AccruingSource };

/** All that ever came into an account less all that left it. */
function heldIn(account: AccountKind): FigureRule {
  return {
    moves: [
      { from: 'any', to: account, sign: 1 },
      { from: account, to: 'any', sign: -1 },
    ],
  };
}

function paid(from: AccountKind, kind: string): FigureRule {
  return { moves: [{ from, to: 'balance', kind, sign: 1 }] };
}

/** What trading paid less what it got. */
function traded(capital: AccountKind, paidTo: AccountKind): FigureRule {
  return {
    moves: [
      { from: 'trading', to: paidTo, sign: 1 },
      { from: capital, to: 'trading', sign: -1 },
    ],
  };
}

export const figureNames = [
  'balance',
  'held',
  'earnings',
  'earned',
  'wealth',
  'in-stake',
  'in-copytrade',
  'in-vault',
  'zord',
  'zord-available',
  'zord-blocked',
  'stake-earnings',
  'stake-earned',
  'stake-accrued',
  'stake-wealth',
  'copytrade-earnings',
  'copytrade-earned',
  'copytrade-accrued',
  'copytrade-wealth',
  'vault-earnings',
  'vault-earned',
  'vault-accrued',
  'vault-wealth',
  'primezord-earnings',
  'primezord-earned',
  'primezord-accrued',
  'primezord-wealth',
  'bonus',
  'bonus-earned',
  'bonus-owed',
  'residual',
  'residual-earned',
  'residual-owed',
] as const;
export type FigureName = (typeof figureNames)[number];

export const figureRules: Record<FigureName, FigureRule> = {
  balance: heldIn('balance'),
  held: heldIn('held'),
  earnings: {
    parts: ['stake-earnings', 'copytrade-earnings', 'vault-earnings', 'primezord-earnings', 'bonus', 'residual'],
  },
  earned: {
    parts: ['stake-earned', 'copytrade-earned', 'vault-earned', 'primezord-earned', 'bonus-earned', 'residual-earned'],
  },
  wealth: { parts: ['balance', 'stake-wealth', 'copytrade-wealth', 'vault-wealth', 'primezord-wealth'] },
  'in-stake': heldIn('staked'),
  'in-copytrade': heldIn('copytrade'),
  'in-vault': heldIn('vault'),
  zord: { parts: ['zord-available', 'zord-blocked'] },
  'zord-available': heldIn('zord'),
  'zord-blocked': heldIn('zord_blocked'),
  'stake-earnings': { parts: ['stake-earned', 'stake-accrued'] },
  'stake-earned': paid('promised', 'stake_matured'),
  'stake-accrued': { accruals: 'stake' },
  'stake-wealth': { parts: ['in-stake', 'stake-accrued'] },
  'copytrade-earnings': { parts: ['copytrade-earned', 'copytrade-accrued'] },
  'copytrade-earned': traded('copytrade', 'balance'),
  'copytrade-accrued': { accruals: 'copytrade' },
  'copytrade-wealth': { parts: ['in-copytrade', 'copytrade-accrued'] },
  'vault-earnings': { parts: ['vault-earned', 'vault-accrued'] },
  'vault-earned': paid('promised', 'vault_matured'),
  'vault-accrued': { accruals: 'vault' },
  'vault-wealth': { parts: ['in-vault', 'vault-accrued'] },
  'primezord-earnings': { parts: ['primezord-earned', 'primezord-accrued'] },
  'primezord-earned': traded('zord_blocked', 'zord'),
  'primezord-accrued': { accruals: 'primezord' },
  'primezord-wealth': { parts: ['zord', 'primezord-accrued'] },
  bonus: { parts: ['bonus-earned', 'bonus-owed'] },
  'bonus-earned': paid('treasury', 'network_bonus'),
  'bonus-owed': { accruals: 'bonus' },
  residual: { parts: ['residual-earned', 'residual-owed'] },
  'residual-earned': paid('treasury', 'network_residual'),
  'residual-owed': { accruals: 'residual' },
};

/** What is explained one by one: the profit of a position, the value of an award. */
export const positionNames = ['stake', 'copytrade', 'vault', 'primezord', 'award'] as const;
export type PositionName = (typeof positionNames)[number];

export function isFigure(name: string): name is FigureName {
  return Object.hasOwn(figureRules, name);
}

export function isPosition(name: string): name is PositionName {
  return positionNames.some((position) => position === name);
}

/** Those that earn by operations. */
export function isTraded(name: PositionName): boolean {
  return name === 'copytrade' || name === 'primezord';
}

export function partsOf(name: FigureName): readonly FigureName[] {
  const rule = figureRules[name];
  return 'parts' in rule ? rule.parts : [];
}

/** The figures that it comes down to: those that have transfers or accruals of their own. */
export function leavesOf(name: FigureName): FigureName[] {
  const parts = partsOf(name);
  return parts.length === 0 ? [name] : parts.flatMap(leavesOf);
}
