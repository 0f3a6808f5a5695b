import { expect, test } from 'vitest';
import { readPhone } from './read-phone.ts';

test.each([
  ['+55 (11) 98765-4321', '+5511987654321'],
  ['0055 11 98765 4321', '+5511987654321'],
  ['+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹', '+989123456789'],
  ['\u2066+98 912 345 6789\u2069', '+989123456789'],
  ['+٩٨٩١٢٣٤٥٦٧٨٩', '+989123456789'],
  ['＋８６ 138 0013 8000', '+8613800138000'],
])('[A7] %s is %s', (typed, meant) => {
  expect(readPhone(typed)).toBe(meant);
});

test.each(['', '11 98765-4321', '+0 11 98765', '+55 CALL ME', '+1234567890123456', '+123', 'a+5511987654321'])(
  '[A7] %s is not an international number',
  (typed) => {
    expect(readPhone(typed)).toBeNull();
  },
);
