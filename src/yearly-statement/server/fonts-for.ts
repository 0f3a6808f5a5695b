import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

interface Font {
  /** What is looked for in it; absent in those that every document has. */
  scripts?: RegExp;
  package: string;
  /** The regular and the heavier weight. */
  files: readonly string[];
}

/** Everything that the product itself writes, in five languages; Greek and Cyrillic too. */
const always: Font[] = [
  {
    package: '@expo-google-fonts/inter',
    files: ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'],
  },
  {
    package: '@expo-google-fonts/vazirmatn',
    files: ['400Regular/Vazirmatn_400Regular.ttf', '600SemiBold/Vazirmatn_600SemiBold.ttf'],
  },
];

/** The further scripts that a name may be in; read only for documents that need them. Chinese and Korean have megabytes. */
const further: Font[] = [
  {
    scripts: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
    package: '@embedpdf/fonts-sc',
    files: ['fonts/NotoSansHans-Regular.otf', 'fonts/NotoSansHans-Medium.otf'],
  },
  {
    scripts: /\p{Script=Hangul}/u,
    package: '@embedpdf/fonts-kr',
    files: ['fonts/NotoSansKR-Regular.otf', 'fonts/NotoSansKR-Medium.otf'],
  },
  {
    scripts: /\p{Script=Hebrew}/u,
    package: '@embedpdf/fonts-hebrew',
    files: ['fonts/NotoSansHebrew-Regular.ttf', 'fonts/NotoSansHebrew-Bold.ttf'],
  },
  noto('@expo-google-fonts/noto-sans-armenian', 'Armenian', /\p{Script=Armenian}/u),
  noto('@expo-google-fonts/noto-sans-bengali', 'Bengali', /\p{Script=Bengali}/u),
  noto('@expo-google-fonts/noto-sans-devanagari', 'Devanagari', /\p{Script=Devanagari}/u),
  noto('@expo-google-fonts/noto-sans-ethiopic', 'Ethiopic', /\p{Script=Ethiopic}/u),
  noto('@expo-google-fonts/noto-sans-georgian', 'Georgian', /\p{Script=Georgian}/u),
  noto('@expo-google-fonts/noto-sans-gujarati', 'Gujarati', /\p{Script=Gujarati}/u),
  noto('@expo-google-fonts/noto-sans-gurmukhi', 'Gurmukhi', /\p{Script=Gurmukhi}/u),
  noto('@expo-google-fonts/noto-sans-kannada', 'Kannada', /\p{Script=Kannada}/u),
  noto('@expo-google-fonts/noto-sans-khmer', 'Khmer', /\p{Script=Khmer}/u),
  noto('@expo-google-fonts/noto-sans-lao', 'Lao', /\p{Script=Lao}/u),
  noto('@expo-google-fonts/noto-sans-malayalam', 'Malayalam', /\p{Script=Malayalam}/u),
  noto('@expo-google-fonts/noto-sans-myanmar', 'Myanmar', /\p{Script=Myanmar}/u),
  noto('@expo-google-fonts/noto-sans-sinhala', 'Sinhala', /\p{Script=Sinhala}/u),
  noto('@expo-google-fonts/noto-sans-tamil', 'Tamil', /\p{Script=Tamil}/u),
  noto('@expo-google-fonts/noto-sans-telugu', 'Telugu', /\p{Script=Telugu}/u),
  noto('@expo-google-fonts/noto-sans-thai', 'Thai', /\p{Script=Thai}/u),
];

function noto(name: string, script: string, scripts: RegExp): Font {
  const file = `NotoSans${script}`;
  return {
    scripts,
    package: name,
    files: [`400Regular/${file}_400Regular.ttf`, `600SemiBold/${file}_600SemiBold.ttf`],
  };
}

/** Their families, in the order in which a letter is looked for after the language's own. */
export const furtherFamilies = [
  'Noto Sans Hans',
  'Noto Sans KR',
  ...further
    .slice(2)
    .map(({ files }) => (/Noto\w+?(?=[-_])/.exec(files[0] ?? '')?.[0] ?? '').replace('NotoSans', 'Noto Sans ')),
];

/** The files of the fonts that a text is printed with. */
export function fontsFor(text: string): string[] {
  return [...always, ...further.filter(({ scripts }) => scripts?.test(text))].flatMap(filesOf);
}

/** Replaces letters that none of these fonts has, which would be printed as boxes, by words. */
export function inPrintableLetters(text: string, fonts: readonly string[], words: string): string {
  const has = (letter: string): boolean => fonts.some((file) => lettersOf(file).has(letter.codePointAt(0) ?? 0));
  const marked = text.replaceAll(/[\p{L}\p{M}\p{N}\p{S}]/gu, (letter) =>
    has(letter) || /\p{Variation_Selector}/u.test(letter) ? letter : '\0',
  );
  return marked.replaceAll(/\0+/g, words);
}

function filesOf({ package: name, files }: Font): string[] {
  // Some packages do not let their package.json be resolved.
  const folder = name.startsWith('@embedpdf/')
    ? join(dirname(resolve(name)), '..')
    : dirname(resolve(`${name}/package.json`));
  return files.map((file) => join(folder, file));
}

const known = new Map<string, Set<number>>();

function lettersOf(file: string): Set<number> {
  const letters = known.get(file) ?? readLetters(readFileSync(file));
  known.set(file, letters);
  return letters;
}

/** The code points in the font's character map (OpenType, `cmap`, formats 4 and 12). */
function readLetters(font: Buffer): Set<number> {
  const letters = new Set<number>();
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + 16 * n);
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
  const map = font.readUInt32BE(record + 8);
  for (let n = 0; n < font.readUInt16BE(map + 2); n += 1) {
    const at = map + font.readUInt32BE(map + 8 + 8 * n);
    const format = font.readUInt16BE(at);
    if (format === 12) readGroups(font, at, letters);
    if (format === 4) readSegments(font, at, letters);
  }
  return letters;
}

function readGroups(font: Buffer, at: number, letters: Set<number>): void {
  for (let n = 0; n < font.readUInt32BE(at + 12); n += 1) {
    const group = at + 16 + 12 * n;
    for (let letter = font.readUInt32BE(group); letter <= font.readUInt32BE(group + 4); letter += 1)
      letters.add(letter);
  }
}

function readSegments(font: Buffer, at: number, letters: Set<number>): void {
  const bytes = font.readUInt16BE(at + 6);
  for (let n = 0; n < bytes; n += 2) {
    const [end, start] = [font.readUInt16BE(at + 14 + n), font.readUInt16BE(at + 16 + bytes + n)];
    const place = at + 16 + 3 * bytes + n;
    const offset = font.readUInt16BE(place);
    for (let letter = start; letter <= end && letter !== 0xffff; letter += 1)
      if (offset === 0 || font.readUInt16BE(place + offset + 2 * (letter - start)) !== 0) letters.add(letter);
  }
}
