import { readOptions, wholeNumber } from '../scripts/read-options.ts';
import { nodeCommand, runShown } from '../scripts/run-command.ts';

/**
 * `npm run fuzz -- --runs 1000`: sends that many requests to each call of the published document, valid and invalid, generated from its own
 * schemas. None may be answered with a fault, and the books must balance afterwards. `npm test` sends a few of each.
 */
const { runs } = readOptions({
  command: 'npm run fuzz --',
  does: 'Sends generated requests, valid and invalid, to each call of the published document: none may be answered with a fault.',
  options: { runs: wholeNumber('requests to each call', { to: 999_999, fallback: 1_000 }) },
});
const fuzz = nodeCommand(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'server',
  'src/app/server/every-route.test.ts',
);
process.exitCode = (await runShown(fuzz, { FUZZ_RUNS: String(runs) })) ? 0 : 1;
