import { customerAccounts } from '#ledger/journal.ts';
import { toDecimal, toJsonNumber } from '#money/money.ts';
import { declareLook, type Looking } from '#commands/server/declaration.ts';
import { day, word } from '#commands/server/params.ts';
import { type LiabilityDay, readLiabilityDays } from '../reports/liability-days.ts';
import { readReportDays } from '../reports/report-days.ts';
import { wordsOf } from './words.ts';

/** Lists what was owed to customers at the end of each day. */
export const reportsLiabilities = declareLook({
  name: 'reports liabilities',
  params: { from: word(day), until: word(day) },
  roles: ['treasury', 'compliance', 'auditor'],
  words: wordsOf('reports liabilities'),
  async show(on, { from, until }) {
    const days = await readLiabilities(on, from, until);
    return { lines: [heading, ...days.map(format)], json: days.map(liabilityJson) };
  },
});

/** @throws CommandRefused if the days are no range for a report */
export async function readLiabilities(
  { sql, atOneMoment }: Looking,
  from: string,
  until: string,
): Promise<LiabilityDay[]> {
  const days = await readReportDays(sql, from, until);
  return atOneMoment((read) => readLiabilityDays(read, days));
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
