import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { type Promises, readPromises } from '../promises-contract.ts';
import type { FixedProduct } from '../registry.ts';

export const promisesQuery = queryOptions({
  queryKey: ['positions', 'promises'],
  queryFn: ({ signal }) => callApi(readPromises, {}, { signal }),
});

/** What is set aside for the customer's running positions of a product; null if none is running, or if the books hold less. */
export function promisedOf(promises: Promises | undefined, product: FixedProduct): Promises['Products'][number] | null {
  const own = promises?.Products.find(({ Product }) => Product === product);
  // Nothing is claimed to be set aside that the books do not hold.
  return own && own.Running > 0 && promises && promises.SetAside >= own.Promised ? own : null;
}
