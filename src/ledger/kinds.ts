/**
 * Every kind of event that the books know. The database keeps the same list, with the accounts that each may move between, and
 * refuses whatever is not in it; a kind that is not here does not compile. Nothing is posted under a retired one any more, and
 * what was stays in the books. Adding one: CONTRIBUTING.md.
 */
export const kinds = {
  treasury_funded: 'posted',
  deposit_settled: 'posted',
  withdrawal_held: 'posted',
  withdrawal_settled: 'posted',
  withdrawal_returned: 'posted',
  stake_opened: 'posted',
  stake_matured: 'posted',
  stake_canceled: 'posted',
  vault_opened: 'posted',
  vault_matured: 'posted',
  copytrade_opened: 'posted',
  copytrade_expired: 'posted',
  bot_subscribed: 'posted',
  bot_deposited: 'posted',
  bot_withdrawn: 'posted',
  bot_invested: 'posted',
  bot_finished: 'posted',
  network_bonus: 'posted',
  network_residual: 'posted',
} as const satisfies Record<string, 'posted' | 'retired'>;

export type KnownKind = keyof typeof kinds;
/** One that may be posted. */
export type JournalKind = { [Kind in KnownKind]: (typeof kinds)[Kind] extends 'posted' ? Kind : never }[KnownKind];

export const knownKinds = Object.keys(kinds) as KnownKind[];
