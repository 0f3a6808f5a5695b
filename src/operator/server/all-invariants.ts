import { auditBooks, type Finding, type Invariant, ledgerInvariants } from '#ledger/server/audit-books.ts';
import { backingInvariants, kindInvariants } from '#ledger/server/backing.ts';
import { awardInvariants } from '#network/server/award-invariants.ts';
import { capitalInvariants } from '#network/server/capital-invariants.ts';
import { payoutInvariants } from '#payouts/server/payout-invariants.ts';
import { positionInvariants } from '#positions/server/position-invariants.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { vaultInvariants } from '#primevault/server/vault-invariants.ts';
import { botInvariants } from '#primezord/server/bot-invariants.ts';
import { maturityInvariants } from '#maturities/server/maturity-invariants.ts';
import { secondFactorInvariants } from '#secondfactor/server/second-factor-invariants.ts';
import { transferInvariants } from '#wallet/server/transfer-invariants.ts';
import { withdrawalInvariants } from '#wallet/server/withdrawal-invariants.ts';
import { actionInvariants } from './action-invariants.ts';
import { customerBackings, houseBackings } from './all-backings.ts';
import { causeInvariants } from './cause-invariants.ts';
import { handInvariants } from './hand-invariants.ts';
import { reversalInvariants } from './reversal-invariants.ts';
import { taxInvariants } from './tax-invariants.ts';
import { decisionInvariants } from './decision-invariants.ts';

/** The products' invariants, beyond the ledger's own. */
export const productInvariants: readonly Invariant[] = [
  ...payoutInvariants,
  ...positionInvariants,
  ...botInvariants,
  ...vaultInvariants,
  ...maturityInvariants,
  ...transferInvariants,
  ...withdrawalInvariants,
  ...secondFactorInvariants,
  ...actionInvariants,
  ...decisionInvariants,
  ...handInvariants,
  ...reversalInvariants,
  ...taxInvariants,
  ...awardInvariants,
  ...capitalInvariants,
  ...causeInvariants,
  ...kindInvariants,
  ...backingInvariants(houseBackings, 'house'),
  ...backingInvariants(customerBackings),
];

export const allInvariants = [...ledgerInvariants, ...productInvariants];

/**
 * Checks the whole books against every rule of the ledger and of each product, in one snapshot. Empty when they balance. The rules are sent
 * together, for books so small that round trips outweigh the queries. For auditing an installation see `audit-installation.ts`.
 */
export function auditEverything(db: Database): Promise<Finding[]> {
  return transaction(db, async (tx) => {
    tx.send('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found = await Promise.all(allInvariants.map((each) => auditBooks(tx, [each])));
    return found.flat();
  });
}
