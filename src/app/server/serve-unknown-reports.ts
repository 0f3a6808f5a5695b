import { refusePlatform } from '#platform/refusals.ts';
import type { Http } from '#platform/server/http.ts';
import { requireInvestor } from '#platform/server/serve.ts';

/** Reports go by number (spec §7: 5 withdrawals, 2 bonus, 4 residual), and there are no others. */
export function serveUnknownReports(http: Http): void {
  http.app.get(
    '/report/:type',
    { schema: { hide: true }, onRequest: async (request) => void (await requireInvestor(http, request)) },
    () => {
      throw refusePlatform('items_not_found');
    },
  );
}
