import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAudit } from '../bench/harness/audit.ts';
import { measureEquity } from '../bench/harness/equity.ts';
import { openSessions } from '../bench/harness/fill.ts';
import { openGround } from '../bench/harness/ground.ts';
import { measureMaturing } from '../bench/harness/maturing.ts';
import type { Measured } from '../bench/harness/measured.ts';
import {
  measureCancels,
  measureDatabase,
  measureStakes,
  measureVault,
  measureWithdrawals,
} from '../bench/harness/money-calls.ts';
import { measureOperation } from '../bench/harness/operation.ts';
import { measurePages } from '../bench/harness/pages.ts';
import { requirePrograms } from '../bench/harness/programs.ts';
import { measureReads } from '../bench/harness/reads.ts';
import { readSizes, type Size } from '../bench/harness/sizes.ts';
import { formatGrowth, formatLine, type Line } from '../bench/harness/table.ts';
import { findChromium } from './chromium.ts';
import { nodeCommand, runShown } from './run-command.ts';

/**
 * `npm run bench [-- --size small|10k|1m|5m --runs 3 --seconds 8 --only stake,reads --keep DIR]`: measures what everything costs, each
 * beside its limit from the same run (docs/bench.md). Separate processes generate the load. Needs two otherwise idle cores: on a busy
 * machine only the ratios mean something.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'small' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});

/** In this order: the audit sees the books as generated, and withdrawals leave work behind. */
const cases: Record<string, (measured: Measured) => Promise<void>> = {
  audit: measureAudit,
  operation: measureOperation,
  equity: measureEquity,
  reads: measureReads,
  pages: (measured) => measurePages(measured, findChromium()),
  stake: measureStakes,
  database: measureDatabase,
  cancel: measureCancels,
  vault: measureVault,
  maturing: measureMaturing,
  withdraw: measureWithdrawals,
};
const names = values.only?.split(',') ?? Object.keys(cases);
const unknown = names.filter((name) => !(name in cases));
if (unknown.length > 0) throw new Error(`--only takes ${Object.keys(cases).join(', ')}`);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const programs = requirePrograms();
if (!(await runShown(nodeCommand('scripts/build.ts', '--when-changed')))) process.exit(1);

const results = new Map<string, Line[]>();
for (const size of readSizes(values.size)) results.set(size.name, await measureSize(size));
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
  const ground = await openGround({ pgbench: programs.pgbench, size, keep: values.keep, log });
  const lines: Line[] = [];
  const print = (line: Line): void => {
    lines.push(line);
    say(formatLine(line));
  };
  try {
    const sessions = await openSessions(ground.db, ground.folder, size);
    const measured = { ground, programs, sessions, runs: Number(values.runs), seconds: Number(values.seconds), print };
    say(`${size.name}: ${size.customers} customers, ${values.runs} runs of ${values.seconds} s, medians`);
    for (const [name, measure] of Object.entries(cases)) if (names.includes(name)) await measure(measured);
    return values.keep ? await keepResults(values.keep, size.name, lines) : lines;
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
  const file = join(values.keep ?? '', `${name}.json`);
  if (!values.keep || !existsSync(file)) return undefined;
  return JSON.parse(await readFile(file, 'utf8')) as Line[];
}
