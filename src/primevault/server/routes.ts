import { requireMovable } from '#ledger/server/freeze.ts';
import type { Database } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { type CallRequest, serve, type UseCase } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { insertAcceptance } from './acceptance-store.ts';
import { listInvestments } from './list-investments.ts';
import { decideInvestment, openInvestment } from './open-investment.ts';
import { presentInvestment } from './present-investment.ts';
import { openingRow } from '#positions/server/open-position.ts';
import { quoteInvestment } from './quote-investment.ts';
import { type PreparedInvestment, prepareInvestment } from './prepare-investment.ts';
import { settlePromocode } from './prepare-promocode.ts';
import { presentPlan } from './present-plan.ts';

export function servePrimevault(http: Http): void {
  const { mode } = http.config;
  serve(http, contract.listInvestments, listInvestments);
  serve(http, contract.readPlan, (db, { investor }) => presentPlan(db, mode, investor.id));
  serve(http, contract.acceptTerms, (db, { investor }) => insertAcceptance(db, investor.id, investor.now));
  const open: UseCase<typeof contract.openInvestment, PreparedInvestment> = async (tx, request, prepared) => {
    // A code is claimed under the call's key: whether that key already has its answer must be known before the use is taken.
    if (prepared.code !== null) requireMovable(tx, request.investor.id, request.key);
    return openInvestment(tx, request, prepared);
  };
  const before = (db: Database, call: CallRequest<typeof contract.openInvestment>): Promise<PreparedInvestment> =>
    prepareInvestment(db, mode, call);
  serve(http, contract.openInvestment, open, {
    before,
    after: settlePromocode,
    asksByItself: true,
    // One with a code takes a use of it too, in a transaction of its own.
    inRows: (call, prepared) =>
      prepared.code === null
        ? {
            terms: null,
            decide: () =>
              openingRow(decideInvestment(call, prepared), (made) => presentInvestment(made, made.startedAt)),
          }
        : null,
  });
  // Each guess at a code is counted, which may wait for somebody's lock: not among reads that travel together.
  serve(http, contract.quoteInvestment, (_reads, request) => quoteInvestment(http.db, mode, request));
}
