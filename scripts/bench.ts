import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureAudit } from '../bench/harness/audit.ts';
import { measureEquity } from '../bench/harness/equity.ts';
import { openSessions } from '../bench/harness/fill.ts';
import { openGround } from '../bench/harness/ground.ts';
import { measureMaturing } from '../bench/harness/maturing.ts';
import type { Measured } from '../bench/harness/measured.ts';
import {
  measureCancels,
  measureDatabase,
  measureRefusals,
  measureStakes,
  measureVault,
  measureWithdrawals,
} from '../bench/harness/money-calls.ts';
import { measureOperation } from '../bench/harness/operation.ts';
import { measurePages } from '../bench/harness/pages.ts';
import { requirePrograms } from '../bench/harness/programs.ts';
import { measureReads } from '../bench/harness/reads.ts';
import { type Size, sizes } from '../bench/harness/sizes.ts';
import { formatGrowth, formatLine, type Line } from '../bench/harness/table.ts';
import { findChromium } from './chromium.ts';
import { readOptions, someOf, text, wholeNumber } from './read-options.ts';
import { nodeCommand, runShown } from './run-command.ts';

/**
 * `npm run bench [-- --size small|10k|1m|5m --runs 3 --seconds 8 --only stake,reads --keep DIR]`: measures what everything costs, each
 * beside its limit from the same run (docs/bench.md). Separate processes generate the load. Needs two otherwise idle cores: on a busy
 * machine only the ratios mean something.
 */
/** In this order: the audit sees the books as generated, and withdrawals leave work behind. */
const cases: Record<string, (measured: Measured) => Promise<void>> = {
  audit: measureAudit,
  operation: measureOperation,
  equity: measureEquity,
  reads: measureReads,
  pages: (measured) => measurePages(measured, findChromium()),
  stake: measureStakes,
  refusals: measureRefusals,
  database: measureDatabase,
  cancel: measureCancels,
  vault: measureVault,
  maturing: measureMaturing,
  withdraw: measureWithdrawals,
};
const options = readOptions({
  command: 'npm run bench --',
  does: 'Measures what calls, pages and jobs cost, each beside its limit from the same run. Needs two otherwise idle cores.',
  options: {
    size: someOf(
      sizes.map(({ name }) => name),
      'how much data is generated first (default: small)',
      ['small'],
    ),
    runs: wholeNumber('runs of each measurement', { fallback: 3 }),
    seconds: wholeNumber('length of a run', { fallback: 8 }),
    only: someOf(Object.keys(cases), 'what is measured (default: everything)'),
    keep: text('FOLDER', 'keeps the generated data there, for another run', undefined),
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const programs = requirePrograms();
if (!(await runShown(nodeCommand('scripts/build.ts', '--when-changed')))) process.exit(1);

const results = new Map<string, Line[]>();
for (const size of sizes.filter(({ name }) => options.size.includes(name)))
  results.set(size.name, await measureSize(size));
const [small, large] = [results.get('10k') ?? (await readKept('10k')), results.get('1m')];
if (small && large) {
  say('\ngrowth');
  for (const line of formatGrowth(small, large, ['10k', '1m'])) say(line);
}
process.exit(0);

async function measureSize(size: Size): Promise<Line[]> {
  const began = performance.now();
  const log = (what: string): void =>
    void process.stderr.write(
      `  filling ${size.name}: ${what} (${((performance.now() - began) / 1000).toFixed(0)} s)\n`,
    );
  const ground = await openGround({ pgbench: programs.pgbench, size, keep: options.keep, log });
  const lines: Line[] = [];
  const print = (line: Line): void => {
    lines.push(line);
    say(formatLine(line));
  };
  try {
    const sessions = await openSessions(ground.db, ground.folder, size);
    const { runs, seconds, keep } = options;
    const measured = { ground, programs, sessions, runs, seconds, print };
    say(`${size.name}: ${size.customers} customers, ${runs} runs of ${seconds} s, medians`);
    for (const [name, measure] of Object.entries(cases)) if (options.only.includes(name)) await measure(measured);
    return keep ? await keepResults(keep, size.name, lines) : lines;
  } finally {
    await ground.close();
  }
}

/** Stores the latest result of each line, so that sizes measured on different days can be compared. */
async function keepResults(folder: string, name: string, lines: Line[]): Promise<Line[]> {
  const before = (await readKept(name)) ?? [];
  const all = [...before.filter(({ what }) => !lines.some((line) => line.what === what)), ...lines];
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(all, null, 2)}\n`);
  return all;
}

async function readKept(name: string): Promise<Line[] | undefined> {
  const file = join(options.keep ?? '', `${name}.json`);
  if (!options.keep || !existsSync(file)) return undefined;
  return JSON.parse(await readFile(file, 'utf8')) as Line[];
}
