import { expect, test } from 'vitest';
import { readTyped } from './read-typed.ts';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123-456 ', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['１２３４５６', '123456'],
  ['', ''],
])('reads the code %s as %s, whatever the keyboard', (typed, code) => {
  expect(readTyped(typed)).toBe(code);
});
