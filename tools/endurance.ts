import { flag, oneOf, positiveNumber, readOptions, someOf } from '../scripts/read-options.ts';
import { allKinds } from './endurance/all-kinds.ts';
import { sizes } from './endurance/kind.ts';
import { openCluster } from './endurance/open-cluster.ts';
import { proveControls } from './endurance/prove-controls.ts';
import { printFindings } from './shared/report.ts';
import { runKind } from './endurance/run-kind.ts';

/**
 * `npm run endurance -- [kind…] [--size full|small] [--minutes N]`: far more of what `npm test` does a little of, on a throwaway
 * PostgreSQL. Every kind ends with an audit of the books and prints one line; after that many minutes it finishes and reports how far it
 * got. `--control` shows that each can fail: the same runs must find seeded bugs.
 */
const { kinds, size, minutes, control } = readOptions({
  command: 'npm run endurance --',
  does: 'Storms, races, replays and more at full size, on a throwaway PostgreSQL; each ends with an audit of the books.',
  arguments: {
    kinds: someOf(
      allKinds.map(({ name }) => name),
      'what is run (default: everything)',
    ),
  },
  options: {
    size: oneOf(sizes, 'how large; small takes seconds', 'full'),
    minutes: positiveNumber('after which those that can stop early do so', Infinity),
    control: flag('the same runs must find seeded bugs'),
  },
});

// Anything a server would log as an error is a finding here.
process.env.LOG_LEVEL = 'error';
const wanted = allKinds.filter(({ name }) => kinds.includes(name));
const cluster = await openCluster();
try {
  process.exitCode = (await (control ? proveControls(cluster, wanted) : runAll())) ? 0 : 1;
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
