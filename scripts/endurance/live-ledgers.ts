import fc from 'fast-check';
import { ledgerOracles } from '#ledger/server/audit-books.ts';
import { buildLedger } from '#ledger/server/testing/build-ledger.ts';
import { type LedgerCommand, ledgerCommand, LedgerModel, liveBeside } from '#ledger/server/testing/ledger-model.ts';
import type { Kind, Outcome, Trial } from './kind.ts';

const scale = { full: { sequences: 2_000, commands: 200 }, small: { sequences: 12, commands: 40 } };
/** Ledgers that are lived in at the same time; each sequence belongs to one. */
const ledgersAtOnce = 4;

/** Sequences of movements, in the ledger and in a model of it that is plain arithmetic: they must never differ. */
export const liveLedgers: Kind = {
  name: 'ledger',
  run: liveAll,
  // There are no positions behind these movements: the ledger is held to its own rules alone.
  oracles: ledgerOracles,
  controls: [
    {
      name: 'what an account does not have is not taken, and the rest moves all the same',
      functions: [{ of: 'ledger.move', from: 'IF NOT FOUND THEN', to: 'IF false THEN' }],
    },
    {
      name: 'an event posted again is posted again',
      functions: [{ of: 'ledger.post', from: 'VALUES (p_key,', to: 'VALUES (p_key || random(),' }],
    },
  ],
};

async function liveAll({ size, open }: Trial): Promise<Outcome> {
  const { sequences, commands } = scale[size];
  const each = Math.ceil(sequences / ledgersAtOnce);
  const lives = Array.from({ length: ledgersAtOnce }, async () => {
    const ledger = buildLedger((await open({ treasury: '0' })).db);
    return liveIn(ledger, each, commands);
  });
  const findings = (await Promise.all(lives)).flat();
  return { counts: `${each * ledgersAtOnce} sequences × ${commands} commands beside the model`, findings };
}

async function liveIn(ledger: ReturnType<typeof buildLedger>, sequences: number, length: number): Promise<string[]> {
  const model = new LedgerModel();
  const customers = await Promise.all([ledger.customer(), ledger.customer(), ledger.customer()]);
  const life = fc.array(ledgerCommand, { minLength: length, maxLength: length });
  let last: LedgerCommand[] = [];
  const property = fc.asyncProperty(life, async (commands) => {
    last = commands;
    const differences = await liveBeside(model, ledger, customers, commands);
    if (differences.length > 0) throw new Error(differences.join('; '));
  });
  // A ledger is never emptied, so a sequence that fails cannot be tried again on what was there before it.
  const { failed, seed, errorInstance } = await fc.check(property, { numRuns: sequences, endOnFailure: true });
  if (!failed) return [];
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [`after ${last.length} commands of seed ${seed}: ${said}`];
}
