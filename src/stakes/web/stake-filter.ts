import * as z from 'zod/mini';
// Makes invalid values filter nothing. Imported by name: through the namespace it would pull all of zod into the first load.
import { catch as orElse } from 'zod/mini';
import { stakeOrders, stakeStates } from '../stake-list.ts';

/** The list's filter, as it is in the address: a link shares the view, and back undoes a step. */
const stakeFilter = z.object({
  status: orElse(z.enum(stakeStates), 'all'),
  /** A period; null for any. */
  days: orElse(z.nullable(z.string().check(z.regex(/^\d{1,4}$/))), null),
  order: orElse(z.enum(stakeOrders), 'newest'),
});
export type StakeFilter = z.output<typeof stakeFilter>;

const names = ['status', 'days', 'order'] as const;

export const everything: StakeFilter = { status: 'all', days: null, order: 'newest' };

export function readFilter(search: URLSearchParams): StakeFilter {
  return stakeFilter.parse(Object.fromEntries(names.map((name) => [name, search.get(name)])));
}

export function isChanged(filter: StakeFilter): boolean {
  return names.some((name) => filter[name] !== everything[name]);
}

/** Whether it excludes anything. The order does not. */
export function isNarrow({ status, days }: StakeFilter): boolean {
  return status !== everything.status || days !== null;
}
