import { type CustomerAccount, customerAccounts } from '#ledger/journal.ts';
import { type Micros, micros, sum, zero } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { readAccountDays } from './account-days.ts';
import { everyDay, type ReportDays } from './report-days.ts';

/** What was owed to customers at the end of a day, and what was left to promise from. */
export interface LiabilityDay {
  day: string;
  accounts: Record<CustomerAccount, Micros>;
  owed: Micros;
  treasury: Micros;
}

/** Returns every day, including those on which nothing moved. */
export async function readLiabilityDays(sql: Sql, days: ReportDays): Promise<LiabilityDay[]> {
  const kept = [...customerAccounts, 'treasury'] as const;
  const moved = await readAccountDays(sql, days, kept);
  const standing = new Map<string, Micros>(
    kept.map((account) => [account, moved.find((each) => each.account === account)?.opening ?? zero]),
  );
  const closings = new Map(moved.map(({ account, day, closing }) => [`${account} ${day}`, closing]));
  return [...everyDay(days)].map((day) => {
    for (const account of kept) {
      const closing = closings.get(`${account} ${day}`);
      if (closing !== undefined) standing.set(account, closing);
    }
    const now = (account: string): Micros => standing.get(account) ?? zero;
    const accounts = Object.fromEntries(customerAccounts.map((account) => [account, now(account)]));
    return {
      day,
      accounts: accounts as LiabilityDay['accounts'],
      owed: micros(sum(customerAccounts.map(now))),
      treasury: now('treasury'),
    };
  });
}
