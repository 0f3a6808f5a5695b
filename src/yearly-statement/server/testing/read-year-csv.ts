import { type Micros, usd } from '#money/money.ts';

/** A line of a year's CSV file in English. */
export interface CsvLine {
  section: string;
  account: string;
  what: string;
  detail: string;
  entries: number;
  first: string;
  last: string;
  amount: Micros | null;
}

/** Parses an English file: cells are separated by commas, and those that contain one are quoted. */
export function readYearCsv(text: string): CsvLine[] {
  const [, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    );
    const [section = '', account = '', what = '', detail = '', entries = '', first = '', last = '', amount = ''] =
      cells;
    return {
      section,
      account,
      what,
      detail,
      entries: Number(entries),
      first,
      last,
      amount: amount ? usd(amount) : null,
    };
  });
}
