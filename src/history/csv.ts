/** A file that spreadsheets read: cells apart by commas (by semicolons where the comma is the decimal sign), lines by CRLF. */
export type Decimal = 'point' | 'comma';

/** What a spreadsheet would run instead of show begins with one of these. */
const runs = /^[=+\-@\t\r]/;
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
