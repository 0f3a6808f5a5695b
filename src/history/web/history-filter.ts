import * as z from 'zod/mini';
// Invalid values are ignored. Imported by name: through the namespace it would pull all of zod into the first load.
import { catch as orElse } from 'zod/mini';
import { dayAfter } from '#platform/clock.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import { screenTabs } from '../tabs.ts';

/** The history being viewed, as stored in the address: a link shares the view, and back undoes a step. */
const historyFilter = z.object({
  tab: orElse(z.enum(screenTabs), 'statement'),
  start: orElse(z.nullable(z.iso.date()), null),
  /** The last day included. */
  end: orElse(z.nullable(z.iso.date()), null),
});
export type HistoryFilter = z.output<typeof historyFilter>;
export type Days = Pick<HistoryFilter, 'start' | 'end'>;

const names = ['tab', 'start', 'end'] as const;

export function readFilter(search: URLSearchParams): HistoryFilter {
  return historyFilter.parse(Object.fromEntries(names.map((name) => [name, search.get(name)])));
}

/** Converts the days to query parameters: the end is the first day not shown (docs/decisions/0004-two-clocks.md). */
export function spanOf({ start, end }: Days): { start: string | undefined; end: string | undefined; tz: string } {
  return { start: start ?? undefined, end: end === null ? undefined : dayAfter(end), tz: timeZone };
}
