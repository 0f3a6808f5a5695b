import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = dirname(fileURLToPath(import.meta.url));

test('[O3] decision 69 states the retention of every table, once', () => {
  const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8');
  const tables = [...schema.matchAll(/^TABLE (?:public\.)?([\w.]+)/gm)].map(([, name = '']) => name);
  const page = readFileSync(join(root, 'docs/decisions/0069-growth.md'), 'utf8');
  const table = page.slice(page.indexOf('| kept '), page.indexOf('## Measured'));
  const decided = [...table.matchAll(/^\| ([^|]*) \| ([^|]*) \|/gm)]
    .slice(1)
    .flatMap(([, , names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const complaints = [
    ...tables
      .filter((name) => !decided.includes(name))
      .map((name) => `${name} has no line in decision 69: how long are its rows kept?`),
    ...decided
      .filter((name) => !tables.includes(name))
      .map((name) => `${name} is in decision 69, and there is no such table`),
    ...decided
      .filter((name, index) => decided.indexOf(name) !== index)
      .map((name) => `${name} is in decision 69 twice`),
  ];
  expect(complaints).toEqual([]);
});
