import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { readCatalog } from '../contract.ts';

export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => callApi(readCatalog, {}, { signal }),
});
