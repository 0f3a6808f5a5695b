import { runChecks } from './run-checks.ts';

/** `npm run check`: what a change must pass before anybody looks at it. Seconds, no database, no browser. */
const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
