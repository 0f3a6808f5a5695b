import { expect, test } from 'vitest';
import { toDecimal } from '../money.ts';
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
