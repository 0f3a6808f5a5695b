import { withHalfWidth, withoutUnseen } from '#platform/typed/plain.ts';
import { readDecimal } from '#platform/typed/read-decimal.ts';
import { type Micros, usd } from '../money.ts';

/** The dollar's sign on either side. Any other currency's makes it no amount in dollars. */
const dollars = /^\s*(?:US ?\$|U\$S|USD|\$)|(?:US ?\$|U\$S|USD|\$)\s*$/iu;

/** Parses an amount as people type it in any of our languages: `1.234,56`, `US$ 50`, `۱٬۲۳۴٫۵`. Null for anything else, without guessing. */
export function readAmount(typed: string, decimalSign: string): Micros | null {
  const amount = readDecimal(withHalfWidth(withoutUnseen(typed)).replace(dollars, ''), decimalSign, 2);
  return amount === null ? null : usd(amount);
}
