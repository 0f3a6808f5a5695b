import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCsvLine, writeDecimal } from './csv.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+55', `"'+55"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-2+3', `"'-2+3"`],
  ['\tx', `"'\tx"`],
  ['＝1+1', `"'＝1+1"`],
  ['＠SUM(A1)', `"'＠SUM(A1)"`],
  [' =1+1', `"' =1+1"`],
  ['\u200b=1+1', `"'\u200b=1+1"`],
  ['\ufeff\u00a0-2+3', `"'\ufeff\u00a0-2+3"`],
  ['|calc', `"'|calc"`],
  ['-12.50', '-12.50'],
  ['say "hi"', '"say ""hi"""'],
  ['one, two', '"one, two"'],
  ['plain', 'plain'],
  ['a;=1+1', `"a;'=1+1"`],
  ['a,=1+1', `"a,'=1+1"`],
  ['a\t=1+1', `"a\t'=1+1"`],
  ['a\n=1+1', `"a\n'=1+1"`],
  ['a\r\n@SUM(A1)', `"a\r\n'@SUM(A1)"`],
  ['a؛=1+1', `"a؛'=1+1"`],
  ['a،+1', `"a،'+1"`],
  ['a，＝1', `"a，'＝1"`],
  ['a; "=1+1"', `"a; ""'=1+1"""`],
  ['a;\u200b\u00a0-2+3', `"a;\u200b\u00a0'-2+3"`],
  ['a;b;-2+3;=4', `"a;b;'-2+3;'=4"`],
  ['a|=cmd', `"a|'=cmd"`],
  ['a||calc', `"a|'|calc"`],
  ['"=1+1"', `"'""=1+1"""`],
  ['a\u2028=1', `"a\u2028'=1"`],
  ['x; -5', `"x; '-5"`],
  ['-1234567.891', '-1234567.891'],
  ['a-b;c-d', 'a-b;c-d'],
  ['12345678-1234-4abc-8def-123456789012', '12345678-1234-4abc-8def-123456789012'],
])('[H4] the cell %j is written as %j: read, never run', (cell, written) => {
  expect(writeCsvLine([cell], 'point')).toBe(`${written}\r\n`);
});

test('[H4] a decimal comma makes the semicolon the cell separator', () => {
  expect(writeCsvLine(['a', writeDecimal('-12.50', 'comma')], 'comma')).toBe('a;-12,50\r\n');
  expect(writeCsvLine(['a', writeDecimal('-12.50', 'point')], 'point')).toBe('a,-12.50\r\n');
});

/** Splits a line as a spreadsheet of some language does: by its own separator, respecting quotes. */
function partAs(line: string, separator: string): string[] {
  const cells: string[] = [''];
  let isQuoted = false;
  for (const sign of line.replace(/\r\n$/, '')) {
    const last = cells.length - 1;
    if (sign === '"' && (isQuoted || cells[last] === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) cells.push('');
    else cells[last] += sign;
  }
  return cells;
}

const signs = fc.constantFrom(...Array.from('=+-@|＝＋－＠;,\t\n\r"\' \u200b؛،a1'));

test('[H4] no cell runs, however a spreadsheet of any language splits the line', () => {
  const text = fc.array(signs, { maxLength: 12 }).map((each) => each.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.constantFrom('point', 'comma'), (cells, decimal) => {
      // Like every file of ours, with a timestamp in the first column.
      const line = writeCsvLine(['2026-03-02 09:00:00', ...cells], decimal);
      for (const separator of [',', ';', '\t', '|', '؛', '،']) {
        for (const cell of partAs(line, separator)) {
          const seen = cell.replace(/^[\s\p{Cf}"]*/u, '');
          const isRun = /^[=+\-@＝＋－＠]/.test(seen) && !/^-?\d+([.,]\d+)?["\s]*$/.test(seen);
          expect([line, separator, seen, isRun]).toEqual([line, separator, seen, false]);
        }
      }
    }),
    { numRuns: 5_000 },
  );
});
