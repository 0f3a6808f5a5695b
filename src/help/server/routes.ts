import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import { readHelp as contract } from '../contract.ts';
import { readHelp } from './read-help.ts';

export function serveHelp(http: Http): void {
  serve(http, contract, (db, { investor }) => readHelp(db, http.config.mode, investor.id));
}
