import { customerAccounts } from '#ledger/journal.ts';
import { toDecimal, toJsonNumber } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Command } from '../command.ts';
import { type LiabilityDay, readLiabilityDays } from '../reports/liability-days.ts';
import { readReportDays } from '../reports/report-days.ts';

/** Lists what was owed to customers at the end of each day. */
export const reportsLiabilities: Command = {
  name: 'reports liabilities',
  words: ['FROM', 'UNTIL'],
  summary: 'Show what was owed to customers at the end of each day, and what was left to promise; up to a year',
  isLook: true,
  run: ({ db }, { words: [from = '', until = ''] }) =>
    transaction(db, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const days = await readLiabilities(tx, from, until);
      return { lines: [heading, ...days.map(format)], json: days.map(liabilityJson) };
    }),
};

/** @throws Mistyped if the arguments are not days */
export async function readLiabilities(sql: Sql, from: string, until: string): Promise<LiabilityDay[]> {
  const days = await readReportDays(sql, from, until);
  await sql.query('SET LOCAL statement_timeout = 0');
  return readLiabilityDays(sql, days);
}

const heading = ['day'.padEnd(10), ...[...customerAccounts, 'owed', 'treasury'].map((name) => name.padStart(18))].join(
  '',
);

function format({ day, accounts, owed, treasury }: LiabilityDay): string {
  const amounts = [...customerAccounts.map((account) => accounts[account]), owed, treasury];
  return [day, ...amounts.map((amount) => toDecimal(amount).padStart(18))].join('');
}

/** Amounts as in the HTTP contract. */
export function liabilityJson({ day, accounts, owed, treasury }: LiabilityDay) {
  return {
    Day: day,
    Balance: toJsonNumber(accounts.balance),
    Held: toJsonNumber(accounts.held),
    Invested: toJsonNumber(accounts.invested),
    Promised: toJsonNumber(accounts.promised),
    Zord: toJsonNumber(accounts.zord),
    Owed: toJsonNumber(owed),
    Treasury: toJsonNumber(treasury),
  };
}
