import { expect, test } from 'vitest';
import { drawReferralCode, isReferralCode } from './referral-code.ts';

test('a referral code is eight unambiguous characters', () => {
  const codes = Array.from({ length: 2000 }, drawReferralCode);
  expect(codes.filter((code) => !/^[2-9A-HJ-KM-NP-TV-Z]{8}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.every(isReferralCode)).toBe(true);
});

test.each(['', 'ABCDEFG', 'ABCDEFGHJ', 'ABCDEFG0', 'abcdefgh', "ABCDEF'--", 'ABCDEFG\0'])(
  '%j is not a referral code',
  (text) => {
    expect(isReferralCode(text)).toBe(false);
  },
);
