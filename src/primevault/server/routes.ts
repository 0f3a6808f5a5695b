import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { requireMovable } from '#ledger/server/freeze.ts';
import type { Database } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { type CallRequest, serve, type UseCase } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { insertAcceptance } from './acceptance-store.ts';
import { listInvestments } from './list-investments.ts';
import { openInvestment } from './open-investment.ts';
import { quoteInvestment } from './quote-investment.ts';
import { type PreparedInvestment, prepareInvestment } from './prepare-investment.ts';
import { settlePromocode } from './prepare-promocode.ts';
import { presentPlan } from './present-plan.ts';

export function servePrimevault(http: Http, events: DomainEvents = noSubscribers): void {
  const { mode } = http.config;
  serve(http, contract.listInvestments, listInvestments);
  serve(http, contract.readPlan, (db, { investor }) => presentPlan(db, mode, investor.id));
  serve(http, contract.acceptTerms, (db, { investor }) => insertAcceptance(db, investor.id, investor.now));
  const open: UseCase<typeof contract.openInvestment, PreparedInvestment> = async (tx, request, prepared) => {
    // A code is claimed under the call's key: whether that key already has its answer must be known before the use is taken.
    if (prepared.code !== null) requireMovable(tx, request.investor.id, request.key);
    return openInvestment(tx, request, prepared, events);
  };
  const before = (db: Database, call: CallRequest<typeof contract.openInvestment>): Promise<PreparedInvestment> =>
    prepareInvestment(db, mode, call);
  // One with a code sends statements that are for one customer only, and commits by itself.
  const options = { before, after: settlePromocode, asksByItself: true, mayShareCommit: true } as const;
  serve(http, contract.openInvestment, open, options);
  serve(http, contract.quoteInvestment, (db, request) => quoteInvestment(db, mode, request));
}
