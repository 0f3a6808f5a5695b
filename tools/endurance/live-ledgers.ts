import fc from 'fast-check';
import { ledgerInvariants } from '#ledger/server/audit-books.ts';
import { buildLedger } from '#ledger/server/testing/build-ledger.ts';
import { ledgerCommand, LedgerModel, liveBeside } from '#ledger/server/testing/ledger-model.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import { allAtOnce } from '../shared/load.ts';
import { sum } from '../shared/tally.ts';

const scale = { full: { sequences: 2_000, commands: 200 }, small: { sequences: 12, commands: 40 } };
/** Ledgers in use concurrently; each sequence runs in one of them. */
const ledgersAtOnce = 4;

/** Runs sequences of journals against the ledger and against a plain arithmetic model of it; the two must never differ. */
export const liveLedgers: Kind = {
  name: 'ledger',
  run: liveAll,
  // There are no positions behind these journals, so only the ledger's own rules apply.
  invariants: ledgerInvariants,
  controls: [
    {
      name: 'what an account does not have is not taken, and the rest moves all the same',
      finding: 'moved, and should not',
      functions: [
        { of: 'ledger.post', from: 'SET balance = p.balance, held', to: 'SET balance = greatest(p.balance, 0), held' },
        { of: 'ledger.post', from: 'least(x.balance, x.held', to: 'least(x.held' },
      ],
    },
    {
      name: 'an event posted again is posted again',
      finding: 'moved twice under one key',
      functions: [
        { of: 'ledger.post', from: 'SELECT g.n, g.key, g.kind', to: 'SELECT g.n, g.key || random() AS key, g.kind' },
      ],
    },
  ],
};

async function liveAll({ size, open, leftMs }: Trial): Promise<Outcome> {
  const { sequences, commands } = scale[size];
  const each = Math.ceil(sequences / ledgersAtOnce);
  const lived = await allAtOnce(ledgersAtOnce, async () => {
    const ledger = buildLedger((await open({ treasury: '0' })).db);
    return liveIn(ledger, { sequences: each, commands, leftMs: leftMs() });
  });
  const done = sum(lived.map((life) => life.sequences));
  const findings = lived.flatMap((life) => life.findings);
  return { counts: `${done} sequences × ${commands} commands beside the model`, findings };
}

interface Life {
  sequences: number;
  commands: number;
  leftMs: number;
}

async function liveIn(
  ledger: ReturnType<typeof buildLedger>,
  { sequences, commands: length, leftMs }: Life,
): Promise<{ sequences: number; findings: string[] }> {
  const model = new LedgerModel();
  const customers = await Promise.all([ledger.customer(), ledger.customer(), ledger.customer()]);
  const life = fc.array(ledgerCommand, { minLength: length, maxLength: length });
  const property = fc.asyncProperty(life, async (commands) => {
    const differences = await liveBeside(model, ledger, customers, commands);
    if (differences.length > 0) throw new Error(differences.join('; '));
  });
  const result = await fc.check(property, {
    numRuns: sequences,
    // A ledger is never emptied, so a failed sequence cannot be retried from the same state.
    endOnFailure: true,
    ...(leftMs < Infinity && { interruptAfterTimeLimit: leftMs, markInterruptAsFailure: false }),
  });
  const { failed, seed, numRuns, errorInstance } = result;
  if (!failed) return { sequences: numRuns, findings: [] };
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { sequences: numRuns, findings: [`in sequence ${numRuns} of seed ${seed}: ${said}`] };
}
