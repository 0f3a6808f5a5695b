import type { Language } from '#platform/languages.ts';

/** A file begins with it, so that spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A CSV file for spreadsheets: cells separated by commas (by semicolons where the comma is the decimal sign), lines by CRLF. */
export type Decimal = 'point' | 'comma';

/** The number and date formats that a language's spreadsheets can calculate with (docs/decisions/0004-two-clocks.md). */
export interface FileForm {
  decimal: Decimal;
  /** Puts the parts of a date in the order that spreadsheets recognise. */
  date: (part: Record<'year' | 'month' | 'day', string>) => string;
}

const dayFirst: FileForm['date'] = ({ year, month, day }) => `${day}/${month}/${year}`;
const yearFirst: FileForm['date'] = ({ year, month, day }) => `${year}-${month}-${day}`;

/** Persian files also use Latin digits and the Gregorian calendar, the only ones that spreadsheets calculate with. */
export const fileForms: Record<Language, FileForm> = {
  'pt-BR': { decimal: 'comma', date: dayFirst },
  es: { decimal: 'comma', date: dayFirst },
  en: { decimal: 'point', date: yearFirst },
  'zh-CN': { decimal: 'point', date: ({ year, month, day }) => `${year}/${month}/${day}` },
  fa: { decimal: 'point', date: yearFirst },
};

/** Matches most cells: nothing in them can be executed or split. */
const harmless = /^[\p{L}\p{N} .:/()%$]*$/u;

/**
 * Matches text that a spreadsheet would execute instead of show. Includes the full-width forms, which some spreadsheets treat alike, and
 * leading invisible characters, which some skip.
 */
const runs = /^[\s\p{Cf}"]*[=+\-@|＝＋－＠]|^[\t\r\n]/u;

/** A cell also begins wherever a spreadsheet of another language would split the line: after every possible list separator and line end. */
const runsBehind =
  /([;,\t|\r\n\v\f\u0085\u2028\u2029\u060c\u061b\u3001\uff0c\uff1b][\s\p{Cf}"']*)(?=[=+\-@|＝＋－＠])/gu;
const plainNumber = /^-?\d+([.,]\d+)?$/;

export function writeCsvLine(cells: readonly string[], decimal: Decimal): string {
  const separator = decimal === 'comma' ? ';' : ',';
  let line = '';
  for (const [at, cell] of cells.entries())
    line += at === 0 ? writeCell(cell, separator) : separator + writeCell(cell, separator);
  return `${line}\r\n`;
}

/** Numbers stay numbers; anything else that a spreadsheet would read as a formula is turned into text with an apostrophe. */
function writeCell(cell: string, separator: string): string {
  if (harmless.test(cell)) return cell;
  const safe = plainNumber.test(cell) ? cell : neutralise(cell);
  const needsQuotes = safe.includes(separator) || /["\r\n']/.test(safe);
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function neutralise(cell: string): string {
  const safe = cell.replace(runsBehind, "$1'");
  return runs.test(cell) ? `'${safe}` : safe;
}

export function writeDecimal(amount: string, decimal: Decimal): string {
  return decimal === 'comma' ? amount.replace('.', ',') : amount;
}
