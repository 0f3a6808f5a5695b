import { type Micros, toJsonNumber } from './money.ts';
import { wholeCents } from './shown.ts';

/** Formats dollars outside a screen, in an email or a calendar: rounded as on screens, in the format of a locale. */
export function writeUsd(amount: Micros, locale: string, numberingSystem?: 'latn'): string {
  const name = `${locale} ${numberingSystem ?? ''}`;
  let format = formats.get(name);
  if (!format) {
    const numbers = numberingSystem && { numberingSystem };
    format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...numbers });
    formats.set(name, format);
  }
  return format.format(toJsonNumber(wholeCents(amount)));
}

/** Cached: creating a format takes longer than formatting a thousand amounts. */
const formats = new Map<string, Intl.NumberFormat>();

/** Creates a formatter for the dollars of a table: thousands grouped in every locale, a change with its sign. */
export function usdWriter(locale: string): (amount: Micros, isChange?: boolean) => string {
  const format = { style: 'currency', currency: 'USD', useGrouping: 'always' } as const;
  const plain = new Intl.NumberFormat(locale, format);
  const signed = new Intl.NumberFormat(locale, { ...format, signDisplay: 'exceptZero' });
  return (amount, isChange = false) => (isChange ? signed : plain).format(toJsonNumber(wholeCents(amount)));
}
