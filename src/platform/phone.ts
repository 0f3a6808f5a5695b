/** A telephone number as the world knows it (E.164): a plus, the country, no more than fifteen digits. */
export const phoneShape = /^\+[1-9]\d{6,14}$/;

/**
 * The number as it was meant: people put in spaces, brackets and dashes, write 00 for the plus, and type the digits of their own
 * language. Null when it is not a whole number with its country.
 */
export function readPhone(typed: string): string | null {
  const plain = typed
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\s().\-‐-―\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/^00/, '+');
  return phoneShape.test(plain) ? plain : null;
}
