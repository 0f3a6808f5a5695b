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
])('[H4] the cell %j is written as %j: read, never run', (cell, written) => {
  expect(writeCsvLine([cell], 'point')).toBe(`${written}\r\n`);
});

test('[H4] a decimal comma takes semicolons between the cells', () => {
  expect(writeCsvLine(['a', writeDecimal('-12.50', 'comma')], 'comma')).toBe('a;-12,50\r\n');
  expect(writeCsvLine(['a', writeDecimal('-12.50', 'point')], 'point')).toBe('a,-12.50\r\n');
});
