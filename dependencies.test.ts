import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Every package in package.json is used, every package used is declared there, and each has its reason written down. */
const root = dirname(fileURLToPath(import.meta.url));

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  overrides: Record<string, string>;
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string }>;
};

/** Source files of the programs, tests and tools, and those in the root folder. */
const files = [
  ...['src', 'scripts', 'tools', 'db', 'e2e', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
  ...readdirSync(root).filter((file) => file.endsWith('.ts')),
].filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));

const isOfTests = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);

/** The packages that a file imports, as `@scope/name` or `name`, without subpaths. */
function packagesOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const asked = file.endsWith('.css')
    ? text.matchAll(/(?:@import\s+|url\()['"]?([^'")]+)/g)
    : text.matchAll(/(?:^(?:import|export)\s(?:[^'";]*\sfrom\s)?|\bimport\()\s*['"]([^'"]+)['"]/gm);
  return [...asked]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => /^[@a-z]/.test(specifier) && !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !builtinModules.includes(name));
}

const importers = new Map<string, string[]>();
for (const file of files)
  for (const name of packagesOf(file)) importers.set(name, [...(importers.get(name) ?? []), file]);

/** Packages that are run or resolved by name and never imported, each with the file that names it. */
const byName: Record<string, { in: string; as: string }> = {
  oxlint: { in: 'scripts/run-checks.ts', as: 'node_modules/oxlint/' },
  // The linter runs it for type-aware rules.
  'oxlint-tsgolint': { in: 'scripts/run-checks.ts', as: '--type-aware' },
  oxfmt: { in: 'scripts/run-checks.ts', as: 'node_modules/oxfmt/' },
  typescript: { in: 'scripts/run-checks.ts', as: 'node_modules/typescript/' },
  tsx: { in: 'scripts/run-command.ts', as: "'tsx'" },
  '@fontsource-variable/inter': { in: 'scripts/cut-fonts.ts', as: "'@fontsource-variable/inter/" },
  '@fontsource-variable/vazirmatn': { in: 'scripts/cut-fonts.ts', as: "'@fontsource-variable/vazirmatn/" },
  // Fonts of the yearly statement: files that no program imports.
  ...Object.fromEntries(
    Object.keys(manifest.dependencies ?? {})
      .filter((name) => /^@(expo-google-fonts|embedpdf)\//.test(name))
      .map((name) => [name, { in: 'src/yearly-statement/server/fonts-for.ts', as: `'${name}'` }]),
  ),
  // Runs on its own thread, whose program is a string.
  '@myriaddreamin/typst-ts-web-compiler': {
    in: 'src/yearly-statement/server/typeset.ts',
    as: "'@myriaddreamin/typst-ts-web-compiler'",
  },
  // Provides the types of what is imported from vitest/browser.
  '@vitest/browser': { in: 'vitest.config.ts', as: '@vitest/browser-playwright' },
};

function isNamed(name: string): boolean {
  const use = byName[name];
  return use !== undefined && readFileSync(join(root, use.in), 'utf8').includes(use.as);
}

test('the product imports every package it depends on', () => {
  const unused = Object.keys(manifest.dependencies).filter(
    (name) => !importers.get(name)?.some((file) => file.startsWith('src/') && !isOfTests(file)) && !isNamed(name),
  );
  expect(unused.map((name) => `${name} is imported by no program`)).toEqual([]);
});

test('every dev dependency is imported, run by name, or provides the types of one that is', () => {
  const isTyping = (name: string): boolean => {
    const typed = name.replace('@types/', '');
    return name.startsWith('@types/') && (typed === 'node' || importers.has(typed));
  };
  const unused = Object.keys(manifest.devDependencies).filter(
    (name) => !importers.has(name) && !isNamed(name) && !isTyping(name),
  );
  expect(unused.map((name) => `${name} is used by nothing`)).toEqual([]);
  const named = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(Object.keys(byName).filter((name) => !named[name])).toEqual([]);
});

test('declares every imported package: none is available only transitively', () => {
  // A package pinned by name is declared too.
  const declared: Record<string, string> = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.overrides,
  };
  const undeclared = [...importers].filter(([name]) => declared[name] === undefined);
  expect(undeclared.map(([name, by]) => `${by[0]} imports ${name}, which package.json does not name`)).toEqual([]);
});

test('versions are exact, and match the installed versions in the lock file, overrides included', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const loose = Object.entries({ ...all, ...manifest.overrides }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(version),
  );
  expect(loose.map(([name, version]) => `${name} ${version} is not one version`)).toEqual([]);
  const astray = Object.entries({ ...all, ...manifest.overrides }).filter(
    ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
  );
  expect(astray.map(([name]) => `${name} is another version in package-lock.json, or not there`)).toEqual([]);
});

test('decision 8 justifies every dependency, and no package that is not one', () => {
  const page = readFileSync(join(root, 'docs/decisions/0008-dependencies.md'), 'utf8');
  const reasons = [...page.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const isReasoned = (name: string): boolean =>
    reasons.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : each === name));
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const silent = Object.keys(all).filter((name) => !name.startsWith('@types/') && !isReasoned(name));
  expect(silent.map((name) => `${name} has no reason`)).toEqual([]);
  const gone = reasons.filter((each) => !Object.keys(all).some((name) => name.startsWith(each.replace('*', ''))));
  expect(gone.map((name) => `${name} has a reason and is not there`)).toEqual([]);
});
