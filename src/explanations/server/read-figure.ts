import { readEquity } from '#dashboard/server/read-equity.ts';
import { addUp, readReportRow, type ReportRow } from '#dashboard/server/read-home-report.ts';
import { fromJsonNumber, type Micros, micros } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Investor } from '#platform/server/investor.ts';
import { readBotWallet } from '#primezord/server/read-bot-wallet.ts';
import { readUser } from '#profile/server/read-user.ts';
import { readMoneyUnderWay } from '#wallet/server/read-money-under-way.ts';
import type { FigureName } from '../figures.ts';

type Reader = (sql: Sql, investor: Investor) => Promise<Micros>;

/** A figure at this moment, by the very reading that its screen shows. */
export function readFigure(sql: Sql, investor: Investor, figure: FigureName): Promise<Micros> {
  return readers[figure](sql, investor);
}

function ofReport(pick: (row: ReportRow) => bigint): Reader {
  return async (sql, investor) => micros(pick(await readReportRow(sql, investor)));
}

type Point = Awaited<ReturnType<typeof readToday>>;

function ofToday(pick: (today: Point) => number): Reader {
  return async (sql, investor) => fromJsonNumber(pick(await readToday(sql, investor)));
}

/** The last point of the dashboard's chart. */
async function readToday(sql: Sql, investor: Investor) {
  const now = investor.now.toISOString();
  const [today] = await readEquity(sql, { investor, query: { start: now, tz: 'UTC' } });
  if (!today) throw new Error('today has a point of its own');
  return today;
}

function ofWallet(pick: 'Balance' | 'Available' | 'Blocked'): Reader {
  return async (sql, investor) => fromJsonNumber((await readBotWallet(sql, investor.id, 0))[pick]);
}

const readers: Record<FigureName, Reader> = {
  balance: async (sql, investor) => fromJsonNumber((await readUser(sql, { investor })).Balance),
  held: async (sql, investor) => fromJsonNumber((await readMoneyUnderWay(sql, investor.id)).Leaving),
  earnings: ofReport((row) => addUp(row).earned + addUp(row).accrued),
  earned: ofReport((row) => addUp(row).earned),
  wealth: ofToday(({ Total }) => Total),
  'in-stake': ofReport((row) => row.amount),
  'in-copytrade': ofReport((row) => row.copy_amount),
  'in-vault': ofReport((row) => row.vault_amount),
  zord: ofWallet('Balance'),
  'zord-available': ofWallet('Available'),
  'zord-blocked': ofWallet('Blocked'),
  'stake-earnings': ofReport((row) => row.earned + row.accrued),
  'stake-earned': ofReport((row) => row.earned),
  'stake-accrued': ofReport((row) => row.accrued),
  'stake-wealth': ofToday(({ Stake }) => Stake),
  'copytrade-earnings': ofReport((row) => row.copy_earned + row.copy_running),
  'copytrade-earned': ofReport((row) => row.copy_earned),
  'copytrade-accrued': ofReport((row) => row.copy_running),
  'copytrade-wealth': ofToday(({ Copytrade }) => Copytrade),
  'vault-earnings': ofReport((row) => row.vault_earned + row.vault_accrued),
  'vault-earned': ofReport((row) => row.vault_earned),
  'vault-accrued': ofReport((row) => row.vault_accrued),
  'vault-wealth': ofToday(({ Vault }) => Vault),
  'primezord-earnings': ofReport((row) => row.bot_earned + row.bot_result),
  'primezord-earned': ofReport((row) => row.bot_earned),
  'primezord-accrued': ofReport((row) => row.bot_result),
  'primezord-wealth': ofToday(({ Primezord }) => Primezord),
  bonus: ofReport((row) => row.bonus_paid + row.bonus_owed),
  'bonus-earned': ofReport((row) => row.bonus_paid),
  'bonus-owed': ofReport((row) => row.bonus_owed),
  residual: ofReport((row) => row.residual_paid + row.residual_owed),
  'residual-earned': ofReport((row) => row.residual_paid),
  'residual-owed': ofReport((row) => row.residual_owed),
};
