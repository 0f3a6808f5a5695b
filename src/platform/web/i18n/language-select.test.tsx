import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '#platform/languages.ts';
import { open } from '#testing/web/open.tsx';

test.each(languages)('[B7] %s is shown in full on the login page of the narrowest phone', async (language) => {
  localStorage.clear();
  await page.viewport(320, 640);
  await open('/auth/login', { language });
  await vi.waitFor(() => expect(document.querySelector('select')).not.toBeNull());
  await document.fonts.ready;
  const select = document.querySelector('select') as HTMLSelectElement;
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  pen.font = font;
  const words = pen.measureText(select.selectedOptions[0]?.text ?? '').width;
  expect(words + parseFloat(paddingInlineStart) + parseFloat(paddingInlineEnd)).toBeLessThanOrEqual(select.clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});
