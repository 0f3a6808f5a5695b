import { expect, test } from 'vitest';
import { readPhone } from './read-phone.ts';

test.each([
  ['+5511987654321', '+5511987654321'],
  ['+55 (11) 98765-4321', '+5511987654321'],
  ['+۹۸ ۹۱۲ ۳۴۵ ۶۷۸۹', '+989123456789'],
  ['+98 912 345 6789', '+989123456789'],
  ['+1 415 555 2671', '+14155552671'],
  ['+86 131 2345 6789', '+8613123456789'],
  ['+34 612 34 56 78', '+34612345678'],
])('[P1] normalises the phone %s to %s', (written, kept) => {
  expect(readPhone(written)).toBe(kept);
});

test.each([
  '11987654321',
  '+55',
  '+5511',
  '+55119876543211111',
  '+999123456789',
  '+5500987654321',
  'call +5511987654321 now',
  '+5511987654321 ext. 5',
  '+5511987654321;ext=5',
  '<b>+5511987654321</b>',
  '',
  '+',
  '\u0000',
])('[P1] rejects %j as a phone', (written) => {
  expect(() => readPhone(written)).toThrow('profile.invalid_phone');
});
