import { brotliCompressSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { expect, test, testInside } from './installation/investor.ts';

/**
 * Measures what a browser really fetches, as sent over the wire, for a page that nobody touches, until its network is idle: the static
 * graph of the build (scripts/check-budgets.ts) knows neither prefetches nor duplicate requests.
 */
const kilobyte = 1_000;
const quietMs = 2_000;

function listen(page: Page): Request[] {
  const fetched: Request[] = [];
  page.on('requestfinished', (request) => void fetched.push(request));
  return fetched;
}

const pathOf = (request: Request): string => new URL(request.url()).pathname;

/** The size of scripts and styles in kB, without headers, which are a separate matter and smaller behind a proxy that speaks HTTP/2. */
async function codeIn(fetched: Request[]): Promise<number> {
  const code = fetched.filter((request) => /\.(js|css)$/.test(pathOf(request)));
  const sizes = await Promise.all(code.map(async (request) => (await request.sizes()).responseBodySize));
  const pages = fetched.filter((request) => request.resourceType() === 'document');
  const inPages = await Promise.all(pages.map(stylesIn));
  return [...sizes, ...inPages].reduce((sum, size) => sum + size, 0) / kilobyte;
}

/** The compressed size of the style sheets that the page itself contains. */
async function stylesIn(page: Request): Promise<number> {
  const html = (await (await page.response())?.text()) ?? '';
  const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => css);
  expect(styles.length).toBeGreaterThan(0);
  return brotliCompressSync(styles.join('')).length;
}

/** Waits until nothing has arrived for a while. The event stream never ends, so the browser's own network idle would never be reached. */
async function untilQuiet(fetched: Request[]): Promise<void> {
  let before = -1;
  const isQuiet = (): boolean => {
    const was = before;
    before = fetched.length;
    return was === before;
  };
  await expect.poll(isQuiet, { intervals: [quietMs] }).toBe(true);
}

for (const language of ['pt-BR', 'en', 'es', 'zh-CN', 'fa']) {
  test(`[G7] the login loads less than 80 kB of scripts and styles, in at most ten files: ${language}`, async ({
    page,
  }) => {
    await page.addInitScript(`localStorage.setItem('language', '${language}')`);
    const fetched = listen(page);
    await page.goto('/auth/login', { waitUntil: 'networkidle' });
    await expect(page.locator('#root:not([data-shell])')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await codeIn(fetched)).toBeLessThan(80);
    expect(fetched.map(pathOf).length).toBeLessThanOrEqual(10);
  });
}

testInside(
  '[G7] the dashboard weighs at most 130 kB in at most thirty files until its figures stand, and 60 kB after them',
  async ({ page, investor }) => {
    await investor.bring(100);
    await page.addInitScript(`new MutationObserver((_changes, observer) => {
      // The total in the page stands there before there is an application, what is available in the banner with it.
      if (!document.querySelector('header')?.innerText.includes('100,00')) return;
      window.figuresAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, characterData: true });`);
    const fetched = listen(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(page.getByRole('banner').locator('a[href="/notices"]')).toBeVisible();
    await untilQuiet(fetched);
    // By the page's own clock: an outside observer is late.
    const figuresAt = await page.evaluate<number>('performance.timeOrigin + window.figuresAt');
    const until = fetched.filter((request) => request.timing().startTime < figuresAt);
    const after = fetched.filter((request) => !until.includes(request));
    expect(await codeIn(until), until.map(pathOf).join('\n')).toBeLessThan(130);
    expect(until.length).toBeLessThanOrEqual(30);
    expect(await codeIn(after), after.map(pathOf).join('\n')).toBeLessThan(60);
    const code = after.map(pathOf).filter((path) => /\.(js|css)$/.test(path));
    expect(code.length, code.join('\n')).toBeLessThanOrEqual(12);
  },
);

for (const path of ['/dashboard', '/stake', '/network']) {
  testInside(`[G7] no style sheet that is in the page is fetched again: ${path}`, async ({ page }) => {
    const fetched = listen(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('banner').locator('a[href="/notices"]')).toBeVisible();
    await untilQuiet(fetched);
    const inPage = await page.evaluate<string[]>(
      `[...document.querySelectorAll('link[disabled]')].map(({ href }) => new URL(href).pathname)`,
    );
    expect(inPage).toHaveLength(2);
    expect(fetched.map(pathOf).filter((each) => inPage.includes(each))).toEqual([]);
  });
}

testInside('on a connection that is paid for by the byte nothing is fetched on a mere chance', async ({ page }) => {
  await page.addInitScript(
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });`,
  );
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana');
  await expect(page.getByRole('banner').locator('a[href="/notices"]')).toBeVisible();
  await untilQuiet(listen(page));
  const fetched = listen(page);
  await page.locator('a[href="/network"]').first().hover();
  await untilQuiet(fetched);
  expect(fetched.map(pathOf).filter((path) => path.endsWith('.js'))).toEqual([]);
});
