import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { readOptions, refuseOptions, text } from './read-options.ts';
import { nodeCommand, runKept, runShown } from './run-command.ts';

/**
 * `npm run quick [-- COMMIT]`: what a change must pass before it is committed, within a minute. Runs types, lint, format and, of the tests
 * that import what changed since COMMIT (default: the last commit, or the one before if nothing changed), the nearest ones that fit the
 * time. Reports how many are left out; `npm test` runs them.
 */
const testSeconds = 35;
/** Assumed duration of a test file that no earlier `npm test` here has measured. */
const unmeasuredSeconds: Record<string, number> = { rules: 0.5, server: 3, web: 1.5, tidy: 2 };

const usage = {
  command: 'npm run quick --',
  does: 'Types, lint, format and the nearest tests of what changed since a commit, within a minute.',
  arguments: { commit: text('COMMIT', 'since when (default: the last one, or the one before if nothing changed)', '') },
};
const { commit } = readOptions(usage);
if (commit && !isCommit(commit)) refuseOptions(usage, `COMMIT takes a commit, not '${commit}'.`);
const since = commit || (git('status', '--porcelain') ? 'HEAD' : 'HEAD~1');
const statics = {
  types: nodeCommand('node_modules/typescript/bin/tsc', '--build'),
  lint: nodeCommand('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  format: nodeCommand('node_modules/oxfmt/bin/oxfmt', '--check'),
};

const startedAt = performance.now();
const failures: string[] = [];
for (const [name, command] of Object.entries(statics)) {
  const { isGood, said } = await runKept(command);
  report(name, isGood);
  if (!isGood) process.stdout.write(`${said.trimEnd()}\n`);
}
report('tests', await runNearestTests());
process.exitCode = failures.length === 0 ? 0 : 1;

interface TestFile {
  file: string;
  kind: string;
  seconds: number;
}

async function runNearestTests(): Promise<boolean> {
  const { chosen, left } = fit(await listTests());
  if (left.length > 0) {
    process.stdout.write(`      ${left.length} more test files import the changed files: npm test runs them.\n`);
  }
  return runShown(nodeCommand('node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', 'tidy.test.ts', ...chosen));
}

/** Test files that import, directly or indirectly, what changed since then. */
async function listTests(): Promise<TestFile[]> {
  const { said } = await runKept(
    nodeCommand('node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', '--changed', since),
  );
  const listed = JSON.parse(/^\[[\s\S]*^\]/m.exec(said)?.[0] ?? '[]') as { file: string; projectName: string }[];
  const measured = readMeasured();
  return listed.map(({ file, projectName }) => {
    const kind = projectName.split(' ')[0] ?? '';
    return { file: relative(projectFolder, file), kind, seconds: measured.get(file) ?? unmeasuredSeconds[kind] ?? 1 };
  });
}

/** Nearest first: a test in the changed folder says more than one in a folder that uses it. */
function fit(tests: TestFile[]): { chosen: string[]; left: string[] } {
  const changed = git('diff', '--name-only', since)
    .split('\n')
    .concat(git('ls-files', '--others', '--exclude-standard').split('\n'));
  const folders = new Set(changed.map(folderOf));
  const distance = (test: TestFile): number =>
    (changed.includes(test.file) ? 0 : folders.has(folderOf(test.file)) ? 1 : 2) + (test.kind === 'rules' ? 0 : 0.5);
  let spent = 0;
  const chosen: string[] = [];
  const left: string[] = [];
  for (const test of tests.toSorted((one, other) => distance(one) - distance(other))) {
    const fits = spent + test.seconds <= testSeconds;
    if (fits) spent += test.seconds;
    (fits ? chosen : left).push(test.file);
  }
  return { chosen, left };
}

function folderOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** The seconds that each file took in the last `npm test` of this checkout. */
function readMeasured(): Map<string, number> {
  const file = join(projectFolder, '.build', 'reports', 'tests.json');
  if (!existsSync(file)) return new Map();
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: { name: string; startTime: number; endTime: number }[];
  };
  return new Map(testResults.map(({ name, startTime, endTime }) => [name, (endTime - startTime) / 1000]));
}

function isCommit(name: string): boolean {
  return (
    spawnSync('git', ['rev-parse', '--quiet', '--verify', `${name}^{commit}`], { cwd: projectFolder }).status === 0
  );
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8' }).trim();
}

function report(name: string, isGood: boolean): void {
  if (!isGood) failures.push(name);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`${isGood ? ' ok  ' : ' FAIL'} ${name.padEnd(8)} ${seconds} s so far\n`);
}
