import { expect, test } from 'vitest';
import { micros, microsPerCent, toDecimal, toJsonNumber } from '../money.ts';
import { readAmount } from './read-amount.ts';

function read(typed: string, decimalSign: string): string | null {
  const amount = readAmount(typed, decimalSign);
  return amount === null ? null : toDecimal(amount);
}

test.each([
  ['150', '150.00'],
  ['150,5', '150.50'],
  ['1.234,56', '1234.56'],
  ['12.345.678,90', '12345678.90'],
  ['1.234', '1234.00'],
  ['10.50', '10.50'],
  ['US$ 1.000', '1000.00'],
  ['0,01', '0.01'],
  [',5', '0.50'],
  ['150,', '150.00'],
])('[F1] typed in Portuguese, %s is %s', (typed, amount) => {
  expect(read(typed, ',')).toBe(amount);
});

test.each([
  ['1,234.56', '1234.56'],
  ['1,234', '1234.00'],
  ['10,50', '10.50'],
  ['$12,345,678.90', '12345678.90'],
])('[F1] typed in English, %s is %s', (typed, amount) => {
  expect(read(typed, '.')).toBe(amount);
});

test.each([
  ['۱۲۳٫۴۵', '123.45'],
  ['۱٬۲۳۴٫۵۶', '1234.56'],
  ['1234.5', '1234.50'],
  ['\u200e$۱٬۰۰۰', '1000.00'],
])('[F1] typed in Persian, %s is %s', (typed, amount) => {
  expect(read(typed, '٫')).toBe(amount);
});

test.each(['', ' ', '.', 'abc', '-5', '1e3', '1,2,3', '1.23.456', '12,345', '1.234,567', '1,234,5', '1.234.56', '۱x'])(
  '[F1] %s is no amount in Portuguese',
  (typed) => {
    expect(readAmount(typed, ',')).toBeNull();
  },
);

const signs = [',', '.', '٫'];

test.each([
  ['1,5', '1.50'],
  ['1.5', '1.50'],
  ['1٫5', '1.50'],
  ['۱٫۵', '1.50'],
  ['１２３．４５', '123.45'],
  ['१२३', '123.00'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1٬234٫56', '1234.56'],
  ['1 234,56', '1234.56'],
  ['1\u00a0234,56', '1234.56'],
  ['1\u202f234.56', '1234.56'],
  ["1'234.56", '1234.56'],
  ['1’234.56', '1234.56'],
  ['12.345.678', '12345678.00'],
  ['\u200f$\u00a0۵۰', '50.00'],
  ['50 US$', '50.00'],
  ['USD 50', '50.00'],
  ['＄５０', '50.00'],
  ['5\u200b0', '50.00'],
])('[L12] %s is %s in every language', (typed, amount) => {
  for (const sign of signs) expect(read(typed, sign), sign).toBe(amount);
});

test.each([
  ['0,001', '0.001', '٫001', '0٫001', ',001', '00,001', '001,000', '0,000', '0.001.000', '0,001.50'],
  ['-5', '−5', '5-', '(5)', '+5', '1e3', '1E3', '5²', '½', '①', '0x10', '1_000', 'Infinity', '12%'],
  ['1 5', '10 50', '1 2 3', '1٬5', "1'5", '1٫234', '1,23,456', '1.2.3', '1 234.567', "1'234 567", '1.234.56'],
  ['R$ 5', '€5', '5 USDT', '$5$5', '1000000000000000', '1/2', '1،2،3', '..5', '5..'],
])('[L12] an amount that could be another one is refused in every language: %s and its like', (...typed) => {
  for (const text of typed) for (const sign of signs) expect(read(text, sign), `${text} ${sign}`).toBeNull();
});

test('[L12] what the field shows after leaving it is read as the same amount again, in every language', () => {
  for (const language of ['pt-BR', 'en', 'es', 'zh-CN', 'fa']) {
    const sign = new Intl.NumberFormat(language).format(0.5).replace(/[\p{Nd}\u200e\u200f]/gu, '');
    for (const cents of [1n, 99n, 100n, 123_456n, 100_000_000_000n]) {
      const amount = micros(cents * microsPerCent);
      const options = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
      expect(readAmount(new Intl.NumberFormat(language, options).format(toJsonNumber(amount)), sign)).toBe(amount);
    }
  }
});
