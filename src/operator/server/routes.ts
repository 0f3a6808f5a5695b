import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { importFeed } from './import-feed.ts';

export function serveOperator(http: Http): void {
  serve(http, contract.importFeed, async (db, { body }) => {
    const lines = body.operations.map((operation, at) => ({
      line: at + 1,
      // As written: a number with more than six decimals is then a bad line like any other.
      cells: { ...operation, payout: String(operation.payout) },
    }));
    const { added, known, late, completeUntil } = await importFeed(db, {
      product: body.product,
      lines,
      operator: 'api',
      mode: http.config.mode,
      completeUntil: body.complete_until === undefined ? undefined : new Date(body.complete_until),
    });
    return { Added: added, Known: known, Late: late, CompleteUntil: completeUntil ?? null };
  });
}
