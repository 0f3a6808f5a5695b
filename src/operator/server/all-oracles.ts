import { licenceOracles } from '#copytrade/server/licence-oracles.ts';
import { auditBooks, type Broken, findBroken, type Finding, ledgerOracles } from '#ledger/server/audit-books.ts';
import { backingOracles } from '#ledger/server/backing.ts';
import { awardOracles } from '#network/server/award-oracles.ts';
import { capitalOracles } from '#network/server/capital-oracles.ts';
import { payoutOracles } from '#payouts/server/payout-oracles.ts';
import type { Sql } from '#platform/server/database.ts';
import { vaultOracles } from '#primevault/server/vault-oracles.ts';
import { botOracles } from '#primezord/server/bot-oracles.ts';
import { maturityOracles } from '#promises/server/maturity-oracles.ts';
import { secondKeyOracles } from '#secondkey/server/second-key-oracles.ts';
import { stakeOracles } from '#stakes/server/stake-oracles.ts';
import { transferOracles } from '#wallet/server/transfer-oracles.ts';
import { withdrawalOracles } from '#wallet/server/withdrawal-oracles.ts';
import { allBackings } from './all-backings.ts';
import { causeOracles } from './cause-oracles.ts';
import { decisionOracles } from './decision-oracles.ts';
import { promiseOracles } from './promise-oracles.ts';

export const allOracles = [
  ...ledgerOracles,
  ...payoutOracles,
  ...licenceOracles,
  ...botOracles,
  ...stakeOracles,
  ...vaultOracles,
  ...promiseOracles,
  ...maturityOracles,
  ...transferOracles,
  ...withdrawalOracles,
  ...secondKeyOracles,
  ...decisionOracles,
  ...awardOracles,
  ...capitalOracles,
  ...causeOracles,
  ...backingOracles(allBackings),
];

/** The whole of the books against every rule of the ledger and of each product. Empty when they balance. */
export function auditEverything(sql: Sql): Promise<Finding[]> {
  return auditBooks(sql, allOracles);
}

/** The same, with how many places of each rule there are. */
export function findEverythingBroken(sql: Sql): Promise<Broken[]> {
  return findBroken(sql, allOracles);
}
