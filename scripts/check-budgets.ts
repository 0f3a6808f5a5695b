import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Language, languages } from '#platform/languages.ts';
import { readOptions, text } from './read-options.ts';

/**
 * Checks the weight of a customer's first visit, measured on the built files as sent over the wire (brotli), against the product's budgets;
 * and the console's, whose users come every day and have most of it cached. Exceeding a budget fails the build.
 */
const folders = readOptions({
  command: 'npx tsx scripts/check-budgets.ts',
  does: 'Checks the weight of the first visit, of the built pages and console, against the budgets.',
  arguments: {
    web: text('FOLDER', 'the built pages', 'dist/web'),
    console: text('FOLDER', 'the built console', 'dist/console'),
  },
});
let root = folders.web;
const kilobyte = 1_000;

interface ManifestEntry {
  file: string;
  name?: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}

let manifest = readManifest();
const app = entriesOf(readFileSync(join(root, 'index.html'), 'utf8'));
const dashboard = [...app, ...Object.keys(manifest).filter((key) => manifest[key]?.name === 'inside')];
const later = [
  'src/stakes/web/stakes-page.tsx',
  'src/stakes/web/new-stake-dialog.tsx',
  'src/primevault/web/primevault-page.tsx',
  'src/primevault/web/new-investment-dialog.tsx',
  'src/app/web/history-screen.tsx',
  'src/history/web/receipt-dialog.tsx',
  'src/operations/web/operations-page.tsx',
  'src/platform/web/ui/virtual-table.tsx',
  'src/wallet/web/deposit-dialog.tsx',
  'src/app/web/shell/withdrawal.tsx',
  'src/app/web/primezord-screen.tsx',
  'src/app/web/profile-screen.tsx',
  'src/secondfactor/web/second-step.tsx',
  'src/secondfactor/web/change-dialog.tsx',
  'src/secondfactor/web/approval-step.tsx',
  'src/app/web/shell/bot-subscription.tsx',
  'src/app/web/not-found-page.tsx',
  'src/platform/web/ui/dialog-surface.tsx',
];

const code = /\.(?:js|css)$/;
const findings: string[] = [];
const weighed = new Map<string, number>();

for (const language of languages) {
  const texts = textsOf(language);
  const loginTexts = `src/app/messages/login/${language}.ts`;
  check(`login, code (${language})`, 80, filesOf([...app, loginTexts], code));
  // The page has its style sheets in it.
  check(`login, everything (${language})`, 150, [
    ...filesOf([...app, loginTexts], /\.(?!css$)\w+$/),
    'index.html',
    ...fontsOf(language),
  ]);
  check(`dashboard, code (${language})`, 130, filesOf([...dashboard, texts], code));
  check(`texts (${language})`, 10, filesOf([texts], code));
}
check('login, CSS', 12, filesOf(app, /\.css$/));
check('dashboard, CSS', 12, filesOf(dashboard, /\.css$/));
for (const screen of later) {
  const before = new Set(filesOf([...dashboard, textsOf('pt-BR')], code));
  check(
    `${screen}, after the dashboard`,
    65,
    filesOf([screen], code).filter((file) => !before.has(file)),
  );
}

root = folders.console;
manifest = readManifest();
weighed.clear();
const console_ = ['console.html', 'src/console/web/texts/pt-br.ts'];
check('console, first load', 150, filesOf(console_, code));
const atFirst = new Set(filesOf(console_, code));
for (const screen of Object.keys(manifest).filter((name) => /^src\/console\/web\/.*-page\.tsx$/.test(name))) {
  check(
    `${screen}, after it`,
    65,
    filesOf([screen], code).filter((file) => !atFirst.has(file)),
  );
}

if (findings.length > 0) {
  console.error(`\nOver budget:\n${findings.join('\n')}`);
  process.exitCode = 1;
}

function readManifest(): Record<string, ManifestEntry> {
  return JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Record<string, ManifestEntry>;
}

function check(what: string, budgetKilobytes: number, files: string[]): void {
  const bytes = files.reduce((sum, file) => sum + wireBytes(file), 0);
  const line = `${what.padEnd(56)} ${(bytes / kilobyte).toFixed(1).padStart(6)} of ${budgetKilobytes} kB`;
  console.log(line);
  if (bytes > budgetKilobytes * kilobyte) findings.push(line);
}

/** The files that these modules load, each once, without those fetched on demand. */
function filesOf(modules: string[], wanted = /./): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const queue = [...modules];
  for (let module = queue.pop(); module; module = queue.pop()) {
    const entry = manifest[module];
    if (!entry) throw new Error(`${module} is not in the build`);
    if (seen.has(module)) continue;
    seen.add(module);
    for (const file of [entry.file, ...(entry.css ?? []), ...picturesOf(entry)]) files.add(file);
    queue.push(...(entry.imports ?? []));
  }
  return [...files].filter((file) => wanted.test(file));
}

/** Fonts are counted per language: the style sheet names them all, but the browser fetches only what the text needs. */
function picturesOf(entry: ManifestEntry): string[] {
  return (entry.assets ?? []).filter((file) => !file.endsWith('.woff2'));
}

function textsOf(language: Language): string {
  return `src/app/messages/first/${language}.ts`;
}

function fontsOf(language: Language): string[] {
  const fonts = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.woff2'));
  return fonts.filter((file) => file.includes('inter-latin') || (language === 'fa' && file.includes('vazirmatn')));
}

/** What every visitor gets with the page: the application's module, and the style sheet in the page itself. */
function entriesOf(html: string): string[] {
  const named = [
    ...html.matchAll(/<(?:script[^>]* data-entry|link rel="stylesheet" crossorigin href)="\/(assets\/[^"]+)"/g),
  ];
  return named.map(([, file = '']) => {
    const known = Object.entries(manifest).find(([, entry]) => entry.file === file)?.[0];
    if (!known) manifest[file] = { file };
    return known ?? file;
  });
}

function wireBytes(file: string): number {
  const known = weighed.get(file);
  if (known !== undefined) return known;
  const path = join(root, file);
  const bytes = file.endsWith('.woff2') ? statSync(path).size : brotliCompressSync(readFileSync(path)).length;
  weighed.set(file, bytes);
  return bytes;
}
