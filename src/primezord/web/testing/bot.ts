import type { Operation } from '#payouts/contract.ts';
import { dayMs } from '#platform/clock.ts';
import type { BotSettings, BotWallet, Investment } from '../../contract.ts';

export const botSettings: BotSettings = {
  EntryFee: 50,
  Amounts: [25, 50, 100, 250, 500, 1000, 2500, 5000],
  Days: 30,
};

/** A wallet of 350, of which 100 are invested. */
export function walletOf(different: Partial<BotWallet> = {}): BotWallet {
  return { Balance: 350, Available: 250, Blocked: 100, DollarRate: 5.4321, ...different };
}

/** An investment of 100, a third of the way through, with a small profit. */
export function investmentOf(different: Partial<Investment> = {}): Investment {
  const Date = '2026-03-02T12:00:00.000Z';
  return {
    Id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    Date,
    End: new globalThis.Date(globalThis.Date.parse(Date) + 30 * dayMs).toISOString(),
    Amount: 100,
    Profit: 4.2,
    Progress: 33.33,
    Status: 'in_progress',
    AwaitsOperations: false,
    ...different,
  };
}

/** An operation of the bot that won 1.25 % of 100. */
export function operationOf(different: Partial<Operation> = {}): Operation {
  return {
    Id: '7c9e6679-7425-40de-944b-e07fc1f90b01',
    Opened: '2026-03-05T13:30:00.000Z',
    Date: '2026-03-05T14:30:00.000Z',
    Asset: 'EUR/USD',
    Pair: 'EURUSD',
    Payout: 1.25,
    Profit: 1.25,
    Source: 'operator',
    ...different,
  };
}
