import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFormerFiles } from './keep-former-files.ts';

let folder: string;
let builds = 0;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lastro-builds-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const day = (days: number) => new Date(Date.UTC(2026, 0, 1 + days));

/** A build with these files that replaces the former one at that time. Returns the files it then serves. */
function build(former: string | null, at: Date, ...files: string[]): { place: string; served: string[] } {
  builds += 1;
  const place = join(folder, String(builds));
  mkdirSync(join(place, 'assets'), { recursive: true });
  for (const file of files) writeFileSync(join(place, 'assets', file), file);
  if (former) keepFormerFiles(former, place, at);
  return { place, served: readdirSync(join(place, 'assets')).toSorted() };
}

test("[L8] the previous build's files are served beside the new ones, common ones once", () => {
  const first = build(null, day(0), 'page-1.js', 'both.js');
  expect(build(first.place, day(1), 'page-2.js', 'both.js').served).toEqual(['both.js', 'page-1.js', 'page-2.js']);
});

test('[L8] all builds within two weeks are served, later only the last three', () => {
  let last = build(null, day(0), 'page-0.js').place;
  for (let at = 1; at <= 6; at += 1) last = build(last, day(at), `page-${at}.js`).place;
  expect(build(last, day(7), 'page-7.js').served).toHaveLength(8);
  const later = build(last, day(60), 'page-7.js');
  expect(later.served).toEqual(['page-4.js', 'page-5.js', 'page-6.js', 'page-7.js']);
});

test('[L8] a file that comes back is retained from the day it goes again', () => {
  let last = build(null, day(0), 'theme-a.js').place;
  last = build(last, day(1), 'theme-b.js').place;
  last = build(last, day(2), 'theme-a.js').place;
  last = build(last, day(40), 'theme-c.js').place;
  const served = build(last, day(41), 'theme-d.js').served;
  expect(served).toEqual(['theme-a.js', 'theme-b.js', 'theme-c.js', 'theme-d.js']);
});

test('[L8] without a previous build there is nothing to keep', () => {
  expect(build(join(folder, 'none'), day(0), 'page.js').served).toEqual(['page.js']);
});
