import { beforeEach, expect, test, vi } from 'vitest';

let runs = 0;

/** A module runs only once per address, so each run imports it under a new one. */
async function boot() {
  runs += 1;
  await import(/* @vite-ignore */ `./boot.ts?run=${runs}`);
}

beforeEach(() => {
  // A page creates its policy once, but here one page boots many times.
  vi.stubGlobal('trustedTypes', { createPolicy: vi.fn() });
  localStorage.clear();
  document.documentElement.removeAttribute('data-theme');
});

test('[B6] dark is applied before the first paint, and after a choice the chosen theme', async () => {
  await boot();
  expect(document.documentElement.dataset.theme).toBe('dark');
  localStorage.setItem('theme', 'light');
  await boot();
  expect(document.documentElement.dataset.theme).toBe('light');
});

test('[B7] the chosen language sets lang and direction before the first paint', async () => {
  localStorage.setItem('language', 'fa');
  await boot();
  expect(document.documentElement.lang).toBe('fa');
  expect(document.documentElement.dir).toBe('rtl');
});
