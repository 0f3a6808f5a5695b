import { addDays } from '#platform/clock.ts';
import type { EquityPoint, HomeReport } from '../../contract.ts';

export function reportOf(different: Partial<HomeReport> = {}): HomeReport {
  return {
    Amount: 600,
    Finished: 3,
    Running: 2,
    Profit: 61.12,
    Finishedcopy: 0,
    Runningcopy: 0,
    Amountcopy: 0,
    Profitcopy: 0,
    VaultInvestmentsCount: 0,
    BotInvestmentsCount: 0,
    TotalEarnings: 61.12,
    TotalEarned: 30,
    ...different,
  };
}

/** As the server gives them: newest first, one a day, ending on 2 March 2026; each day a dollar more than the day before. */
export function equityOf(days: number): EquityPoint[] {
  return Array.from({ length: days }, (_, at) => {
    const Balance = 1000 - at;
    return {
      Date: addDays(new Date('2026-03-02T00:00:00Z'), -at).toISOString().slice(0, 10),
      Total: Balance + 200,
      Balance,
      Stake: 200,
      Copytrade: 0,
      Vault: 0,
      Primezord: 0,
    };
  });
}
