import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { code, complain, read, root, shown } from './scripts/tidy-sources.ts';

/** House rules that no type can enforce, checked in the source text. */
test('[L7] shown amounts are added up, and dollars formatted, in one place only', () => {
  const isMade = (file: string): boolean => !/\.test\.|\/testing\/|^src\/money\//.test(shown(file));
  const made = code.filter((file) => shown(file).startsWith('src/') && isMade(file));
  // The chart's axis shows round amounts.
  const writers = made.filter((file) => !file.endsWith('/chart/chart-frame.tsx'));
  const seen = made.filter((file) => shown(file).includes('/web/') && !file.includes('/explanations/'));
  expect([
    ...complain(writers, /currency: 'USD'/, 'writes dollars: that is for src/money'),
    ...complain(
      seen,
      /\bmicros\(.*[\w)] [+-] [\w(]|\bsum\b.*from '#money\/money\.ts'/,
      'adds up what is shown: that is for #money/shown.ts',
    ),
  ]).toEqual([]);
});

test('[L16] the server calls out by fetchWithin alone, whose deadline nothing can lose', () => {
  const servers = code.filter(
    (file) => /^src\/.*\/server\//.test(shown(file)) && !/\.test\.|\/testing\/|\/fetch-within\.ts$/.test(shown(file)),
  );
  expect(
    complain(servers, /(?<![\w.])fetch\(|AbortSignal\.timeout/, 'has a deadline of its own: use fetchWithin or within'),
  ).toEqual([]);
});

test('files named in docs/asvs.md exist, and each requirement has one line with a verdict', () => {
  const lines = read(join(root, 'docs', 'asvs.md')).split('\n');
  const rows = lines
    .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const ids = rows.map(([, id = '']) => id);
  // The number of requirements in levels 1 and 2 of version 5.0.
  expect([ids.length, new Set(ids).size]).toEqual([253, 253]);
  expect(rows.filter(([, , , verdict = '']) => !['met', 'not applicable', 'gap'].includes(verdict))).toEqual([]);
  expect(rows.filter(([, id, , , by = '']) => by === '' && id !== '')).toEqual([]);
  const named = lines.flatMap((line) => [...line.matchAll(/`([^`\s]+\.tsx?)`/g)].map(([, name = '']) => name));
  const isThere = (name: string) => existsSync(join(root, name)) || code.some((file) => file.endsWith(`/${name}`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test('[L12] text that people type is read by src/platform/typed alone', () => {
  const isMade = (file: string): boolean =>
    /^src\/.*contract\.ts$/.test(shown(file)) || (shown(file).startsWith('src/') && read(file).includes('z.string'));
  const readers = code.filter(
    (file) => isMade(file) && !/\.test\.|\/testing\/|^src\/platform\/typed\//.test(shown(file)),
  );
  expect(readers.length).toBeGreaterThan(30);
  expect(
    complain(
      readers,
      /z\.(?:trim|email|normalize|to(?:Low|Upp)erCase)\(|\\[pP]\{Cc\}|\.normalize\('NF/,
      'reads typed text in its own way: use #platform/typed/schemas.ts',
    ),
  ).toEqual([]);
});

test('decisions are 45 pages at most, none longer than 80 lines, and each that is referred to is there', () => {
  const folder = join(root, 'docs', 'decisions');
  const pages = readdirSync(folder);
  const text = (name: string): string => read(join(folder, name));
  expect(pages.length).toBeLessThanOrEqual(45);
  expect(pages.filter((name) => text(name).trimEnd().split('\n').length > 80)).toEqual([]);
  const numbers = new Set(pages.map((name) => String(Number(name.slice(0, 4)))));
  const texts = [
    ...pages.map((name): [string, string] => [name, text(name)]),
    ...code.map((file): [string, string] => [shown(file), read(file)]),
    ...[
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/operations.md',
      'docs/security.md',
      'docs/asvs.md',
    ].map((name): [string, string] => [name, read(join(root, name))]),
  ];
  const lost = texts.flatMap(([file, written]) => [
    ...[...written.matchAll(/\b(\d{4}-[a-z0-9-]+\.md)\b/g)]
      .filter(([, name = '']) => !pages.includes(name))
      .map(([, name]) => `${file}: ${name}`),
    ...[...written.matchAll(/\bdecisions? (\d{1,4})\b/gi)]
      .filter(([, number]) => !numbers.has(String(Number(number))))
      .map(([said]) => `${file}: ${said}`),
  ]);
  expect(lost).toEqual([]);
});
