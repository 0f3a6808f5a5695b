import { nodeCommand, runKept } from './run-command.ts';

/** What must hold for the source and the build without running the product. tidy.test.ts finds files that nobody imports. */
const checks = {
  build: nodeCommand('scripts/build.ts', '--when-changed'),
  types: nodeCommand('node_modules/typescript/bin/tsc', '--build', '--force', '--singleThreaded'),
  lint: nodeCommand('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  format: nodeCommand('node_modules/oxfmt/bin/oxfmt', '--check'),
  'first-load budgets': nodeCommand('scripts/check-budgets.ts'),
  'oldest browser': nodeCommand('scripts/check-oldest-browser.ts'),
};

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** One line per failure, if the run reports them. */
  failures: string[];
}

/** Prints one line per check, and the output of a failed one. The build comes first, then the rest concurrently. */
export async function runChecks(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const { build, ...others } = checks;
  await runCheck('build', build, tally);
  await Promise.all(Object.entries(others).map(([name, command]) => runCheck(name, command, tally)));
  return tally;
}

async function runCheck(name: string, command: string[], tally: Tally): Promise<void> {
  const startedAt = performance.now();
  const { isGood, said } = await runKept(command);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${isGood ? ' ok  ' : ' FAIL'} ${name.padEnd(20)} ${seconds} s\n`);
  if (isGood) return void (tally.passed += 1);
  process.stdout.write(`${said.trimEnd()}\n`);
  tally.failed += 1;
  tally.failures.push(name);
}
