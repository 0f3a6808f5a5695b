import { beforeEach, expect, test, vi } from 'vitest';
import { isOutdated } from './reload.ts';

beforeEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

// A script inserted as markup is not fetched.
test.each([
  ['a page that boots', (file: string) => `<script data-entry="${file}"></script>`],
  ['a page that loads it', (file: string) => `<script type="module" crossorigin src="${file}"></script>`],
])('[L8] detects a build other than the server’s by its first file: %s', async (_, pageWith) => {
  document.body.innerHTML = pageWith('/assets/first-a1.js');
  const ask = vi.spyOn(window, 'fetch');
  for (const [file, is] of [
    ['/assets/first-a1.js', false],
    ['/assets/first-b2.js', true],
  ] as const) {
    ask.mockResolvedValueOnce(new Response(`<html><head>${pageWith(file)}</head></html>`));
    expect(await isOutdated(), file).toBe(is);
  }
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await isOutdated()).toBe(false);
});
