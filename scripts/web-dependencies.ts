import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const named = /^(?:import|export) (type )?(?:[^'";]+ from )?'([^'#.][^']*)'/gm;
const onDemand = /\bimport\('([^'#.][^']*)'\)/g;
const source = new URL('../src', import.meta.url).pathname;

/**
 * Every package, with its part, that the browser's side imports, eagerly or on demand. Told ahead, Vite bundles them once
 * before the first test; found out one by one, it reloads pages in the middle of tests, which then hold two Reacts.
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
