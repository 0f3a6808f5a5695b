import { withoutUnseen, withPlainDigits } from './plain.ts';

/** An international telephone number (E.164): a plus, the country code, no more than fifteen digits. */
export const phoneShape = /^\+[1-9]\d{6,14}$/;

/** A typed number without what people put between digits, in the digits of 0 to 9, and with a plus for 00. */
export function foldPhone(typed: string): string {
  return withPlainDigits(withoutUnseen(typed).normalize('NFKC'))
    .trim()
    .replace(/^tel:/i, '')
    .replaceAll(/[\s().\-‐-―/]/g, '')
    .replace(/^00/, '+');
}

/** The number in E.164; null when it is not a complete one with its country code. */
export function readPhone(typed: string): string | null {
  const plain = foldPhone(typed);
  return phoneShape.test(plain) ? plain : null;
}
