import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { projectFolder } from '#platform/server/project-folder.ts';
import { readOptions } from './read-options.ts';

/**
 * `npx tsx scripts/cut-fonts.ts`: subsets the fonts of the pages to what is used: the characters that src/platform/web/ui/fonts.css lists
 * for each, the weights in tokens.css, and the features that styles request. Half the size of the full fonts. Rerun after one of these has
 * changed.
 */
readOptions({
  command: 'npx tsx scripts/cut-fonts.ts',
  does: 'Subsets the fonts of the pages to the characters and features in use.',
});
const styles = join(projectFolder, 'src/platform/web/ui/fonts.css');
const folder = join(projectFolder, 'src/platform/web/ui/fonts');

const wght = { min: 400, max: 620 };

/** Kerning and marks, contextual forms beside digits and capitals, tabular digits, and the variants that base.css requests. */
const ofInter = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'calt', 'tnum', 'cv05', 'cv11', 'ss03'];

interface Cut {
  from: string;
  /** All features by default: Arabic letters need most of theirs to join. */
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
  if (!cut) throw new Error(`no source font is defined for ${name}`);
  const whole = await readFile(join(projectFolder, 'node_modules', cut.from));
  const { keepFeatures } = cut;
  const options = { targetFormat: 'woff2', variationAxes: { wght }, ...(keepFeatures && { keepFeatures }) } as const;
  const font = await subsetFont(whole, lettersOf(ranges), options);
  await writeFile(join(folder, `${name}.woff2`), font);
  process.stdout.write(`${name}: ${whole.length} to ${font.length} bytes\n`);
}

/** Every character of `U+0000-00FF, U+0131`, plus the space, which each font has. */
function lettersOf(ranges: string): string {
  const letters = ranges.split(',').flatMap((range) => {
    const [first = '', last = first] = range.trim().replace('U+', '').split('-');
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at));
  });
  return ` ${letters.join('')}`;
}
