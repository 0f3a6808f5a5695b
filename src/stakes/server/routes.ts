import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import { cancelStake } from './cancel-stake.ts';
import { listStakes } from './list-stakes.ts';
import { openStake } from './open-stake.ts';

export function serveStakes(http: Http, events: DomainEvents = noSubscribers): void {
  serve(http, contract.listStakes, listStakes);
  serve(http, contract.openStake, (tx, request) => openStake(tx, request, events));
  serve(http, contract.cancelStake, (tx, request) => cancelStake(tx, request, events));
}
