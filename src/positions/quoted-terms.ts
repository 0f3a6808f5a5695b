import * as z from 'zod/mini';
import { type Percent, percent } from '#money/money.ts';

/** The term that was shown, in days, where the call itself does not state it. Refused if it is another by now. */
export const quotedDays = z.optional(z.string().check(z.regex(/^\d{1,4}$/)));

/** Whether the current offer differs from what the customer was shown. */
export function isAnotherThanShown(
  shown: Partial<Record<'quoted-rate' | 'quoted-days' | 'quoted-fee' | 'quoted-tax', string | undefined>>,
  { rate, days, fee, tax }: { rate: Percent; days: number; fee?: Percent; tax?: Percent },
): boolean {
  const { 'quoted-rate': shownRate, 'quoted-days': shownDays, 'quoted-fee': shownFee, 'quoted-tax': shownTax } = shown;
  return (
    (shownRate !== undefined && percent(shownRate) !== rate) ||
    (shownDays !== undefined && Number(shownDays) !== days) ||
    (shownFee !== undefined && percent(shownFee) !== fee) ||
    (shownTax !== undefined && percent(shownTax) !== tax)
  );
}
