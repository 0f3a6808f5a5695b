import { type Micros, usd } from '../money.ts';

/**
 * Parses an amount as people type it in any of our languages: `1.234,56`, `1,234.56`, `US$ 50`, `۱٬۲۳۴٫۵`. A separator is read as the only
 * thing it can be: up to two digits after it are cents, three are thousands unless it is the reader's own decimal sign. Returns null for
 * anything else, without guessing.
 */
export function readAmount(typed: string, decimalSign: string): Micros | null {
  const text = toLatin(typed).replace(noise, '');
  if (!/^[\d.,]*\d[\d.,]*$/.test(text)) return null;
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (at === -1) return usd(text);
  const [whole, sign, cents] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  if (cents.length > 2) {
    const isDecimal = sign === toLatin(decimalSign) && !whole.includes(sign);
    return isGroupedBy(sign, text) && !isDecimal ? usd(digitsOf(text)) : null;
  }
  const isWhole = /^\d*$/.test(whole) || isGroupedBy(sign === '.' ? ',' : '.', whole);
  return isWhole ? usd(`${digitsOf(whole) || '0'}.${cents || '0'}`) : null;
}

/** Spaces, direction marks and the currency sign, which do not affect the amount. */
const noise = /[\s\u200e\u200f\u061c]|us\$|\$/giu;

function isGroupedBy(sign: string, text: string): boolean {
  const [first = '', ...groups] = text.split(sign);
  return /^\d{1,3}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

const persianZero = 0x06f0;
const arabicZero = 0x0660;

function toLatin(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - persianZero))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - arabicZero))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}
