import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { flag, readOptions, someOf, text, wholeNumber } from '../scripts/read-options.ts';
import { chapters } from './mutation/chapters.ts';
import { describeMutant, type Mutant } from './mutation/mutant.ts';
import { runChapter, type Score } from './mutation/run-chapter.ts';
import { openTestBench } from './mutation/test-bench.ts';

/**
 * `npm run mutation -- [money rules ledger statements] [--only src/stakes] [--every 5] [--again]`: introduces small faults one by one into
 * the money, the rules, the ledger and the statements that move money, and checks whether a test notices. Prints those that no test
 * noticed; fails if a chapter is below its minimum score. `--every 5` tries one in five, for a first impression; `--again` only those not
 * noticed last time.
 */
const leastScore = 90;
const report = join(projectFolder, '.build', 'reports', 'mutation.json');
const options = readOptions({
  command: 'npm run mutation --',
  does: 'Introduces small faults one by one, and lists those that no test notices.',
  arguments: {
    chapters: someOf(
      chapters.map(({ name }) => name),
      'where (default: everywhere)',
    ),
  },
  options: {
    only: text('PATH', 'files whose path contains this', ''),
    every: wholeNumber('tries one in so many', { fallback: 1 }),
    again: flag('only those that were not noticed last time'),
  },
});

const before = new Set(existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as string[]) : []);
let met = 0;
const isWanted = (mutant: Mutant): boolean =>
  mutant.file.includes(options.only) &&
  (!options.again || before.has(describeMutant(mutant))) &&
  (met += 1) % options.every === 0;
const scores: Score[] = [];
mkdirSync(dirname(report), { recursive: true });
for (const chapter of chapters.filter(({ name }) => options.chapters.includes(name))) {
  process.stdout.write(`${chapter.name}\n`);
  const bench = await openTestBench(chapter.bench);
  try {
    scores.push(await runChapter(bench, chapter, isWanted));
  } finally {
    await bench.close();
  }
  writeFileSync(
    report,
    JSON.stringify(
      scores.flatMap(({ survivors }) => survivors.map(describeMutant)),
      null,
      2,
    ),
  );
}

for (const { equivalent } of scores) {
  for (const { mutant, reason } of equivalent) process.stdout.write(`no fault: ${describeMutant(mutant)}: ${reason}\n`);
}
for (const score of scores) process.stdout.write(`${lineOf(score)}\n`);
process.exit(scores.every((score) => percentOf(score) >= leastScore) ? 0 : 1);

function lineOf(score: Score): string {
  const { chapter, killed, survivors, equivalent } = score;
  const left = equivalent.length > 0 ? `, ${equivalent.length} without effect` : '';
  return `${chapter.padEnd(10)} ${percentOf(score).toFixed(1)} %: ${killed} noticed, ${survivors.length} not${left}`;
}

function percentOf({ killed, survivors }: Score): number {
  const all = killed + survivors.length;
  return all === 0 ? 100 : (killed * 100) / all;
}
