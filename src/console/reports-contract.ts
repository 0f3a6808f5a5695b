import * as z from 'zod/mini';
import { answerAmount } from '#money/amount.ts';
import { reportNames } from '#operator/report-names.ts';
import { endpoint } from '#platform/endpoint.ts';
import { products } from '#positions/registry.ts';
import { booksAccounts } from './ledger-contract.ts';
import { day } from './transfers-contract.ts';

/** Printable reports: a day on one page, liabilities day by day, and files for download. Produced by the command line's own code. */
const standing = z.object({ Account: z.enum(booksAccounts), Closing: answerAmount });

export const dailySheet = z.object({
  Day: day,
  /** The house's, whose midnights begin and end the day. */
  Zone: z.string(),
  /** Transfers settled on the day, and the part reversed by a correction on that day. */
  In: z.object({ Deposits: z.int(), Amount: answerAmount, Reversed: answerAmount }),
  Out: z.object({ Withdrawals: z.int(), Amount: answerAmount, Reversed: answerAmount }),
  Products: z.array(
    z.object({
      Product: z.enum(products),
      Opened: z.int(),
      Invested: answerAmount,
      Promised: answerAmount,
      Ended: z.int(),
      Returned: answerAmount,
      Profit: answerAmount,
      Fees: answerAmount,
    }),
  ),
  Fees: answerAmount,
  /** Withheld from profits and paid to the authority on the day, and owed to it at the end of the day; null if no tax was ever withheld. */
  Taxes: z.nullable(z.object({ Withheld: answerAmount, Paid: answerAmount, Owed: answerAmount })),
  Bonuses: answerAmount,
  Residuals: answerAmount,
  /** Bonuses and residuals together. */
  Awards: answerAmount,
  Treasury: z.object({ Opening: answerAmount, Funded: answerAmount, Drawn: answerAmount, Closing: answerAmount }),
  Accounts: z.array(standing),
  Owed: answerAmount,
  /** Null if the brokerage's book could not be read. */
  Breaks: z.nullable(z.object({ Count: z.int(), Open: z.int() })),
});
export type DailySheetAnswer = z.output<typeof dailySheet>;

export const readDaily = endpoint({
  method: 'GET',
  path: '/console/reports/daily',
  access: 'staff',
  summary: 'A day of the books on one page; the current business day by default',
  query: z.object({ day: z.optional(day) }),
  answer: dailySheet,
  refusals: ['mistyped'],
});

export const printDaily = endpoint({
  method: 'GET',
  path: '/console/reports/daily/paper',
  access: 'staff',
  summary: 'The same as a PDF, in the reader’s language',
  query: z.object({ day: z.optional(day) }),
  /** The file in base64. */
  answer: z.object({ Name: z.string(), Pdf: z.string() }),
  refusals: ['mistyped'],
});

export const liabilityDay = z.object({
  Day: day,
  Balance: answerAmount,
  Held: answerAmount,
  Invested: answerAmount,
  Promised: answerAmount,
  Zord: answerAmount,
  Owed: answerAmount,
  Treasury: answerAmount,
});
export type LiabilityDayAnswer = z.output<typeof liabilityDay>;

export const readLiabilities = endpoint({
  method: 'GET',
  path: '/console/reports/liabilities',
  access: 'staff',
  summary: 'What was owed to customers at the end of each day, for up to a year',
  query: z.object({ from: day, until: day }),
  answer: z.array(liabilityDay),
  refusals: ['mistyped'],
});

export const reportFile = z.object({
  Id: z.uuid(),
  Report: z.enum(reportNames),
  From: day,
  Until: day,
  Rows: z.int(),
  Bytes: z.int(),
  Sha256: z.string(),
  By: z.string(),
  Made: z.iso.datetime(),
  Expires: z.iso.datetime(),
  /** Whether the caller may download it. A report that two people decided on is for those two only. */
  Mine: z.boolean(),
});
export type ReportFileAnswer = z.output<typeof reportFile>;

export const listFiles = endpoint({
  method: 'GET',
  path: '/console/reports/files',
  access: 'staff',
  summary: 'Report files still available; the last hundred',
  answer: z.array(reportFile),
});

export const takeFile = endpoint({
  method: 'GET',
  path: '/console/reports/files/:id',
  access: 'staff',
  summary: 'A report file; the download is recorded as an action, with the file’s hash',
  params: z.object({ id: z.uuid() }),
  file: true,
  refusals: ['not_found', 'report_damaged'],
});
