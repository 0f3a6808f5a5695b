import { fromJsonNumber, toDecimal } from '#money/money.ts';
import type { Language } from '#platform/languages.ts';
import type { Translate } from '#http/server/http.ts';
import { type Decimal, fileForms, writeDecimal } from '../csv.ts';
import { momentWriter } from '../moments.ts';
import type words from '../messages/pt-BR.json';
import type { WireName } from '#positions/registry.ts';

/** How the cells of one file are written. */
export interface Pen {
  decimal: Decimal;
  zone: string;
  moment: (iso: string) => string;
  /** Translates a text of this folder, or of another one, into the reader's language. */
  translate: (key: string, folder?: string, values?: Record<string, string>) => string;
}

export function takePen(language: Language, zone: string, decimal: Decimal | undefined, translate: Translate): Pen {
  const form = fileForms[language];
  return {
    decimal: decimal ?? form.decimal,
    zone,
    moment: momentWriter(form.date, zone),
    translate: translateOnce((key, folder, values) => translate(language, folder, key, values)),
  };
}

/** Caches translations: a file has tens of thousands of rows but only a dozen terms. */
function translateOnce(
  translate: (key: string, folder: string, values: Record<string, string>) => string,
): Pen['translate'] {
  const said = new Map<string, string>();
  return (key, folder = 'history', values = {}) => {
    const message = [folder, key, ...Object.entries(values).flat()].join('\n');
    const known = said.get(message) ?? translate(key, folder, values);
    said.set(message, known);
    return known;
  };
}

export type ColumnName = keyof (typeof words)['columns'];

/** A column of a file: its title and the content of each row. */
export interface FileColumn<Row> {
  title: (pen: Pen) => string;
  cell: (row: Row, pen: Pen) => string;
}

const titled = (name: ColumnName, unit?: (pen: Pen) => string): ((pen: Pen) => string) => {
  return (pen) => `${pen.translate(`columns.${name}`)}${unit ? ` (${unit(pen)})` : ''}`;
};

export function date<Row>(of: (row: Row) => string): FileColumn<Row> {
  return { title: titled('date', ({ zone }) => zone), cell: (row, pen) => pen.moment(of(row)) };
}

/** Another moment than the row's own. */
export function moment<Row>(name: ColumnName, of: (row: Row) => string): FileColumn<Row> {
  return { title: titled(name, ({ zone }) => zone), cell: (row, pen) => pen.moment(of(row)) };
}

/** A USD amount with all its digits. */
export function money<Row>(name: ColumnName, of: (row: Row) => number): FileColumn<Row> {
  const cell = (row: Row, pen: Pen) => writeDecimal(decimalOf(of(row), 2), pen.decimal);
  return { title: titled(name, () => 'USD'), cell };
}

export function percent<Row>(name: ColumnName, of: (row: Row) => number): FileColumn<Row> {
  return { title: titled(name, () => '%'), cell: (row, pen) => writeDecimal(decimalOf(of(row), 0), pen.decimal) };
}

/** A number whose unit is in another column. */
export function figure<Row>(name: ColumnName, of: (row: Row) => number): FileColumn<Row> {
  return { title: titled(name), cell: (row, pen) => writeDecimal(decimalOf(of(row), 0), pen.decimal) };
}

export function text<Row>(name: ColumnName, of: (row: Row, pen: Pen) => string): FileColumn<Row> {
  return { title: titled(name), cell: of };
}

/** What a status refers to, as its gender varies: a stake is `Finalizada`, an investment `Finalizado`. */
export type StatusOf = WireName | 'transfer';

export function status<Row extends { Status: string }>(of: StatusOf): FileColumn<Row> {
  return text('status', ({ Status }, pen) =>
    pen.translate(`status.${Status}`, 'history', { isStake: String(of === 'stake') }),
  );
}

/** Equals `toDecimal(fromJsonNumber(value))`, which is called only where JavaScript's own output would differ. */
function decimalOf(value: number, leastDecimals: 0 | 2): string {
  const text = String(value);
  const point = text.indexOf('.');
  if (text.includes('e') || (point >= 0 && text.length - point > 7))
    return toDecimal(fromJsonNumber(value), leastDecimals);
  if (leastDecimals === 0 || (text.length - point > 2 && point >= 0)) return text;
  return point < 0 ? `${text}.00` : `${text}0`;
}
