import { shownSum } from '#money/shown.ts';
import type { Maturity, MaturityMonth } from '../../contract.ts';

/** A stake of 300 with a profit of 75, ending on 1 May 2026. */
export function maturityOf(different: Partial<Maturity> = {}): Maturity {
  return {
    Id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    Product: 'stake',
    Start: '2026-03-02T12:00:00.000Z',
    End: '2026-05-01T12:00:00.000Z',
    Amount: 300,
    Profit: 75,
    Promised: true,
    AwaitsOperations: false,
    ...different,
  };
}

/** A month in which nothing comes back except what the test specifies; the shown sums equal the exact ones. */
export function monthOf(different: Partial<MaturityMonth> & { Start: string }): MaturityMonth {
  const sums = { Amount: 0, Promised: 0, Result: 0, Stake: 0, Copytrade: 0, Vault: 0, Primezord: 0 };
  const month = { Positions: 0, ...sums, ...different };
  const Shown = {
    Amount: shownSum(month.Amount),
    Promised: shownSum(month.Promised),
    Result: shownSum(month.Result),
    ...(different.Withheld !== undefined && { Withheld: shownSum(different.Withheld) }),
    Stake: shownSum(month.Stake),
    Copytrade: shownSum(month.Copytrade),
    Vault: shownSum(month.Vault),
    Primezord: shownSum(month.Primezord),
  };
  return { Shown, ...month };
}
