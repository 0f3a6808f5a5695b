import { parseArgs } from 'node:util';
import { nodeCommand, runShown } from '../scripts/run-command.ts';

/**
 * `npm run fuzz -- --runs 1000`: sends that many requests to each call of the published document, valid and invalid, generated from its own
 * schemas. None may be answered with a fault, and the books must balance afterwards. `npm test` sends a few of each.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000' } } });
if (!/^[1-9]\d{0,5}$/.test(values.runs)) {
  process.stderr.write('Usage: npm run fuzz -- [--runs N]\n');
  process.exit(2);
}
const fuzz = nodeCommand(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'server',
  'src/app/server/every-route.test.ts',
);
process.exitCode = (await runShown(fuzz, { FUZZ_RUNS: values.runs })) ? 0 : 1;
