import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { readYears } from '../contract.ts';

export const yearQueries = {
  years: queryOptions({
    queryKey: ['yearly-statement', 'years'],
    queryFn: ({ signal }) => callApi(readYears, {}, { signal }),
  }),
};
