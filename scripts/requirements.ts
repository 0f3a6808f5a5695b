import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { readOptions } from './read-options.ts';

/** `npm run requirements`: lists the numbers of docs/requirements.md that no test has in its title. A list, not a verdict. */
readOptions({
  command: 'npm run requirements',
  does: 'Lists the requirements of docs/requirements.md that no test has in its title.',
});
const requirements = readRequirements();
const proved = new Set(testFiles().flatMap(numbersInTitles));
const unproved = [...requirements].filter(([number]) => !proved.has(number));
const unknown = [...proved].filter((number) => !requirements.has(number)).toSorted();

for (const [number, text] of unproved) process.stdout.write(`${number.padEnd(4)} ${text}\n`);
if (unknown.length > 0) process.stdout.write(`\nIn test titles, but not a requirement: ${unknown.join(', ')}\n`);
process.stdout.write(`\n${requirements.size - unproved.length} of ${requirements.size} requirements have a test.\n`);

/** Each number starts its line, as a bullet, a heading or the first cell of a table: `- S4 An amount …`. */
function readRequirements(): Map<string, string> {
  const text = readFileSync(join(projectFolder, 'docs/requirements.md'), 'utf8');
  const lines = text.matchAll(/^[\s|#*-]*([A-Z]\d{1,2})\b[\s:.|]*(.*)$/gm);
  return new Map([...lines].map(([, number = '', sentence = '']) => [number, shorten(sentence)]));
}

function testFiles(): string[] {
  const folders = ['src', 'e2e', 'scripts', 'tools', 'bench'].flatMap((folder) => {
    try {
      return readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      );
    } catch {
      return [];
    }
  });
  return [...folders, 'tidy.test.ts', 'tidy-rules.test.ts', 'tidy-web.test.ts'].filter((file) =>
    /\.(test|spec)\.tsx?$|^e2e\/.*\.ts$/.test(file),
  );
}

function numbersInTitles(file: string): string[] {
  const titles = readFileSync(join(projectFolder, file), 'utf8').matchAll(/['"`]((?:\[[A-Z]\d{1,2}\]\s*)+)/g);
  return [...titles].flatMap(([, numbers = '']) => [...numbers.matchAll(/[A-Z]\d+/g)].map(([number]) => number));
}

function shorten(sentence: string): string {
  return sentence.length > 100 ? `${sentence.slice(0, 99)}…` : sentence;
}
