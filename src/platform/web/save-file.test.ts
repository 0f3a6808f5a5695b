import { afterEach, expect, test, vi } from 'vitest';
import { saveText } from './save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('[L13] a file is readable at its address long after the click, and the address does not stay for good', async () => {
  vi.useFakeTimers();
  const clicked: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(this);
  });
  saveText('código', 'codes.txt', 'text/plain');
  const [link] = clicked;
  vi.advanceTimersByTime(30_000);
  const answer = await fetch(link?.href ?? '');
  expect([link?.download, await answer.text(), answer.headers.get('content-type')]).toEqual([
    'codes.txt',
    'código',
    'text/plain;charset=utf-8',
  ]);
  vi.advanceTimersByTime(60_000);
  await expect(fetch(link?.href ?? '')).rejects.toThrow();
});
