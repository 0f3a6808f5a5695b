import { readOptions } from './read-options.ts';
import { runChecks } from './run-checks.ts';

/** `npm run check`: what a change must pass before review. Takes seconds, without a database or a browser. */
readOptions({
  command: 'npm run check',
  does: 'What a change must pass before review: types, lint, format, first-load budgets. Takes seconds.',
});
const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
