import { addDays } from '#platform/clock.ts';
import type { EquityPoint, HomeReport } from '../../contract.ts';

/** Shown figures equal the exact ones unless a test overrides them. */
export function reportOf(different: Partial<HomeReport> = {}): HomeReport {
  const report = {
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
  const { Amount, Profit, Amountcopy, Profitcopy, TotalEarnings, TotalEarned } = report;
  return { Shown: { Amount, Profit, Amountcopy, Profitcopy, TotalEarnings, TotalEarned }, ...report };
}

/** A day with only the given values; the shown ones equal them. */
export function pointOf(different: Partial<EquityPoint>): EquityPoint {
  const parts = { Balance: 0, Stake: 0, Copytrade: 0, Vault: 0, Primezord: 0, ...different };
  const { Balance, Stake, Copytrade, Vault, Primezord } = parts;
  const Total = different.Total ?? Balance + Stake + Copytrade + Vault + Primezord;
  const Shown = { Total, Balance, Stake, Copytrade, Vault, Primezord };
  return { Date: '2026-03-02', ...parts, Total, Shown };
}

/** As the server sends them: newest first, one per day, ending on 2 March 2026; each day is a dollar more than the day before. */
export function equityOf(days: number): EquityPoint[] {
  return Array.from({ length: days }, (_, at) => {
    const Balance = 1000 - at;
    const Date = addDays(new globalThis.Date('2026-03-02T00:00:00Z'), -at).toISOString().slice(0, 10);
    return pointOf({ Date, Balance, Stake: 200 });
  });
}
