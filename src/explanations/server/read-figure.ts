import type { ShownEquity } from '#dashboard/contract.ts';
import { readEquity } from '#dashboard/server/read-equity.ts';
import { earnedSums, type Figure, paidSums, readReportRow, sumOf } from '#dashboard/server/read-home-report.ts';
import type { ReportSum } from '#dashboard/server/report-sql.ts';
import { fromJsonNumber } from '#money/money.ts';
import { shownTotal, wholeCents } from '#money/shown.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import { readBotWallet } from '#primezord/server/read-bot-wallet.ts';
import { readUser } from '#profile/server/read-user.ts';
import { readMoneyUnderWay } from '#wallet/server/read-money-under-way.ts';
import type { FigureName } from '../figures.ts';

type Reader = (sql: Sql, investor: Investor) => Promise<Figure>;

/** A figure at this moment, by the very reading that its screen shows. */
export function readFigure(sql: Sql, investor: Investor, figure: FigureName): Promise<Figure> {
  return readers[figure](sql, investor);
}

function ofReport(...names: ReportSum[]): Reader {
  return async (sql, investor) => sumOf(await readReportRow(sql, investor), names);
}

function ofToday(part: keyof ShownEquity): Reader {
  return async (sql, investor) => {
    const today = await readToday(sql, investor);
    return { exact: fromJsonNumber(today[part]), shown: fromJsonNumber(today.Shown[part]) };
  };
}

/** The last point of the dashboard's chart. */
async function readToday(sql: Sql, investor: Investor) {
  const now = investor.now.toISOString();
  const [today] = await readEquity(sql, { investor, query: { start: now, tz: 'UTC' } });
  if (!today) throw new Error('today has a point of its own');
  return today;
}

/** What is in one account, or in accounts that are shown apart. */
function inAccounts(exact: number, ...accounts: number[]): Figure {
  return { exact: fromJsonNumber(exact), shown: shownTotal(accounts.map(fromJsonNumber)) };
}

function inAccount(exact: number): Figure {
  return { exact: fromJsonNumber(exact), shown: wholeCents(fromJsonNumber(exact)) };
}

function ofWallet(pick: 'Available' | 'Blocked'): Reader {
  return async (sql, investor) => inAccount((await readBotWallet(sql, investor.id, 0))[pick]);
}

const readers: Record<FigureName, Reader> = {
  balance: async (sql, investor) => inAccount((await readUser(sql, { investor })).Balance),
  held: async (sql, investor) => inAccount((await readMoneyUnderWay(sql, investor.id)).Leaving),
  earnings: ofReport(...earnedSums),
  earned: ofReport(...paidSums),
  wealth: ofToday('Total'),
  'in-stake': ofReport('amount'),
  'in-copytrade': ofReport('copy_amount'),
  'in-vault': ofReport('vault_amount'),
  zord: async (sql, investor) => {
    const { Balance, Available, Blocked } = await readBotWallet(sql, investor.id, 0);
    return inAccounts(Balance, Available, Blocked);
  },
  'zord-available': ofWallet('Available'),
  'zord-blocked': ofWallet('Blocked'),
  'stake-earnings': ofReport('earned', 'accrued'),
  'stake-earned': ofReport('earned'),
  'stake-accrued': ofReport('accrued'),
  'stake-wealth': ofToday('Stake'),
  'copytrade-earnings': ofReport('copy_earned', 'copy_running'),
  'copytrade-earned': ofReport('copy_earned'),
  'copytrade-accrued': ofReport('copy_running'),
  'copytrade-wealth': ofToday('Copytrade'),
  'vault-earnings': ofReport('vault_earned', 'vault_accrued'),
  'vault-earned': ofReport('vault_earned'),
  'vault-accrued': ofReport('vault_accrued'),
  'vault-wealth': ofToday('Vault'),
  'primezord-earnings': ofReport('bot_earned', 'bot_result'),
  'primezord-earned': ofReport('bot_earned'),
  'primezord-accrued': ofReport('bot_result'),
  'primezord-wealth': ofToday('Primezord'),
  bonus: ofReport('bonus_paid', 'bonus_owed'),
  'bonus-earned': ofReport('bonus_paid'),
  'bonus-owed': ofReport('bonus_owed'),
  residual: ofReport('residual_paid', 'residual_owed'),
  'residual-earned': ofReport('residual_paid'),
  'residual-owed': ofReport('residual_owed'),
};
