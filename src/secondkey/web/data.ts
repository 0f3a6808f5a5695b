import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { readSecondKey } from '../contract.ts';

export const secondKeyQueries = {
  status: queryOptions({
    queryKey: ['secondkey'],
    queryFn: ({ signal }) => callApi(readSecondKey, {}, { signal }),
  }),
};
