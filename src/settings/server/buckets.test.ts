import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Bucket, bucketNames, readBuckets } from './buckets.ts';
import { projectFolder } from '#platform/server/project-folder.ts';

test('[L10] docs/operations.md names every bucket with its numbers in production', () => {
  const page = readFileSync(join(projectFolder, 'docs/operations.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)`: .*?\|.*?\|(.*)\|$/gm)].map(([, name, cells = '']) => [
    name,
    cells.split('|').map((cell) => (cell.trim() === '' ? Infinity : Number(cell))),
  ]);
  const order: (keyof Bucket)[] = ['burst', 'perSecond', 'ofOne', 'atOnce', 'waitingOfOne', 'waiting', 'bytes'];
  const buckets = readBuckets('production');
  expect(rows).toEqual(bucketNames.map((name) => [name, order.map((each) => buckets[name][each])]));
});

test('[L10] each number of a bucket is a setting', () => {
  const usual = readBuckets('production');
  const changed = readBuckets('production', ['light.perSecond=0.5', 'public.waiting=0']);
  expect(changed).toEqual({
    ...usual,
    light: { ...usual.light, perSecond: 0.5 },
    public: { ...usual.public, waiting: 0 },
  });
});
