import { type Micros, micros, toDecimal, toJsonNumber } from '#money/money.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { declareLook, type Looking } from '#commands/server/declaration.ts';
import { day, word } from '#commands/server/params.ts';
import { type DailySheet, readDailySheet } from '../reports/daily-sheet.ts';
import { readBreaks } from '../reports/read-breaks.ts';
import { readReportDays } from '../reports/report-days.ts';
import { wordsOf } from './words.ts';

/** The daily sheet with the day's breaks; `breaks` is null if the brokerage's book was not read. */
export type WholeSheet = DailySheet & { zone: string; breaks: { count: number; open: number } | null };

/** Shows what came in and went out on a day, product by product, and the house's accounts at its end. */
export const reportsDaily = declareLook({
  name: 'reports daily',
  params: { day: word(day) },
  roles: ['payments', 'treasury', 'compliance', 'auditor'],
  words: wordsOf('reports daily'),
  async show(on, asked) {
    const sheet = await readWholeSheet(on, asked.day);
    return { lines: format(sheet), json: sheetJson(sheet) };
  },
});

/** @throws CommandRefused if the day is in the future */
export async function readWholeSheet({ sql, brokerage, atOneMoment }: Looking, of: string): Promise<WholeSheet> {
  const days = await readReportDays(sql, of, of);
  const sheet = await atOneMoment((read) => readDailySheet(read, days));
  return { ...sheet, zone: await readHouseZone(sql), breaks: await readBreaks(sql, brokerage, days) };
}

function format(sheet: WholeSheet): string[] {
  const { treasury, breaks } = sheet;
  return [
    `${sheet.day} (${sheet.zone})`,
    line(`in, ${sheet.in.deposits} deposits`, sheet.in.amount),
    line('  reversed that day', sheet.in.reversed),
    line(`out, ${sheet.out.withdrawals} withdrawals`, sheet.out.amount),
    line('  returned that day', sheet.out.reversed),
    ...sheet.products.flatMap((each) => [
      line(`${each.product}, ${each.opened} opened`, each.invested),
      line(`  promised`, each.promised),
      line(`  ${each.ended} ended, returned`, each.returned),
      line(`  profit paid`, each.profit),
      line(`  early exit fees`, each.fees),
    ]),
    line('fees', sheet.fees),
    line('bonuses', sheet.bonuses),
    line('residuals', sheet.residuals),
    line('treasury, opening', treasury.opening),
    line('  funded', treasury.funded),
    line('  drawn', treasury.drawn),
    line('treasury, closing', treasury.closing),
    ...sheet.accounts.map(({ account, closing }) => line(`  ${account}`, closing)),
    line('owed to customers', sheet.owed),
    breaks
      ? `${breaks.count} breaks with the brokerage, ${breaks.open} of them open`
      : 'NOT COMPARED with the brokerage',
    ...taxLines(sheet),
  ];
}

function taxLines({ taxes }: WholeSheet): string[] {
  if (!taxes) return ['taxes withheld: none'];
  return [
    line('taxes withheld', taxes.withheld),
    line('  paid to the authority', taxes.paid),
    line('  owed to the authority', taxes.owed),
  ];
}

function line(words: string, amount: Micros): string {
  return `${words.padEnd(34)}${toDecimal(amount).padStart(20)} USD`;
}

/** Amounts as in the HTTP contract. */
export function sheetJson(sheet: WholeSheet) {
  const { treasury } = sheet;
  return {
    Day: sheet.day,
    Zone: sheet.zone,
    In: {
      Deposits: sheet.in.deposits,
      Amount: toJsonNumber(sheet.in.amount),
      Reversed: toJsonNumber(sheet.in.reversed),
    },
    Out: {
      Withdrawals: sheet.out.withdrawals,
      Amount: toJsonNumber(sheet.out.amount),
      Reversed: toJsonNumber(sheet.out.reversed),
    },
    Products: sheet.products.map((each) => ({
      Product: each.product,
      Opened: each.opened,
      Invested: toJsonNumber(each.invested),
      Promised: toJsonNumber(each.promised),
      Ended: each.ended,
      Returned: toJsonNumber(each.returned),
      Profit: toJsonNumber(each.profit),
      Fees: toJsonNumber(each.fees),
    })),
    Fees: toJsonNumber(sheet.fees),
    Taxes: sheet.taxes && {
      Withheld: toJsonNumber(sheet.taxes.withheld),
      Paid: toJsonNumber(sheet.taxes.paid),
      Owed: toJsonNumber(sheet.taxes.owed),
    },
    Bonuses: toJsonNumber(sheet.bonuses),
    Residuals: toJsonNumber(sheet.residuals),
    Awards: toJsonNumber(micros(sheet.bonuses + sheet.residuals)),
    Treasury: {
      Opening: toJsonNumber(treasury.opening),
      Funded: toJsonNumber(treasury.funded),
      Drawn: toJsonNumber(treasury.drawn),
      Closing: toJsonNumber(treasury.closing),
    },
    Accounts: sheet.accounts.map(({ account, closing }) => ({ Account: account, Closing: toJsonNumber(closing) })),
    Owed: toJsonNumber(sheet.owed),
    Breaks: sheet.breaks && { Count: sheet.breaks.count, Open: sheet.breaks.open },
  };
}
