import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBreachedPasswords } from './breached-passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'breached-'));
afterAll(() => rmSync(folder, { recursive: true }));

function list(name: string, passwords: string[], newline = '\r\n', last = newline): string {
  const lines = passwords.map(
    (each, at) => `${createHash('sha1').update(each).digest('hex').toUpperCase()}:${10 ** (at % 9)}`,
  );
  const path = join(folder, name);
  writeFileSync(path, lines.toSorted().join(newline) + last);
  return path;
}

const many = Array.from({ length: 2_000 }, (_each, at) => `leaked ${at}`);

test.each([
  ['as it is published', '\r\n', '\r\n'],
  ['with newlines of one character', '\n', '\n'],
  ['without a last newline', '\r\n', ''],
])('[L12] every password of the list is found, and no other: a file %s', async (name, newline, last) => {
  const isBreached = createBreachedPasswords(list(name, many, newline, last));
  const missed = await Promise.all(many.map(async (each) => ((await isBreached(each)) ? [] : [each])));
  expect(missed.flat()).toEqual([]);
  const others = await Promise.all(many.map(async (each) => ((await isBreached(`${each}!`)) ? [each] : [])));
  expect(others.flat()).toEqual([]);
});

test('[L12] lists of one and of none, and no list at all', async () => {
  expect(await createBreachedPasswords(list('one', ['leaked']))('leaked')).toBe(true);
  expect(await createBreachedPasswords(list('another', ['leaked']))('other')).toBe(false);
  expect(await createBreachedPasswords(list('none', [], '', ''))('leaked')).toBe(false);
  expect(await createBreachedPasswords('')('leaked')).toBe(false);
});

test('[L1] a file that is missing or something else is named, with its setting', async () => {
  await expect(createBreachedPasswords(join(folder, 'missing'))('any')).rejects.toThrow('BREACHED_PASSWORDS');
  const words = join(folder, 'words');
  writeFileSync(words, 'password\n123456\n');
  await expect(createBreachedPasswords(words)('any')).rejects.toThrow('BREACHED_PASSWORDS');
});
