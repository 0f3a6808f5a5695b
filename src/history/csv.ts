import type { Language } from '#platform/languages.ts';

/** A file that spreadsheets read: cells apart by commas (by semicolons where the comma is the decimal sign), lines by CRLF. */
export type Decimal = 'point' | 'comma';

/** How a language's spreadsheets write what they calculate with (docs/decisions/0021-history-files.md). */
export interface FileForm {
  decimal: Decimal;
  /** Puts the parts of a moment in the order that is read as a date. */
  date: (part: Record<'year' | 'month' | 'day', string>) => string;
}

const dayFirst: FileForm['date'] = ({ year, month, day }) => `${day}/${month}/${year}`;
const yearFirst: FileForm['date'] = ({ year, month, day }) => `${year}-${month}-${day}`;

/** Persian files have Latin digits and the common calendar too: a spreadsheet calculates with nothing else. */
export const fileForms: Record<Language, FileForm> = {
  'pt-BR': { decimal: 'comma', date: dayFirst },
  es: { decimal: 'comma', date: dayFirst },
  en: { decimal: 'point', date: yearFirst },
  'zh-CN': { decimal: 'point', date: ({ year, month, day }) => `${year}/${month}/${day}` },
  fa: { decimal: 'point', date: yearFirst },
};

/** What most cells are made of: nothing in it is run, and nothing parts it. */
const harmless = /^[\p{L}\p{N} .:/()%$]*$/u;

/**
 * What a spreadsheet would run instead of show begins with one of these: also in their wide forms, which some take for the same, and
 * also behind what nobody sees, which some leave out.
 */
const runs = /^[\s\p{Cf}"]*[=+\-@|＝＋－＠]|^[\t\r\n]/u;

/**
 * A cell begins where the file's own does, and wherever a spreadsheet of another language parts the line: behind every list separator
 * and end of line that there is.
 */
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

/** Numbers stay numbers; anything else that a spreadsheet would take for a formula is made text by an apostrophe. */
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
