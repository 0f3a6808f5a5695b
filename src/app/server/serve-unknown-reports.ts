import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';

/** Reports are numbered (spec §7: 5 withdrawals, 2 bonus, 4 residual), and there are no others. */
const reportOther = endpoint({
  method: 'GET',
  path: '/report/:type',
  access: 'investor',
  summary: 'No report has any other number',
  params: z.object({ type: z.string() }),
  answer: z.array(z.never()),
  refusals: ['items_not_found'],
});

export function serveUnknownReports(http: Http): void {
  serve(http, reportOther, () => {
    throw refusePlatform('items_not_found');
  });
}
