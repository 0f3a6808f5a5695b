import { randomInt } from 'node:crypto';

/** Without characters that are easily confused: 0 O, 1 I L, U V. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;
const shape = new RegExp(`^[${alphabet}]{${length}}$`);

export function drawReferralCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

export function isReferralCode(text: string): boolean {
  return shape.test(text);
}
