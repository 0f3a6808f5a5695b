import * as z from 'zod/mini';
import { type Percent, percent } from '#money/money.ts';

/** How long it was shown to be kept, in days, where the call itself does not say. Another one by now is refused. */
export const quotedDays = z.optional(z.string().check(z.regex(/^\d{1,4}$/)));

/** Whether what is offered now is another than the customer was shown. */
export function isAnotherThanShown(
  shown: { 'quoted-rate'?: string | undefined; 'quoted-days'?: string | undefined; 'quoted-fee'?: string | undefined },
  { rate, days, fee }: { rate: Percent; days: number; fee?: Percent },
): boolean {
  const { 'quoted-rate': shownRate, 'quoted-days': shownDays, 'quoted-fee': shownFee } = shown;
  return (
    (shownRate !== undefined && percent(shownRate) !== rate) ||
    (shownDays !== undefined && Number(shownDays) !== days) ||
    (shownFee !== undefined && percent(shownFee) !== fee)
  );
}
