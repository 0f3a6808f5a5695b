import { toDecimal, toJsonNumber } from '#money/money.ts';
import { endOf, type Promocode, statusOf } from '#primevault/promocode.ts';

const words = { upcoming: 'not valid yet', active: 'valid', expired: 'expired', used_up: 'used up' } as const;

/** A promotional code in one line, for people. */
export function promocodeAsLine(promocode: Promocode, now: Date): string {
  const { code, points, uses, usesAllowed, usesPerCustomer, minAmount, promised, mostPromised } = promocode;
  const least = minAmount > 0n ? `from ${toDecimal(minAmount)} USD, ` : '';
  const days = `${dayOf(promocode.validFrom)} to ${lastDayOf(promocode)}`;
  const standing = words[statusOf(promocode, now)];
  return `${code}  +${toDecimal(points, 0)} points, ${least}${days}, used ${uses} of ${usesAllowed}, ${usesPerCustomer} per customer, promised ${toDecimal(promised)} of ${toDecimal(mostPromised)} USD: ${standing}`;
}

/** As JSON, for machines. */
export function promocodeAsJson(promocode: Promocode, now: Date): object {
  return {
    code: promocode.code,
    points: toJsonNumber(promocode.points),
    uses: promocode.uses,
    usesAllowed: promocode.usesAllowed,
    usesPerCustomer: promocode.usesPerCustomer,
    promised: toJsonNumber(promocode.promised),
    mostPromised: toJsonNumber(promocode.mostPromised),
    min: toJsonNumber(promocode.minAmount),
    from: dayOf(promocode.validFrom),
    until: lastDayOf(promocode),
    status: statusOf(promocode, now),
  };
}

/** The end is exclusive; people are shown the last day that counts. */
function lastDayOf(promocode: Promocode): string {
  return dayOf(new Date(endOf(promocode).getTime() - 1));
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
