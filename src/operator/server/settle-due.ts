import { setTimeout as pause } from 'node:timers/promises';
import { licences } from '#copytrade/server/licence-store.ts';
import { expireLicences } from '#copytrade/server/expire-licences.ts';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { payOwedAwards } from '#network/server/pay-owed-awards.ts';
import type { Database } from '#platform/server/database.ts';
import { countDueVaultInvestments } from '#primevault/server/count-due-vault-investments.ts';
import { matureVaultInvestments } from '#primevault/server/mature-vault-investments.ts';
import { investments } from '#primezord/server/investment-store.ts';
import { finishInvestments } from '#primezord/server/finish-investments.ts';
import { countDueStakes } from '#stakes/server/count-due-stakes.ts';
import { matureStakes } from '#stakes/server/mature-stakes.ts';

/** Everything that ends by itself: what settles a batch of it, and what counts how much is left. */
const clockworks = [
  { settle: matureStakes, countDue: countDueStakes },
  { settle: matureVaultInvestments, countDue: countDueVaultInvestments },
  { settle: expireLicences, countDue: licences.countDue },
  { settle: finishInvestments, countDue: investments.countDue },
];

/**
 * Settles everything that has fallen due by `now`, beside the workers of a running Lastro, and comes back when nothing is
 * left: also not what another worker had in hand. Answers how many this call settled itself.
 */
export async function settleDue(db: Database, now: Date, events: DomainEvents): Promise<number> {
  let settled = 0;
  for (;;) {
    const batch = await settleBatches(db, now, events);
    settled += batch;
    if (batch > 0) continue;
    if ((await countDue(db, now)) === 0) return settled;
    await pause(50);
  }
}

async function settleBatches(db: Database, now: Date, events: DomainEvents): Promise<number> {
  let settled = 0;
  for (const { settle } of clockworks) settled += await unlessHeld(settle(db, now, events));
  // Those that the treasury cannot pay yet are not waited for.
  await unlessHeld(payOwedAwards(db, now, events));
  return settled;
}

const waitedTooLong = '55P03';

/** None, when somebody held what it takes for longer than a statement waits: it is rolled back, still due, and found again. */
function unlessHeld(settling: Promise<number>): Promise<number> {
  return settling.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === waitedTooLong) return 0;
    throw error;
  });
}

async function countDue(db: Database, now: Date): Promise<number> {
  let due = 0;
  for (const clockwork of clockworks) due += await clockwork.countDue(db, now);
  return due;
}
