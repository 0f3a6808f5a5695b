import { expect, test } from 'vitest';
import { readCode, readDigits } from './read-code.ts';

test.each([
  'ABCD2345',
  ' abcd2345\n',
  'ABCD\u200b2345',
  '\u200eABCD2345\u200f',
  '\ufeffABCD2345',
  '\u2068ABCD2345\u2069',
  'AB\u00adCD\u20602345',
  'ABCD 2345',
  'ABCD\u00a02345',
  'ＡＢＣＤ２３４５',
  'ABCD۲۳۴۵',
  'ABCD٢٣٤٥',
  '𝐀𝐁𝐂𝐃2345',
  'https://lastro.example/auth/register?ref=ABCD2345',
  'lastro.example/auth/register?lang=fa&ref=abcd2345#top',
  'https://lastro.example/auth/register?ref=%E2%80%8BABCD2345%20',
  'Come in: https://lastro.example/auth/register?ref=ABCD2345 \u200e',
  'https://lastro.example/auth/register?ref=ABCD\u200b2345',
])('[L12] %j is the code ABCD2345', (typed) => {
  expect(readCode(typed)).toBe('ABCD2345');
});

test.each([
  ['black–friday_5', 'BLACK-FRIDAY_5'],
  ['https://lastro.example/primevault?promocode=black-5', 'BLACK-5'],
  ['https://lastro.example/?ref=%E0%A4%A', '%E0%A4%A'],
  ['https://lastro.example/auth/register?ref=', ''],
  ['\u200b', ''],
  ['АВСD2345', 'АВСD2345'],
])('[L12] %j is read as %j', (typed, code) => {
  expect(readCode(typed)).toBe(code);
  expect(readCode(code)).toBe(code);
});

test.each([
  '123456',
  '123 456',
  '123-456',
  '１２３４５６',
  '۱۲۳۴۵۶',
  '١٢٣ ٤٥٦',
  '१२३४५६',
  '\u200e123\u200b456\ufeff',
  'G-123456',
])('[L12] %j is the code 123456 of an app', (typed) => {
  expect(readDigits(typed)).toBe('123456');
});
