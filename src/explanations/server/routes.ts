import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { listAccruals } from './list-accruals.ts';
import { listPositionOperations } from './list-position-operations.ts';
import { listPositionPostings, listPostings } from './list-postings.ts';
import { readExplanation, readPositionExplanation } from './read-explanation.ts';

export function serveExplanations(http: Http): void {
  serve(http, contract.readExplanation, readExplanation);
  serve(http, contract.listExplainedPostings, listPostings);
  serve(http, contract.listAccruals, listAccruals);
  serve(http, contract.readPositionExplanation, readPositionExplanation);
  serve(http, contract.listPositionPostings, listPositionPostings);
  serve(http, contract.listPositionOperations, listPositionOperations);
}
