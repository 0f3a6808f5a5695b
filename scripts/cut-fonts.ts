import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { projectFolder } from '#platform/server/project-folder.ts';

/**
 * `npx tsx scripts/cut-fonts.ts`: the fonts of the pages, cut to what they show: the letters that src/platform/web/ui/fonts.css names
 * of each, the weights that tokens.css has, and the features that some style asks for. Half the weight of the whole fonts. Run again after
 * one of these has changed.
 */
const styles = join(projectFolder, 'src/platform/web/ui/fonts.css');
const folder = join(projectFolder, 'src/platform/web/ui/fonts');

const wght = { min: 400, max: 620 };

/** Kerning and marks, what stands beside digits and capitals, digits of one width, and the forms that base.css asks for. */
const ofInter = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'calt', 'tnum', 'cv05', 'cv11', 'ss03'];

interface Cut {
  from: string;
  /** All where nothing is said: Arabic letters are joined by most of theirs. */
  keepFeatures?: string[];
}

const cuts: Record<string, Cut> = {
  'inter-latin': { from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', keepFeatures: ofInter },
  'inter-extended': {
    from: '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
    keepFeatures: ofInter,
  },
  vazirmatn: { from: '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2' },
};

await mkdir(folder, { recursive: true });
const css = await readFile(styles, 'utf8');
for (const [, name = '', ranges = ''] of css.matchAll(/fonts\/([\w-]+)\.woff2[^}]*?unicode-range:([^;]+);/g)) {
  const cut = cuts[name];
  if (!cut) throw new Error(`nobody says what ${name} is cut from`);
  const whole = await readFile(join(projectFolder, 'node_modules', cut.from));
  const { keepFeatures } = cut;
  const options = { targetFormat: 'woff2', variationAxes: { wght }, ...(keepFeatures && { keepFeatures }) } as const;
  const font = await subsetFont(whole, lettersOf(ranges), options);
  await writeFile(join(folder, `${name}.woff2`), font);
  process.stdout.write(`${name}: ${whole.length} to ${font.length} bytes\n`);
}

/** Every character of `U+0000-00FF, U+0131`; the space is in each font. */
function lettersOf(ranges: string): string {
  const letters = ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.trim().replace('U+', '').split('-');
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at));
  });
  return ` ${letters.join('')}`;
}
