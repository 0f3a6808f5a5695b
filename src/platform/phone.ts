/** An international telephone number (E.164): a plus, the country code, no more than fifteen digits. */
export const phoneShape = /^\+[1-9]\d{6,14}$/;

/**
 * Normalises a typed number: people insert spaces, brackets and dashes, write 00 for the plus, and type the digits of their own script.
 * Null when it is not a complete number with its country code.
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
