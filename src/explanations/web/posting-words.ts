import { positionKinds, productOfKind, wireName } from '#positions/registry.ts';
import type { PositionName } from '../figures.ts';
import type words from '../messages/pt-BR.json';

type Words = typeof words;

/** Kinds of events with a label of their own, besides those of positions. */
const others = [
  'primezord_subscribed',
  'primezord_deposited',
  'primezord_withdrawn',
  'deposit_settled',
  'withdrawal_held',
  'withdrawal_settled',
  'withdrawal_returned',
  'network_bonus',
  'network_residual',
  'reversed_deposit',
  'reversed_withdrawal',
  'reversed_bonus',
  'reversed_residual',
  'reversed_withholding',
  'remainder_given_up',
] as const satisfies (keyof Words['kinds'])[];
const kinds = new Set<string>([...positionKinds, ...others] satisfies (keyof Words['kinds'])[]);

/** A kind without a label is shown as a posting, never as its key. */
export function wordOfKind(kind: string): keyof Words['kinds'] {
  return kinds.has(kind) ? (kind as keyof Words['kinds']) : 'other';
}

/** Returns the kind of position (or `award`) an event concerns; null if it concerns none. */
export function explainedBy(kind: string): PositionName | null {
  if (isAward(kind)) return 'award';
  const product = productOfKind(kind);
  return product && wireName(product);
}

function isAward(kind: string): boolean {
  return ['network_bonus', 'network_residual', 'reversed_bonus', 'reversed_residual'].includes(kind);
}

/** The `invested` account is labelled with the name of the product. */
export function wordOfAccount(account: string, kind: string): keyof Words['accounts'] {
  const product = productOfKind(kind);
  if (account !== 'invested' || product === null) return account as keyof Words['accounts'];
  return `invested_${product}` satisfies keyof Words['accounts'];
}
