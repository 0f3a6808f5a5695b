import { parseArgs } from 'node:util';
import { measureMoneyCalls } from '../bench/harness/money-calls.ts';
import { measureReads } from '../bench/harness/reads.ts';
import { fill } from '../bench/harness/fill.ts';
import { openGround } from '../bench/harness/ground.ts';
import { requirePrograms } from '../bench/harness/programs.ts';
import { nodeCommand, runShown } from './run-command.ts';

/**
 * `npm run bench [-- --customers 10000 --runs 3 --seconds 8 --only money|reads]`: what calls cost, each beside its limit
 * measured in the same run: pgbench's own transaction for what moves money, a bare server with one prepared statement for what reads. The
 * load comes from processes of its own. Needs two cores that do nothing else: figures of a busy machine are ratios at best.
 */
const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    only: { type: 'string' },
  },
});

const programs = requirePrograms();
if (!(await runShown(nodeCommand('scripts/build.ts', '--when-changed')))) process.exit(1);
const ground = await openGround(programs.pgbench);
try {
  const sessions = await fill(ground.db, ground.folder, Number(values.customers));
  const measured = { ground, programs, sessions, runs: Number(values.runs), seconds: Number(values.seconds) };
  process.stdout.write(`${values.customers} customers, ${values.runs} runs of ${values.seconds} s, medians\n`);
  if (values.only !== 'reads') await measureMoneyCalls(measured);
  if (values.only !== 'money') await measureReads(measured);
} finally {
  await ground.close();
}
process.exit(0);
