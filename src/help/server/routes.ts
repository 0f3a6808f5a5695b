import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import { readHelp as contract } from '../contract.ts';
import { readHelp } from './read-help.ts';

export function serveHelp(http: Http): void {
  serve(http, contract, (db, { investor }) => readHelp(db, http.config.mode, investor.id));
}
