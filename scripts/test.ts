import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { installChromium } from './install-chromium.ts';
import { readJourneyReport, readTestReport } from './read-reports.ts';
import { readOptions } from './read-options.ts';
import { runChecks, type Tally } from './run-checks.ts';
import { nodeCommand, runShown } from './run-command.ts';

/** `npm test`: everything that is verified, in one run. The last line is the total; a check counts as a test. */
readOptions({
  command: 'npm test',
  does: 'Runs everything that is verified; npx vitest run --project rules|server|web|tidy [PATH] runs one kind of test, or one file.',
});
const reports = join(projectFolder, '.build', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const tallies: Tally[] = [];
if (await step('Chromium', installChromium)) {
  tallies.push(await runStep('Checks', runChecks));
  tallies.push(await runStep('Tests', runTests));
  tallies.push(await runStep('Journeys in a browser', runJourneys));
}

const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0);
const failed = sum(({ failed: count }) => count) + (tallies.length === 0 ? 1 : 0);
const skipped = sum(({ skipped: count }) => count);
process.exitCode = failed === 0 ? 0 : 1;
const line = `${sum(({ passed }) => passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
// Repeated at the end, where readers of a long log look first.
for (const failure of tallies.flatMap(({ failures }) => failures)) process.stdout.write(`\nFAILED ${failure}`);
process.stdout.write(`\n${line}\n`);

async function runTests(): Promise<Tally> {
  const report = join(reports, 'tests.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGood = await runShown(nodeCommand('node_modules/vitest/vitest.mjs', 'run', ...reporters));
  return readTestReport(report, isGood);
}

async function runJourneys(): Promise<Tally> {
  if (!existsSync(join(projectFolder, 'playwright.config.ts')))
    return { passed: 0, failed: 0, skipped: 0, failures: [] };
  const report = join(reports, 'journeys.json');
  const command = nodeCommand('node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json');
  const isGood = await runShown(command, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return readJourneyReport(report, isGood);
}

async function runStep(name: string, run: () => Promise<Tally>): Promise<Tally> {
  process.stdout.write(`\n${name}\n`);
  return run();
}

async function step(name: string, run: () => Promise<string | null>): Promise<boolean> {
  const problem = await run();
  if (problem) process.stdout.write(`${name}: ${problem}\n`);
  return problem === null;
}
