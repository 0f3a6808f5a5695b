import { flag, readOptions, someOf, wholeNumber } from '../scripts/read-options.ts';
import { proveControls } from './crash/prove-controls.ts';
import { runFailovers } from './crash/run-failovers.ts';
import { runRounds } from './crash/run-rounds.ts';
import { printFindings } from './shared/report.ts';
import { targets } from './crash/victim.ts';

/**
 * `npm run crash-test -- --rounds 20`: kill -9 under load, of the server, the database, both, and everything at once followed by `npm
 * start`; and death of a primary whose standby takes over. Afterwards every
 * deposit, stake and cancellation that was answered must exist, none twice, and the books must balance. `--acknowledged N` requires that
 * many answered calls between the failovers. `--control` shows that this test can fail: the same run must find a seeded fault.
 */
const kinds = [...targets, 'failover'] as const;
type Kind = (typeof kinds)[number];

const { rounds, only, acknowledged, control } = readOptions({
  command: 'npm run crash-test --',
  does: 'kill -9 and failover under load: nothing that was answered may be lost or happen twice.',
  options: {
    rounds: wholeNumber('of each kind', { fallback: 20 }),
    only: someOf(kinds, 'what is killed (default: everything)'),
    acknowledged: wholeNumber('calls that must be answered between the failovers', { from: 0, fallback: 0 }),
    control: flag('the same run must find a seeded fault'),
  },
});
const isGood = control ? await proveControls(only) : await proveEach(only);
process.exit(isGood ? 0 : 1);

async function proveEach(all: readonly Kind[]): Promise<boolean> {
  let complaints = 0;
  for (const kind of all) {
    const outcome = await run(kind);
    process.stdout.write(`${outcome.figures}\n`);
    printFindings(outcome.findings);
    complaints += outcome.findings.length;
  }
  process.stdout.write(
    complaints === 0
      ? 'Nothing was lost, nothing happened twice, and the books balance.\n'
      : `${complaints} findings.\n`,
  );
  return complaints === 0;
}

function run(kind: Kind): Promise<{ figures: string; findings: string[] }> {
  if (kind === 'failover') return runFailovers({ rounds, acknowledged });
  return runRounds({ target: kind, rounds });
}
