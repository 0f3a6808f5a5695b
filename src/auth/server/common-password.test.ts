import { expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

test.each([
  ['eight spaces', ' '.repeat(8)],
  ['no-break and ideographic spaces', '\u00a0\u3000'.repeat(5)],
  ['marks that nobody sees', '\u200b\u2060'.repeat(6)],
  ['one letter', 'aaaaaaaa'],
  ['one letter between spaces', 'a a a a a a'],
  ['one letter in full width', '\uff41'.repeat(9)],
  ['one Persian letter', 'ب'.repeat(12)],
  ['one Chinese character', '好'.repeat(8)],
  ['three letters in no order', 'abccabacbb'],
  ['a piece repeated', 'Wx7!Wx7!Wx7!'],
  ['a run of letters', 'CDEFGHIJKL'],
  ['a run of digits downwards', '9876543210'],
  ['a run of Persian digits', '۰۱۲۳۴۵۶۷۸۹'],
  ['one of the commonest', 'Password1'],
  ['one of the commonest in full width', '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44'],
])('[L12] [A7] a password of %s is too common', (_what, password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['três patinhos na lagoa', 'xK7 pq2 mm', '马到成功九十九', 'کتابخانه بزرگ من', 'zyx abc 987 !'])(
  '[L12] %s is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
