import type { Chapter } from './chapters.ts';
import { reasonOf } from './equivalents.ts';
import { describeMutant, type Mutant } from './mutant.ts';
import type { TestBench } from './test-bench.ts';

export interface Score {
  chapter: string;
  killed: number;
  survivors: Mutant[];
  equivalent: { mutant: Mutant; reason: string }[];
}

/** Runs a chapter's tests against its selected mutants; without any mutant they must first pass. */
export async function runChapter(
  bench: TestBench,
  chapter: Chapter,
  isWanted: (mutant: Mutant) => boolean,
): Promise<Score> {
  const mutants = chapter.inSources().filter(isWanted);
  const places = [...mutants.map(({ file }) => file), ...(chapter.inDatabase ? ['ledger'] : [])];
  const tests = new Set(places.flatMap((file) => chapter.tests(file)));
  const failure = await bench.findFailure(await bench.find([...tests]));
  if (failure) throw new Error(`the tests of ${chapter.name} fail without any mutant: ${failure}`);
  mutants.push(...((await chapter.inDatabase?.(bench.database)) ?? []).filter(isWanted));
  const score: Score = { chapter: chapter.name, killed: 0, survivors: [], equivalent: [] };
  for (const [at, mutant] of mutants.entries()) {
    const reason = reasonOf(mutant);
    if (reason) score.equivalent.push({ mutant, reason });
    else if (!(await bench.findFailure(await bench.find(chapter.tests(mutant.file)), mutant))) {
      score.survivors.push(mutant);
      process.stdout.write(`  not noticed: ${describeMutant(mutant)}\n`);
    } else score.killed++;
    if (at % 20 === 19) process.stdout.write(`  ${at + 1} of ${mutants.length}\n`);
  }
  return score;
}
