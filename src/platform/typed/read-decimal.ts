import { withHalfWidth, withoutUnseen, withPlainDigits } from './plain.ts';

/** What only groups digits, in any script: spaces, apostrophes, the Arabic thousands separator. */
const groupSigns = /[ \u00a0\u2000-\u200a\u202f\u3000'’ʼ٬]/;
const arabicDecimalSign = '٫';
/** More whole digits than a number can be exact with are a slip of the hand. */
const mostWholeDigits = 12;

/**
 * A number without sign as people type it in any of our languages, as a plain decimal: `1.234,56`, `1,234.56`, `1 234`, `۱٬۲۳۴٫۵`. A
 * separator is read as the only thing it can be: three digits after a point or comma are a group unless it is the reader's own decimal
 * sign; any other number of digits are decimals. Null for anything else, without guessing: `0,001` in English, a minus, an exponent, more
 * than `places` decimals.
 */
export function readDecimal(typed: string, decimalSign: string, places: number): string | null {
  const text = withPlainDigits(withHalfWidth(withoutUnseen(typed)))
    .trim()
    .replaceAll('،', ',')
    .replaceAll(/[。｡]/g, '.');
  const [first = '', ...rest] = text.split(/(\D)/u);
  const signs = rest.filter((_, at) => at % 2 === 0);
  const groups = [first, ...rest.filter((_, at) => at % 2 === 1)];
  const last = signs.at(-1);
  if (last === undefined) return asDecimal(first, '', places);
  const own = decimalSign === arabicDecimalSign ? '.' : decimalSign;
  const isFraction = isDecimalSign(last, { own, signs, digits: (groups.at(-1) ?? '').length });
  const fraction = isFraction ? (groups.pop() ?? '') : '';
  const grouping = isFraction ? signs.slice(0, -1) : signs;
  const isWhole = grouping.length === 0 || (isGrouped(groups) && isOneOfItsKind(grouping, isFraction ? last : ''));
  return isWhole ? asDecimal(groups.join(''), fraction, places) : null;
}

interface Place {
  own: string;
  signs: readonly string[];
  digits: number;
}

/** Whether the last separator begins the decimals. */
function isDecimalSign(last: string, { own, signs, digits }: Place): boolean {
  if (last === arabicDecimalSign) return true;
  if (last !== '.' && last !== ',') return false;
  if (digits !== 3) return true;
  return signs.length === 1 ? last === own : signs.some((sign) => sign !== last);
}

function isGrouped([first = '', ...groups]: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

function isOneOfItsKind([first = '', ...others]: readonly string[], decimalSign: string): boolean {
  const isGroupSign = groupSigns.test(first) || ['.', ','].includes(first);
  return isGroupSign && first !== decimalSign && others.every((other) => other === first);
}

function asDecimal(whole: string, fraction: string, places: number): string | null {
  const isNumber = /^\d*$/.test(whole) && /^\d*$/.test(fraction) && whole + fraction !== '';
  const plain = whole.replace(/^0+(?=\d)/, '') || '0';
  if (!isNumber || plain.length > mostWholeDigits || fraction.length > places) return null;
  return fraction === '' ? plain : `${plain}.${fraction}`;
}
