import { type Micros, toJsonNumber } from './money.ts';
import { wholeCents } from './shown.ts';

/** Dollars where nothing is on a screen, in a mail or a calendar: as the screens show them, in the format of a locale. */
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

/** Making one takes longer than writing a thousand amounts with it. */
const formats = new Map<string, Intl.NumberFormat>();

/** Makes what writes the dollars of a table: every thousand parted in every locale, a change with its sign. */
export function usdWriter(locale: string): (amount: Micros, isChange?: boolean) => string {
  const format = { style: 'currency', currency: 'USD', useGrouping: 'always' } as const;
  const plain = new Intl.NumberFormat(locale, format);
  const signed = new Intl.NumberFormat(locale, { ...format, signDisplay: 'exceptZero' });
  return (amount, isChange = false) => (isChange ? signed : plain).format(toJsonNumber(wholeCents(amount)));
}
