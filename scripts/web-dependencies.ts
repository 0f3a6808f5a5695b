import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const named = /^(?:import|export) (type )?(?:[^'";]+ from )?'([^'#.][^']*)'/gm;
const onDemand = /\bimport\('([^'#.][^']*)'\)/g;
const source = new URL('../src', import.meta.url).pathname;

/**
 * Every package, with its subpath, that the browser side imports, eagerly or on demand. If listed in advance, Vite bundles them once before
 * the first test; if discovered one by one, it reloads pages during tests, which then hold two copies of React.
 */
export function findWebDependencies(): string[] {
  const found = new Set(['react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client']);
  for (const entry of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const isOfTheWeb = /(^|\/)web\//.test(entry) || !/(^|\/)server\/|\.test\.ts$/.test(entry);
    if (!/\.tsx?$/.test(entry) || !isOfTheWeb) continue;
    const text = readFileSync(join(source, entry), 'utf8');
    for (const [, isType, specifier = ''] of text.matchAll(named)) if (!isType) found.add(specifier);
    for (const [, specifier = ''] of text.matchAll(onDemand)) found.add(specifier);
  }
  return [...found].filter((name) => !/^(node:|vitest($|\/))/.test(name)).toSorted();
}
