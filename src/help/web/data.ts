import { queryOptions } from '@tanstack/react-query';
import { type Catalog, readCatalog } from '#catalog/contract.ts';
import { callApi } from '#platform/web/api.ts';
import { type Help, readHelp } from '../contract.ts';

/** What is on offer and the rules that apply: every figure on the page. */
export interface Figures {
  catalog: Catalog;
  help: Help;
}

export const helpQueries = {
  figures: queryOptions({
    queryKey: ['help', 'figures'],
    queryFn: async ({ signal }): Promise<Figures> => {
      const [catalog, help] = await Promise.all([
        callApi(readCatalog, {}, { signal }),
        callApi(readHelp, {}, { signal }),
      ]);
      return { catalog, help };
    },
  }),
};
