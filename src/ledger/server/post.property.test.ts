import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerCommand, LedgerModel, liveBeside } from './testing/ledger-model.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
beforeAll(async () => void (ledger = await openLedger()));
afterAll(() => ledger.db.close());

/** `npm run endurance -- ledger` runs many more and longer sequences. */
test('[S7] any sequence of journals leaves the balances of plain arithmetic, and the books balance after each sequence', async () => {
  const model = new LedgerModel();
  const customers = await Promise.all([ledger.customer(), ledger.customer(), ledger.customer()]);
  await fc.assert(
    fc.asyncProperty(fc.array(ledgerCommand, { minLength: 1, maxLength: 40 }), async (commands) => {
      expect(await liveBeside(model, ledger, customers, commands)).toEqual([]);
      expect(await ledger.audit()).toEqual([]);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 600_000);
