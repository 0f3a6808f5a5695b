import { productOfKind, wireName } from '#positions/registry.ts';
import type { PositionName } from '../figures.ts';
import type words from '../messages/pt-BR.json';

type Words = typeof words;

/** The events that have words of their own. */
const kinds: Record<keyof Words['kinds'], true> = {
  stake_opened: true,
  stake_matured: true,
  stake_canceled: true,
  primevault_opened: true,
  primevault_matured: true,
  copytrade_opened: true,
  copytrade_matured: true,
  primezord_subscribed: true,
  primezord_deposited: true,
  primezord_withdrawn: true,
  primezord_opened: true,
  primezord_matured: true,
  deposit_settled: true,
  withdrawal_held: true,
  withdrawal_settled: true,
  withdrawal_returned: true,
  network_bonus: true,
  network_residual: true,
  other: true,
};

/** What is invested has the name of the product that it is in. */
const invested: Record<Extract<keyof Words['accounts'], `invested_${string}`>, true> = {
  invested_stake: true,
  invested_copytrade: true,
  invested_primevault: true,
  invested_primezord: true,
};

/** One that has none is shown as a posting, never as a key. */
export function wordOfKind(kind: string): keyof Words['kinds'] {
  return Object.hasOwn(kinds, kind) ? (kind as keyof typeof kinds) : 'other';
}

/** Which position or award an event is about; null for one that is about none. */
export function explainedBy(kind: string): PositionName | null {
  if (kind === 'network_bonus' || kind === 'network_residual') return 'award';
  const product = productOfKind(kind);
  return product && wireName(product);
}

export function wordOfAccount(account: string, kind: string): keyof Words['accounts'] {
  const ofProduct = `${account}_${productOfKind(kind)}`;
  return (Object.hasOwn(invested, ofProduct) ? ofProduct : account) as keyof Words['accounts'];
}
