import type { Page } from '@playwright/test';
import { expect, type Investor, testInside as test } from './installation/investor.ts';

/** A phone with touch input. */
test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
});

const screens = [
  '/dashboard',
  '/stake',
  '/maturities',
  '/history?tab=statement',
  '/network',
  '/operations',
  '/copytrade',
  '/primevault',
  '/profile',
  '/notices',
  '/dashboard?dialog=deposit',
  '/dashboard?dialog=withdraw',
  '/stake?dialog=new-stake',
];

async function invest({ bring, open }: Investor): Promise<void> {
  await bring(500);
  await open(100, 30);
}

async function settle(page: Page, screen: string): Promise<void> {
  await page
    .locator(screen.includes('dialog=') ? '[role="dialog"] button' : 'h1')
    .first()
    .waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('[G2] on a touch screen every target is at least 44 px high and wide', async ({ page, investor }) => {
  await invest(investor);
  for (const screen of screens) {
    await page.goto(screen);
    await settle(page, screen);
    expect([screen, await tooSmall(page)]).toEqual([screen, []]);
  }
  // Counter-check: a button that is made too small is found.
  await page.evaluate(
    `document.querySelector('[role="dialog"] button').style.cssText = 'min-block-size: 0; block-size: 30px'`,
  );
  expect(await tooSmall(page)).toHaveLength(1);
});

/**
 * Names the targets that are too small, except links within a sentence and content for screen readers only. A choice is as large as its
 * label.
 */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...(document.querySelector('[role="dialog"]') ?? document)
    .querySelectorAll('a[href], button, summary, select, input')].flatMap((element) => {
      const sentence = element.matches('a') && element.closest('p');
      if (sentence && sentence.textContent.trim() !== element.textContent.trim()) return [];
      // A link that is pressed anywhere on its row lies over it with what comes after it.
      const isOverRow = getComputedStyle(element, '::after').position === 'absolute';
      const field = element.matches('input') && (element.closest('label') ?? element.parentElement);
      const target = (isOverRow && element.closest('tr, li')) || field || element;
      const { width, height, right, bottom } = target.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 16 && right > 0 && bottom > 0;
      if (!isSeen || (width >= 43.9 && height >= 43.9)) return [];
      const name = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
      return [element.tagName + ' “' + name + '” ' + Math.round(width) + '×' + Math.round(height)];
    })`);
}
