import { runChecks } from './run-checks.ts';

/** `npm run check`: what a change must pass before review. Takes seconds, without a database or a browser. */
const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
