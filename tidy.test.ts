import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { borders, linterRules, products } from './borders.ts';
import { languages } from '#platform/languages.ts';
import { code, complain, read, root, shown, sources, walk } from './scripts/tidy-sources.ts';

/** The repository tests itself and reports complaints in plain English, with path and line. */
test('no file exceeds 300 lines, no test 400', () => {
  const long = code.filter((file) => read(file).split('\n').length > (file.includes('.test.') ? 401 : 301));
  expect(long.map((file) => `${shown(file)} is too long: split it by meaning`)).toEqual([]);
});

test('files are named for what they do or are', () => {
  const vague =
    /^(utils?|helpers?|common|misc|lib|types?|constants?|index|services?|managers?|handlers?|models?|controllers?)\./;
  const kebab =
    /^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|mjs|json|css|sql|svg|png|webp|woff2|lua)$|^(pt-BR|zh-CN)\.(json|ts)$|^\d{4}_[a-z0-9_]+\.sql$/;
  const complaints = sources
    .filter((file) => vague.test(file.split('/').at(-1) as string) || !kebab.test(file.split('/').at(-1) as string))
    .map((file) => `${shown(file)} has a name that says nothing, or is not kebab-case`);
  expect(complaints).toEqual([]);
});

test('no to-dos, no skipped tests', () => {
  // Single-letter character classes, so that this line does not match itself.
  const marks = /T[O]DO|FIX[M]E|X[X]X|\.on[l]y\(|\.sk[i]p\(/;
  expect(complain(code, marks, 'leaves something for later, or a test out')).toEqual([]);
});

test('every PostgreSQL connection is opened where its loss cannot end the process', () => {
  const own =
    /(database\/server\/(clients|database)\.ts|bench\/harness\/bare-server\.ts|\.test\.ts|\/testing\/.*)$|^e2e\//;
  const files = code.filter((file) => !own.test(shown(file)));
  const alone = /new pg\.|extends pg\.|pool\.connect\(/;
  expect(complain(files, alone, 'opens a connection by itself: openClient or takeConnection')).toEqual([]);
});

test('no message promises a guarantee', () => {
  const words = sources.filter((file) => file.includes('/messages/'));
  expect(complain(words, /guarante|garanti|garantí|保证收益|تضمین/i, 'says that a return is guaranteed')).toEqual([]);
});

test('English texts say sign in and sign out, never log in', () => {
  const english = sources.filter((file) => file.includes('/messages/') && file.endsWith('/en.json'));
  expect(complain(english, /:.*\blog(s|ged|ging)?[ -](in|out)\b/i, 'calls signing in or out by another name')).toEqual(
    [],
  );
});

test('[B4] nothing of the template remains: no billing, bank details, pricing or questions and answers', () => {
  const words = sources.filter((file) => file.includes('/messages/') || file.endsWith('/routes.tsx'));
  const leftovers = /\bbilling\b|\bpricing\b|\bFAQ\b|bank details|faturamento|dados bancários|facturación|lorem ipsum/i;
  expect(complain(words, leftovers, 'speaks of what the product does not do')).toEqual([]);
});

test('styles use no physical sides, so that Persian reads from right to left', () => {
  const styles = sources.filter((file) => file.endsWith('.css'));
  const physical =
    /(^|[\s{;])((margin|padding|border|inset|scroll-margin|scroll-padding)-)?(left|right)(-[a-z]+)?\s*:|text-align:\s*(left|right)|float:\s*(left|right)/;
  expect(complain(styles, physical, 'names a physical side')).toEqual([]);
});

test('every file is imported by another, or is an entry point of a program or a test', () => {
  const begins =
    /(\/main\.tsx?|\.test\.tsx?|\/launch(-child)?\.ts|\/app\/server\/(lastro|serve|work)\.ts|\/boot\.ts|\/prerender\.tsx|\/installable\/(service-worker|retired-worker|offline-page)\.ts|\/testing\/((server|web)\/)?[a-z-]+\.ts|\.d\.ts)$|^(scripts|tools|e2e|bench|db)\//;
  const imported = new Set(
    [
      ...code,
      ...['vite.config.ts', 'vite.console.config.ts', 'index.html'].map((file) => join(root, file)),
      join(root, 'vitest.config.ts'),
    ].flatMap((file) => importsOf(file)),
  );
  const orphans = code.filter((file) => !begins.test(shown(file)) && !begins.test(file) && !imported.has(file));
  expect(orphans.map((file) => `${shown(file)} is imported by nobody`)).toEqual([]);
});

function importsOf(file: string, isWanted: (line: string) => boolean = () => true): string[] {
  const found: string[] = [];
  const text = read(file).split('\n').filter(isWanted).join('\n');
  for (const [, specifier = ''] of text.matchAll(/(?:from|import|import\()\s*['"]([^'"]+)['"]/g)) {
    if (specifier.startsWith('#')) found.push(join(root, 'src', specifier.slice(1)));
    else if (specifier.startsWith('.')) found.push(join(dirname(file), specifier));
  }
  return found;
}

interface Words {
  [key: string]: string | Words;
}

/** @param set a folder of src, or a separate set of messages in one, like `auth/terms` */
function readWords(set: string, language: string): Words {
  const [folder = '', ...apart] = set.split('/');
  return JSON.parse(read(join(root, 'src', folder, 'messages', ...apart, `${language}.json`))) as Words;
}

function keysOf(words: Words, prefix = ''): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') keys.set(prefix + key, value);
    else for (const [inner, text] of keysOf(value, `${prefix}${key}.`)) keys.set(inner, text);
  }
  return keys;
}

const setsOfWords = readdirSync(join(root, 'src')).flatMap((folder) =>
  [
    ...new Set(
      walk(join(root, 'src', folder, 'messages'))
        .filter((file) => file.endsWith('.json'))
        .map((file) => dirname(relative(join(root, 'src'), file))),
    ),
  ].map((place) => place.replace('/messages', '')),
);

/** Messages for the staff, who work at the brokerage and read one of the two (docs/decisions/0061-the-console.md). */
const inTwoLanguages = new Set(['console', 'staff']);

test.each(setsOfWords)('[B7] %s is complete in its languages: no key missing, none extra, none empty', (folder) => {
  const portuguese = keysOf(readWords(folder, 'pt-BR'));
  const complaints: string[] = [];
  const spoken = inTwoLanguages.has(folder) ? (['pt-BR', 'en'] as const) : languages;
  for (const language of spoken) {
    const words = keysOf(readWords(folder, language));
    for (const key of portuguese.keys()) if (!words.get(key)?.trim()) complaints.push(`${language} lacks ${key}`);
    for (const key of words.keys()) if (!portuguese.has(key)) complaints.push(`${language} has ${key}, Portuguese not`);
    for (const [key, text] of words) {
      if (placeholders(text) !== placeholders(portuguese.get(key) ?? text)) {
        complaints.push(`${language} fills other gaps than Portuguese in ${key}`);
      }
    }
  }
  expect(complaints).toEqual([]);
});

/** The names of a message's placeholders, in any order. */
function placeholders(text: string): string {
  // The brace after a plural or select case opens text, not a placeholder.
  const gaps = text.replace(/\b(zero|one|two|few|many|other|true|false|=\d+)\s*\{/g, '$1 [');
  return [...new Set([...gaps.matchAll(/\{\s*([a-zA-Z]\w*)\s*[,}]/g)].map((match) => match[1] ?? ''))]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(',');
}

test('[B7] what renders before the lazy messages uses none of them', () => {
  const imports = read(join(root, 'src/app/messages/first/pt-BR.ts')).matchAll(/^import (\w+)/gm);
  const first = new Set([...imports].map(([, name]) => name));
  const seen = new Set<string>();
  const complaints: string[] = [];
  const look = (file: string): void => {
    if (seen.has(file) || !/\.tsx?$/.test(file) || !code.includes(file)) return;
    seen.add(file);
    for (const [, folder = ''] of read(file).matchAll(/useTranslations\(\s*['`](\w+)/g)) {
      if (!first.has(folder)) complaints.push(`${shown(file)} speaks of ${folder}, whose texts come later`);
    }
    for (const imported of importsOf(file, (line) => !line.includes('withLazyMessages('))) look(imported);
  };
  look(join(root, 'src/app/web/main.tsx'));
  expect(seen.size).toBeGreaterThan(100);
  expect(complaints).toEqual([]);
});

test('[B7] every refusal has its text, and every text its refusal', () => {
  const complaints: string[] = [];
  for (const file of code.filter((each) => each.endsWith('/refusals.ts'))) {
    const folder = shown(file).split('/')[1] as string;
    const declared = new Set([...read(file).matchAll(/^ {2}(\w+): \d{3},/gm)].map((match) => match[1] as string));
    const worded = new Set(Object.keys((readWords(folder, 'pt-BR').refusals ?? {}) as Words));
    for (const each of declared) if (!worded.has(each)) complaints.push(`${folder}: ${each} has no words`);
    for (const each of worded) if (!declared.has(each)) complaints.push(`${folder}: ${each} is worded, not declared`);
    if (declared.size === 0) complaints.push(`${folder} declares no refusal`);
  }
  expect(complaints).toEqual([]);
});

test('import rules are one table of every folder, and the linter’s copy matches it', () => {
  const folders = readdirSync(join(root, 'src')).filter((folder) => folder !== 'testing');
  expect(Object.keys(borders).toSorted()).toEqual(folders.toSorted());
  const written: unknown = JSON.parse(read(join(root, '.oxlintrc.borders.json')));
  expect(written, 'run npx tsx scripts/write-borders.ts').toEqual(linterRules());
});

function border(one: string, other: string): [string, string] {
  return [`src/${one}/web/x.ts`, `#${other}/contract.ts`];
}

test('the linter rejects every forbidden import', () => {
  const forbidden: [string, string][] = [
    ['src/stakes/server/x.ts', '#wallet/contract.ts'],
    ['src/stakes/x.ts', '#app/server/compose.ts'],
    ['src/platform/x.ts', '#stakes/plans.ts'],
    ['src/ledger/x.ts', '#stakes/plans.ts'],
    ['src/ledger/x.ts', '#payouts/contract.ts'],
    ['src/payouts/server/x.ts', '#stakes/plans.ts'],
    ['src/mail/server/x.ts', '#auth/contract.ts'],
    ['src/http/server/x.ts', '#mail/server/mail-queue.ts'],
    ['src/settings/server/x.ts', '#http/server/serve.ts'],
    ['src/database/server/x.ts', '#settings/server/config.ts'],
    ['src/telemetry/server/x.ts', '#database/server/database.ts'],
    ['src/platform/server/x.ts', '#telemetry/server/log.ts'],
    ['src/money/x.ts', '#platform/clock.ts'],
    ['src/platform/server/x.ts', '#embedded-postgres/server/create-cluster.ts'],
    ['src/embedded-postgres/server/x.ts', '#ledger/server/post.ts'],
    ['src/auth/server/x.ts', '#profile/contract.ts'],
    ['src/dashboard/x.ts', '#operator/server/run-lastro.ts'],
    ['src/maturities/server/x.ts', '#operator/server/run-lastro.ts'],
    ['src/stakes/server/x.ts', '#maturities/contract.ts'],
    ['src/sandbox/server/x.ts', '#wallet/server/routes.ts'],
    ['src/sandbox/server/x.ts', '#wallet/contract.ts'],
    ['src/operator/server/x.ts', '#sandbox/server/main.ts'],
    ['src/operator/server/x.ts', '#dashboard/contract.ts'],
    ['src/app/server/x.ts', '#auth/server/testing/recovery.ts'],
    ['src/stakes/server/x.ts', '#testing/server/world.ts'],
    ['src/wallet/server/x.ts', '../../stakes/plans.ts'],
    ...products.flatMap((one) => products.filter((other) => other !== one).map((other) => border(one, other))),
  ];
  const complaints = lint(forbidden);
  for (const [at, [file, specifier]] of forbidden.entries()) {
    expect(complaints, `${file} imports ${specifier}`).toMatch(new RegExp(`border-${at}\\.ts:.*no-restricted-imports`));
  }
  const allowed: [string, string][] = [
    ['src/stakes/x.ts', '#money/money.ts'],
    ['src/dashboard/server/x.ts', '#stakes/contract.ts'],
    ['src/sandbox/server/x.ts', '#wallet/brokerage-contract.ts'],
    ['src/operator/server/x.ts', '#sandbox/contract.ts'],
    ['src/app/server/x.ts', '#operator/server/settle-due.ts'],
  ];
  expect(lint(allowed)).not.toContain('no-restricted-imports');
});

/** Returns the linter's output for these imports, each in a separate file named after its index. */
function lint(imports: [string, string][]): string {
  const folder = mkdtempSync(join(tmpdir(), 'lastro-tidy-'));
  try {
    for (const each of ['.oxlintrc.json', '.oxlintrc.borders.json']) copyFileSync(join(root, each), join(folder, each));
    for (const [at, [file, specifier]] of imports.entries()) {
      const place = join(folder, file.replace(/x\.ts$/, `border-${at}.ts`));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, `import { x } from '${specifier}';\nexport const y = x;\n`);
    }
    const run = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync(join(root, 'node_modules', '.bin', 'oxlint'), ['-f', 'unix', 'src'], run);
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a server file does not compile in the browser’s program, nor the reverse, not even as a type', () => {
  const problems = compile({
    'src/stakes/server/row.ts': 'export interface Row { id: string }\n',
    'src/stakes/server/wrong.ts': "import type { Look } from '../web/look.ts';\nexport const seen: Look[] = [];\n",
    'src/stakes/web/look.ts': 'export interface Look { tone: string }\n',
    'src/stakes/web/wrong.ts': "import type { Row } from '../server/row.ts';\nexport const rows: Row[] = [];\n",
    'src/stakes/wrong.ts': "import type { Row } from './server/row.ts';\nexport const shared: Row[] = [];\n",
  });
  for (const file of ['src/stakes/server/wrong.ts', 'src/stakes/web/wrong.ts', 'src/stakes/wrong.ts']) {
    expect(problems).toMatch(new RegExp(`${file}.*error TS`));
  }
});

/** Returns the compiler's output for a small repository with our three programs and these files. */
function compile(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lastro-tidy-'));
  try {
    for (const name of readdirSync(root).filter((each) => /^tsconfig.*\.json$/.test(each))) {
      copyFileSync(join(root, name), join(folder, name));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-b'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
