import { parseArgs } from 'node:util';
import { proveControls } from './crash/prove-controls.ts';
import { runFailovers } from './crash/run-failovers.ts';
import { runRestores } from './crash/run-restores.ts';
import { runRounds } from './crash/run-rounds.ts';
import { printFindings } from './shared/report.ts';
import { targets } from './crash/victim.ts';

/**
 * `npm run crash-test -- --rounds 20`: kill -9 under load, of the server, the database, both, and everything at once followed by `npm
 * start`; death of a primary whose standby takes over; and loss of everything, followed by a restore from a backup. Afterwards every
 * deposit, stake and cancellation that was answered must exist, none twice, and the books must balance. `--acknowledged N` requires that
 * many answered calls between the failovers. `--control` shows that this test can fail: the same run must find a seeded fault.
 */
const kinds = [...targets, 'failover', 'restore'] as const;
type Kind = (typeof kinds)[number];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    only: { type: 'string' },
    acknowledged: { type: 'string', default: '0' },
    control: { type: 'boolean', default: false },
  },
});
const [rounds, acknowledged] = [Number(values.rounds), Number(values.acknowledged)];
const only = values.only as Kind | undefined;
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(acknowledged) || (only && !kinds.includes(only))) {
  process.stderr.write(
    `Usage: npm run crash-test -- [--rounds N] [--only ${kinds.join('|')}] [--acknowledged N] [--control]\n`,
  );
  process.exit(2);
}

const wanted = only ? [only] : kinds;
const isGood = values.control ? await proveControls(wanted) : await proveEach(wanted);
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
  if (kind === 'restore') return runRestores({ rounds });
  return runRounds({ target: kind, rounds });
}
