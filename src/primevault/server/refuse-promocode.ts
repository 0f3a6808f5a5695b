import { type Micros, toJsonNumber } from '#money/money.ts';
import type { Refusal } from '#platform/refusal.ts';
import { endOf, type Promocode, statusOf } from '../promocode.ts';
import { refuseVault } from '../refusals.ts';

/** The refusal for the condition that prevents use of a code now. A permanent end takes precedence over what could still change. */
export function refusePromocode(
  code: string,
  promocode: Promocode | null,
  { amount, now }: { amount: Micros; now: Date },
): Refusal {
  if (!promocode) return refuseVault('promocode_unknown', { promocode: code });
  switch (statusOf(promocode, now)) {
    case 'expired':
      return refuseVault('promocode_expired', { promocode: code, until: lastDayOf(promocode) });
    case 'upcoming':
      return refuseVault('promocode_not_yet_valid', { promocode: code, from: promocode.validFrom });
    case 'used_up':
      return refuseVault('promocode_used_up', { promocode: code, uses: promocode.usesAllowed });
    default:
      if (amount >= promocode.minAmount) return refuseVault('promocode_spent', { promocode: code });
      return refuseVault('promocode_minimum', { promocode: code, minimum: toJsonNumber(promocode.minAmount) });
  }
}

/** The customer has used the code as often as each customer may. */
export function refuseOwnUses({ code, usesPerCustomer }: Pick<Promocode, 'code' | 'usesPerCustomer'>): Refusal {
  return refuseVault('promocode_used_by_you', { promocode: code, uses: usesPerCustomer });
}

/** An instant on the last valid day: the end itself is exclusive. */
function lastDayOf(promocode: Promocode): Date {
  return new Date(endOf(promocode).getTime() - 1);
}
