import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import type { Http } from '#platform/server/http.ts';
import { guessSetting } from '#platform/server/guess-setting.ts';
import { serve } from '#platform/server/serve.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import { withheldPercent } from '#positions/server/tax-settings.ts';
import * as contract from '../contract.ts';
import { cancelStake } from './cancel-stake.ts';
import { openStake } from './open-stake.ts';
import { presentStake } from './present-stake.ts';
import { stakeOffer } from './stake-offer.ts';
import { cancelFeePercent, stakePlansSetting } from './stake-settings.ts';

export function serveStakes(http: Http, events: DomainEvents = noSubscribers): void {
  serve(http, contract.listStakes, (sql, request) => listPositions(sql, 'stake', request, presentStake));
  const readPlans = guessSetting(stakePlansSetting, http.config.mode);
  const readFee = guessSetting(cancelFeePercent, http.config.mode);
  const readTax = guessSetting(withheldPercent, http.config.mode);
  serve(http, contract.readStakeOffer, (db) => stakeOffer.read(db, http.config.mode));
  serve(http, contract.openStake, async (tx, request) => {
    const [plans, cancelFee, taxRate] = await Promise.all([readPlans(tx), readFee(tx), readTax(tx)]);
    return openStake(tx, request, { plans, cancelFee, taxRate }, events);
  });
  serve(http, contract.cancelStake, (tx, request) => cancelStake(tx, request, events));
}
