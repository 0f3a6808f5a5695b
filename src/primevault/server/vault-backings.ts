import { type Backings, positionEvent } from '#ledger/server/backing.ts';

/** What stands behind the events of the vault: the investment, in the state that the event brought it to. */
export const vaultBackings = {
  vault_opened: positionEvent('vault_opened', 'vault_investments', {
    legs: { 'balance>vault': 'p.amount', 'treasury>promised': 'p.promised_profit' },
  }),
  vault_matured: positionEvent('vault_matured', 'vault_investments', {
    where: `p.status = 'expired'`,
    legs: { 'vault>balance': 'p.amount', 'promised>balance': 'p.promised_profit' },
  }),
} satisfies Partial<Backings>;
