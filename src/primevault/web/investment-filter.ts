import * as z from 'zod/mini';
// Makes invalid values filter nothing. Imported by name: through the namespace it would pull all of zod into the first load.
import { catch as orElse } from 'zod/mini';
import { usd } from '#money/money.ts';
import { progressOrders, statusFilters } from '../contract.ts';

const decimal = z.nullable(z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)));

/** The list's filter, as it is in the URL: a link shares the view, and back undoes a step. */
export const investmentFilter = z.object({
  start: orElse(z.nullable(z.iso.date()), null),
  /** Decimals in USD. */
  min: orElse(decimal, null),
  max: orElse(decimal, null),
  status: orElse(z.enum(statusFilters), 'all'),
  order: orElse(z.enum(progressOrders), 'none'),
});
export type InvestmentFilter = z.output<typeof investmentFilter>;

const names = ['start', 'min', 'max', 'status', 'order'] as const;

export const everything: InvestmentFilter = { start: null, min: null, max: null, status: 'all', order: 'none' };

/** Reads the filter; invalid values are ignored. */
export function readFilter(search: URLSearchParams): InvestmentFilter {
  return investmentFilter.parse(Object.fromEntries(names.map((name) => [name, search.get(name)])));
}

/** Whether the minimum is above the maximum: no amount can match, and the customer should be told. */
export function isUpsideDown({ min, max }: InvestmentFilter): boolean {
  return min !== null && max !== null && usd(max) < usd(min);
}

/** Whether it excludes anything. The order does not. */
export function isNarrow(filter: InvestmentFilter): boolean {
  return names.some((name) => name !== 'order' && filter[name] !== everything[name]);
}
