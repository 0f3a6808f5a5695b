import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import { readPromises as contract } from '../promises-contract.ts';
import { readPromises } from './read-promises.ts';

export function servePositions(http: Http): void {
  serve(http, contract, readPromises);
}
