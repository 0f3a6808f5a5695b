import * as z from 'zod/mini';
// Invalid values do not filter. A named import: the namespace would pull all of zod into the first load.
import { catch as orElse } from 'zod/mini';
import { dayAfter } from '#platform/clock.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import { operationsFile } from '../contract.ts';
import { assetName } from '#payouts/contract.ts';

/** The filter as stored in the address: a link shares the view, and Back undoes a step. */
export const operationFilter = z.object({
  start: orElse(z.nullable(z.iso.date()), null),
  /** The last day shown, inclusive. */
  end: orElse(z.nullable(z.iso.date()), null),
  /** Null for all assets. */
  asset: orElse(z.nullable(assetName), null),
});
export type OperationFilter = z.output<typeof operationFilter>;

const names = ['start', 'end', 'asset'] as const;

export const everything: OperationFilter = { start: null, end: null, asset: null };

/** Reads the filter; invalid values are ignored. */
export function readFilter(search: URLSearchParams): OperationFilter {
  return operationFilter.parse(Object.fromEntries(names.map((name) => [name, search.get(name)])));
}

export function isNarrow(filter: OperationFilter): boolean {
  return names.some((name) => filter[name] !== null);
}

/** Converts it to the call's query, whose end is exclusive (docs/decisions/0004-two-clocks.md). */
export function queryOf({ start, end, asset }: OperationFilter) {
  return { start: start ?? undefined, end: end === null ? undefined : dayAfter(end), asset: asset ?? undefined };
}

/** The address of the file with the filtered operations, by days in the reader's time zone. */
export function fileAddress(filter: OperationFilter): string {
  const { start, end, asset } = queryOf(filter);
  const query = { tz: timeZone, ...(start && { start }), ...(end && { end }), ...(asset && { asset }) };
  return `${operationsFile}?${new URLSearchParams(query)}`;
}
