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

/**
 * What a spreadsheet would run instead of show begins with one of these: also in their wide forms, which some take for the same, and
 * also behind what nobody sees, which some leave out.
 */
const runs = /^[\s\p{Cf}]*[=+\-@|＝＋－＠]|^[\t\r\n]/u;
const plainNumber = /^-?\d+([.,]\d+)?$/;

export function writeCsvLine(cells: readonly string[], decimal: Decimal): string {
  const separator = decimal === 'comma' ? ';' : ',';
  return `${cells.map((cell) => writeCell(cell, separator)).join(separator)}\r\n`;
}

/** Numbers stay numbers; anything else that a spreadsheet would take for a formula is made text by an apostrophe. */
function writeCell(cell: string, separator: string): string {
  const safe = runs.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  const needsQuotes = safe.includes(separator) || /["\r\n']/.test(safe);
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function writeDecimal(amount: string, decimal: Decimal): string {
  return decimal === 'comma' ? amount.replace('.', ',') : amount;
}

/** Answers a function that writes moments as this form does, to the second, on the clocks of a zone. */
export function momentWriter(date: FileForm['date'], zone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (iso) => {
    const part = Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
    const { year = '', month = '', day = '', hour, minute, second } = part;
    return `${date({ year, month, day })} ${hour}:${minute}:${second}`;
  };
}
