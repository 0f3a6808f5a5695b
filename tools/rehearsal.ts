import { flag, readOptions, someOf, wholeNumber } from '../scripts/read-options.ts';
import { nodeCommand, runShown } from '../scripts/run-command.ts';
import { printControl, printFindings } from './shared/report.ts';
import type { RehearsalOptions, Report } from './rehearsal/report.ts';

interface Part {
  run(options: RehearsalOptions): Promise<Report>;
  /** Runs the part with a seeded fault that must be found; returns the finding, or undefined. */
  control(): Promise<string | undefined>;
}

/**
 * `npm run rehearsal`: rehearses production events on one machine, part by part. `--only PART,PART`, `--rounds N` of each fault,
 * `--acknowledged N` calls answered in total. Parts that a machine cannot play are reported, and do not fail. `--control` shows that the
 * parts can fail: each must find a seeded fault.
 */
const parts: Record<string, () => Promise<Part>> = {
  rolling: () => import('./rehearsal/rolling.ts'),
  previous: () => import('./rehearsal/previous.ts'),
  production: () => import('./rehearsal/production.ts'),
  pgbouncer: () => import('./rehearsal/pgbouncer.ts'),
  cluster: () => import('./rehearsal/cluster.ts'),
  pitr: () => import('./rehearsal/pitr.ts'),
};

const { only, rounds, acknowledged, control } = readOptions({
  command: 'npm run rehearsal --',
  does: 'Rehearses production events on this machine. Parts that it cannot play are reported, and do not fail.',
  options: {
    only: someOf(Object.keys(parts), 'what is rehearsed (default: everything)'),
    rounds: wholeNumber('of each fault', { fallback: 3 }),
    acknowledged: wholeNumber('calls that must be answered in total', { from: 0, fallback: 0 }),
    control: flag('each part must find a seeded fault'),
  },
});

if (!(await runShown(nodeCommand('scripts/build.ts', '--when-changed')))) process.exit(1);
let complaints = 0;
for (const name of only) {
  const part = await parts[name]?.();
  if (!part) continue;
  if (control) complaints += await prove(name, part);
  else complaints += await play(part);
}
const good = control ? 'Every seeded fault was found.' : 'Nothing was found.';
process.stdout.write(
  complaints === 0 ? `${good}\n` : `${complaints} ${control ? 'seeded faults were not found' : 'findings'}.\n`,
);
process.exit(complaints === 0 ? 0 : 1);

async function play(part: Part): Promise<number> {
  const { figures, findings } = await part.run({ rounds, acknowledged });
  process.stdout.write(`${figures}\n`);
  printFindings(findings);
  return findings.length;
}

async function prove(name: string, { control }: Part): Promise<number> {
  const found = await control();
  printControl(name, found);
  return found === undefined ? 1 : 0;
}
