import { toDecimal, toJsonNumber } from '#money/money.ts';
import { dayIn } from '#platform/server/span.ts';
import { endOf, type Promocode, statusOf } from '#primevault/promocode.ts';

const words = { upcoming: 'not valid yet', active: 'valid', expired: 'expired', used_up: 'used up' } as const;

/** When it is told, and the house's zone. */
interface Told {
  now: Date;
  zone: string;
}

/** A promotional code in one line, for people. */
export function promocodeAsLine(promocode: Promocode, { now, zone }: Told): string {
  const { code, points, uses, usesAllowed, usesPerCustomer, minAmount, promised, mostPromised } = promocode;
  const least = minAmount > 0n ? `from ${toDecimal(minAmount)} USD, ` : '';
  const days = `${dayIn(zone, promocode.validFrom)} to ${lastDayOf(promocode, zone)}`;
  const standing = words[statusOf(promocode, now)];
  return `${code}  +${toDecimal(points, 0)} points, ${least}${days}, used ${uses} of ${usesAllowed}, ${usesPerCustomer} per customer, promised ${toDecimal(promised)} of ${toDecimal(mostPromised)} USD: ${standing}`;
}

/** As JSON, for machines. */
export function promocodeAsJson(promocode: Promocode, { now, zone }: Told): object {
  return {
    code: promocode.code,
    points: toJsonNumber(promocode.points),
    uses: promocode.uses,
    usesAllowed: promocode.usesAllowed,
    usesPerCustomer: promocode.usesPerCustomer,
    promised: toJsonNumber(promocode.promised),
    mostPromised: toJsonNumber(promocode.mostPromised),
    min: toJsonNumber(promocode.minAmount),
    from: dayIn(zone, promocode.validFrom),
    until: lastDayOf(promocode, zone),
    status: statusOf(promocode, now),
  };
}

/** The end is exclusive; people are shown the last day that counts. */
function lastDayOf(promocode: Promocode, zone: string): string {
  return dayIn(zone, new Date(endOf(promocode).getTime() - 1));
}
