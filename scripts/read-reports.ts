import { existsSync, readFileSync } from 'node:fs';
import type { Tally } from './run-checks.ts';

interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** Reads vitest's report. A file that could not be loaded has no failed test, but counts as one failure. */
export function readTestReport(file: string, isGood: boolean): Tally {
  if (!existsSync(file)) return noReport();
  const report = JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  const broken = report.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0);
  const tally = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((each) => each.status === 'failed');
      if (failed.length === 0) return status === 'failed' ? [`${name}: ${firstLine(message)}`] : [];
      return failed.map(({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
    }),
  };
  return withExitCode(tally, isGood);
}

/** Reads Playwright's report. A test that passes on its second try has passed; one that fails twice has failed. */
export function readJourneyReport(file: string, isGood: boolean): Tally {
  if (!existsSync(file)) return noReport();
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8')) as JourneyReport;
  const failed = stats.unexpected + errors.length;
  return withExitCode({ passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, failures: [] }, isGood);
}

function firstLine(text = ''): string {
  return (text.split('\n')[0] ?? '').slice(0, 300);
}

/** A run that failed outside every test, for instance by an unhandled rejection, must not look green. */
function withExitCode(tally: Tally, isGood: boolean): Tally {
  return isGood || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

function noReport(): Tally {
  return { passed: 0, failed: 1, skipped: 0, failures: [] };
}
