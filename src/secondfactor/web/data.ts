import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { readSecondFactor } from '../contract.ts';

export const secondFactorQueries = {
  status: queryOptions({
    queryKey: ['secondfactor'],
    queryFn: ({ signal }) => callApi(readSecondFactor, {}, { signal }),
  }),
};
