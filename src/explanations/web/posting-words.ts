import type { PositionName } from '../figures.ts';
import type words from '../messages/pt-BR.json';

/** The events that have words of their own, and which position or award each of them is about. */
const kinds: Record<keyof (typeof words)['kinds'], PositionName | null> = {
  stake_opened: 'stake',
  stake_matured: 'stake',
  stake_canceled: 'stake',
  vault_opened: 'vault',
  vault_matured: 'vault',
  copytrade_opened: 'copytrade',
  copytrade_expired: 'copytrade',
  bot_subscribed: null,
  bot_deposited: null,
  bot_withdrawn: null,
  bot_invested: 'primezord',
  bot_finished: 'primezord',
  deposit_settled: null,
  withdrawal_held: null,
  withdrawal_settled: null,
  withdrawal_returned: null,
  network_bonus: 'award',
  network_residual: 'award',
  other: null,
};

/** One that has none is shown as a posting, never as a key. */
export function wordOfKind(kind: string): keyof typeof kinds {
  return Object.hasOwn(kinds, kind) ? (kind as keyof typeof kinds) : 'other';
}

export function explainedBy(kind: string): PositionName | null {
  return kinds[wordOfKind(kind)];
}

export function wordOfAccount(account: string): keyof (typeof words)['accounts'] {
  return account as keyof (typeof words)['accounts'];
}
