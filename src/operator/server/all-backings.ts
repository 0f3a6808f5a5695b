import { licenceBackings } from '#copytrade/server/licence-backings.ts';
import { type Backings, eventOf } from '#ledger/server/backing.ts';
import { awardBackings } from '#network/server/award-backings.ts';
import { vaultBackings } from '#primevault/server/vault-backings.ts';
import { botBackings } from '#primezord/server/bot-backings.ts';
import { stakeBackings } from '#stakes/server/stake-backings.ts';
import { transferBackings } from '#wallet/server/transfer-backings.ts';

/** What stands behind every kind of event that there is: a kind without something behind it does not compile. */
export const allBackings: Backings = {
  /** An operator's action that names the event, with the same amount. */
  treasury_funded: eventOf({
    from: 'operator_actions a',
    where: `a.action = 'treasury fund'`,
    key: `a.details ->> 'journal'`,
    owner: 'NULL::uuid',
    reference: 'NULL::uuid',
    legs: { 'funding>treasury': `(a.details ->> 'usd')::numeric * 1000000` },
  }),
  ...transferBackings,
  ...stakeBackings,
  ...vaultBackings,
  ...licenceBackings,
  ...botBackings,
  ...awardBackings,
};
