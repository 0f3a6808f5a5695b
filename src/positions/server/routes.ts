import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import { readPromises as contract } from '../promises-contract.ts';
import { readPromises } from './read-promises.ts';

export function servePositions(http: Http): void {
  serve(http, contract, readPromises);
}
