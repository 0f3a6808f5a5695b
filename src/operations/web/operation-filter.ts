import * as z from 'zod/mini';
// What cannot be a value filters nothing. By name: out of the namespace it would bring all of zod into the first load.
import { catch as orElse } from 'zod/mini';
import { dayAfter } from '#platform/clock.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import { operationsFile } from '../contract.ts';
import { assetName } from '#payouts/contract.ts';

/** Which operations are wanted, as it stands in the address: a link shares the view, and back undoes a step. */
export const operationFilter = z.object({
  start: orElse(z.nullable(z.iso.date()), null),
  /** The last day that is shown. */
  end: orElse(z.nullable(z.iso.date()), null),
  /** Null: all of them. */
  asset: orElse(z.nullable(assetName), null),
});
export type OperationFilter = z.output<typeof operationFilter>;

const names = ['start', 'end', 'asset'] as const;

export const everything: OperationFilter = { start: null, end: null, asset: null };

/** Reads the filter; whatever cannot be one of its values is left out. */
export function readFilter(search: URLSearchParams): OperationFilter {
  return operationFilter.parse(Object.fromEntries(names.map((name) => [name, search.get(name)])));
}

export function isNarrow(filter: OperationFilter): boolean {
  return names.some((name) => filter[name] !== null);
}

/** As the call takes it: its end is the first day that is not shown (docs/decisions/0005-dates-in-lists.md). */
export function queryOf({ start, end, asset }: OperationFilter) {
  return { start: start ?? undefined, end: end === null ? undefined : dayAfter(end), asset: asset ?? undefined };
}

/** The file of what is shown, in the reader's own days. */
export function fileAddress(filter: OperationFilter): string {
  const { start, end, asset } = queryOf(filter);
  const query = { tz: timeZone, ...(start && { start }), ...(end && { end }), ...(asset && { asset }) };
  return `${operationsFile}?${new URLSearchParams(query)}`;
}
