import { parseArgs } from 'node:util';
import { allKinds } from './endurance/all-kinds.ts';
import { sizes, type Size } from './endurance/kind.ts';
import { openCluster } from './endurance/open-cluster.ts';
import { proveControls } from './endurance/prove-controls.ts';
import { printFindings } from './shared/report.ts';
import { runKind } from './endurance/run-kind.ts';

/**
 * `npm run endurance -- [kind…] [--size full|small] [--minutes N]`: far more of what `npm test` does a little of, on a throwaway
 * PostgreSQL. Every kind ends with an audit of the books and prints one line; after that many minutes it finishes and reports how far it
 * got. `--control` shows that each can fail: the same runs must find seeded bugs.
 */
const names = allKinds.map(({ name }) => name);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'full' },
    minutes: { type: 'string', default: 'Infinity' },
    control: { type: 'boolean', default: false },
  },
});
const size = values.size as Size;
const minutes = Number(values.minutes);
if (!sizes.includes(size) || !(minutes > 0) || positionals.some((name) => !names.includes(name))) {
  process.stderr.write(
    `Usage: npm run endurance -- [${names.join('|')}…] [--size ${sizes.join('|')}] [--minutes N] [--control]\n`,
  );
  process.exit(2);
}

// Anything a server would log as an error is a finding here.
process.env.LOG_LEVEL = 'error';
const wanted = allKinds.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const cluster = await openCluster();
try {
  process.exitCode = (await (values.control ? proveControls(cluster, wanted) : runAll())) ? 0 : 1;
} finally {
  await cluster.stop();
}

async function runAll(): Promise<boolean> {
  let complaints = 0;
  for (const kind of wanted) {
    const { counts, findings, seconds } = await runKind(cluster, kind, { size, minutes });
    process.stdout.write(`${kind.name}: ${counts}; ${findings.length} findings, ${seconds.toFixed(0)} s\n`);
    printFindings(findings, 20);
    complaints += findings.length;
  }
  return complaints === 0;
}
