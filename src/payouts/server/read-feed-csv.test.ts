import { describe, expect, test } from 'vitest';
import { readFeedCsv } from './read-feed-csv.ts';

const heading = 'date,asset,pair,payout,reference';
const row = '2026-03-01T10:00:00Z,Forex,EUR/USD,1.25,A-1';
const cells = {
  date: '2026-03-01T10:00:00Z',
  asset: 'Forex',
  pair: 'EUR/USD',
  payout: '1.25',
  reference: 'A-1',
};

describe('a feed as CSV', () => {
  test.each([
    ['as it is', `${heading}\n${row}`],
    ['with an end of line at its end', `${heading}\n${row}\n`],
    ['with the ends of line of Windows and a byte order mark', `\uFEFF${heading}\r\n${row}\r\n`],
    [
      'with every cell quoted',
      `${heading}\n${row
        .split(',')
        .map((cell) => `"${cell}"`)
        .join(',')}`,
    ],
    ['with spaces around its cells', `${heading}\n${row.split(',').join(' , ')}`],
    [
      'with its columns in another order',
      'reference,payout,pair,asset,date\nA-1,1.25,EUR/USD,Forex,2026-03-01T10:00:00Z',
    ],
    ['with a heading in capitals', `${heading.toUpperCase()}\n${row}`],
  ])('[H3] is read %s', (_what, text) => {
    expect(readFeedCsv(text)).toEqual([{ line: 2, cells }]);
  });

  test('[H3] [C3] may say when its operations opened, or leave it open for some', () => {
    const text = `${heading},opened\n${row},2026-03-01T09:00:00Z\n${row},`;
    expect(readFeedCsv(text)).toEqual([
      { line: 2, cells: { ...cells, opened: '2026-03-01T09:00:00Z' } },
      { line: 3, cells: { ...cells, opened: '' } },
    ]);
    expect(() => readFeedCsv(`${heading},opened,opened\n${row},,`)).toThrow('The first line must name the columns');
  });

  test.each([
    ['two cells', 'complete until,2026-03-02T00:00:00Z'],
    ['padded by a spreadsheet', ' Complete Until , 2026-03-02T00:00:00Z ,,,'],
    ['in quotes', '"complete until","2026-03-02T00:00:00Z"'],
  ])('[H3] [C3] says in its last line until when it is complete: %s', (_what, last) => {
    const nothing = { asset: '', pair: '', payout: '', reference: '' };
    const said = { line: 3, cells: { date: '2026-03-02T00:00:00Z', ...nothing }, completes: true };
    expect(readFeedCsv(`${heading}\n${row}\n${last}\n\n`)).toEqual([{ line: 2, cells }, said]);
    expect(readFeedCsv(`${heading}\n${last}`)).toEqual([{ ...said, line: 2 }]);
  });

  test('[H3] [C3] says it once, last, and with nothing else in the line', () => {
    const last = 'complete until,2026-03-02T00:00:00Z';
    for (const text of [`${last}\n${row}`, `${last}\n${last}`])
      expect(() => readFeedCsv(`${heading}\n${text}`)).toThrow('Line 2: only the last line may say until when');
    expect(() => readFeedCsv(`${heading}\n${row}\n${last},Forex,,`)).toThrow('Line 3: after “complete until”');
  });

  describe.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('[C3] separated by %s', (_what, separator) => {
    const separated = (...payouts: string[]): string =>
      [heading, ...payouts.map((payout) => row.replace('1.25', payout.replace(',', '§')))]
        .join('\r\n')
        .replaceAll(',', separator)
        .replaceAll('§', ',');

    test.each([
      ['1,25', '1.25'],
      ['-0,5', '-0.5'],
      ['1.25', '1.25'],
      ['7', '7'],
    ])('has the payout %s read as %s', (written, payout) => {
      expect(readFeedCsv(separated(written))).toEqual([{ line: 2, cells: { ...cells, payout } }]);
    });

    test.each(['1,2,3', ',5', '5,', '1,25%'])('leaves the payout %s to be refused', (written) => {
      const text = separated('7').replace(`${separator}7${separator}`, `${separator}${written}${separator}`);
      expect(readFeedCsv(text)).toEqual([{ line: 2, cells: { ...cells, payout: written } }]);
    });

    test.each([[['1,25', '1.250']], [['1.250', '1,25']], [['1.000,5', '2']]])(
      'and with both decimal marks is refused: %j',
      (payouts) => {
        expect(() => readFeedCsv(separated(...payouts))).toThrow('use one of them');
      },
    );
  });

  test('[C3] a decimal comma in quotes is read between commas too', () => {
    expect(readFeedCsv(`${heading}\n${row.replace('1.25', '"1,25"')}`)).toEqual([{ line: 2, cells }]);
  });

  test.each([';', ',', '\t'])('[C3] a first line names the separator %j, and lines keep their numbers', (separator) => {
    const table = `${heading}\r\n${row}\r\n`.replaceAll(',', separator);
    for (const first of [`sep=${separator}`, `"sep=${separator}"`, `SEP=${separator}`])
      expect(readFeedCsv(`\uFEFF${first}\r\n${table}`)).toEqual([{ line: 3, cells }]);
  });

  test('[C3] lines may end as on an old Macintosh', () => {
    expect(readFeedCsv(`${heading}\r${row}\r`)).toEqual([{ line: 2, cells }]);
  });

  test('[H3] blank lines are skipped and lines keep their numbers', () => {
    expect(readFeedCsv(`${heading}\n\n${row}\n  \n${row}`).map(({ line }) => line)).toEqual([3, 5]);
  });

  test('[H3] a quoted cell may contain commas, quotation marks and line breaks', () => {
    const text = `${heading}\n2026-03-01T10:00:00Z,"Gold, ""spot""\nXAU",XAU/USD,1,A-1\n${row}`;
    const lines = readFeedCsv(text);
    expect(lines.map(({ line }) => line)).toEqual([2, 4]);
    expect(lines[0]?.cells?.asset).toBe('Gold, "spot"\nXAU');
  });

  test('[H3] a line with too few or too many cells yields no cells', () => {
    expect(readFeedCsv(`${heading}\nA,B\n${row},more\n${row}`)).toEqual([
      { line: 2, cells: null },
      { line: 3, cells: null },
      { line: 4, cells },
    ]);
  });

  test('[H3] a header alone is a feed without operations', () => {
    expect(readFeedCsv(heading)).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['no heading', row],
    ['a column missing', 'date,asset,pair,payout'],
    ['a column too many', `${heading},profit`],
    ['a column twice', 'date,asset,pair,payout,payout'],
    ['two separators', heading.replace(',', ';')],
  ])('[H3] a file with %s is not a feed', (_what, text) => {
    expect(() => readFeedCsv(text)).toThrow(
      'The first line must name the columns: date,asset,pair,payout,reference; opened may be added.',
    );
  });

  test.each([
    ['that is never closed', `${heading}\n"2026,A`],
    ['inside a cell', `${heading}\nA"B,1,2,3,4`],
  ])('[H3] reports a quotation mark %s with its line', (_what, text) => {
    expect(() => readFeedCsv(text)).toThrow(/^Line 2: an unmatched quotation mark/);
  });
});
