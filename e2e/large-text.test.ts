import type { Page } from '@playwright/test';
import { beDemo } from './installation/be-demo.ts';
import { expect, type Investor, testInside as test } from './installation/investor.ts';

/**
 * A phone with touch input: every target is at least 44 px high and wide. With text twice as large (WCAG 1.4.4 and 1.4.10) everything can
 * still be read, and nothing scrolls sideways except the tabs of the history, in their own line.
 */
test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
});

const screens = [
  '/dashboard',
  '/stake',
  '/maturities',
  '/history?tab=stakes',
  '/history?tab=statement',
  '/network',
  '/operations',
  '/copytrade',
  '/primevault',
  '/primezord',
  '/profile',
  '/notices',
  '/products',
  '/help',
];
const dialogs = [
  '/dashboard?dialog=deposit',
  '/dashboard?dialog=withdraw',
  '/dashboard?dialog=shortcuts',
  '/stake?dialog=new-stake',
  '/copytrade?dialog=new-copy',
  '/primevault?dialog=vault-investment',
  '/primezord?dialog=bot-subscribe',
];

/** One way to enlarge text: the page's root font size, before anything is drawn. */
async function enlargeByPage(page: Page): Promise<void> {
  await page.addInitScript(`document.addEventListener('readystatechange', () =>
    document.documentElement.style.setProperty('font-size', '200%'));`);
}

/** The other: the text size in the browser's settings. */
async function setBrowserText(page: Page, size: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size - 3 } });
  await session.detach();
}

test('[G2] no screen or dialog loses text at twice the size, by the page and by the browser, and at its own every target is 44 px', async ({
  page,
  request,
}) => {
  await beDemo(page, request);
  await enlargeByPage(page);
  for (const address of [...screens, ...dialogs]) {
    await page.goto(address);
    await settle(page, dialogs.includes(address));
    expect([address, await whatIsLost(page)]).toEqual([address, []]);
    await page.evaluate(`document.documentElement.style.removeProperty('font-size')`);
    await setBrowserText(page, 32);
    await isTwiceAsLarge(page);
    await expect.poll(() => whatIsLost(page), { message: `${address}, by the browser` }).toEqual([]);
    await setBrowserText(page, 16);
    expect([address, await tooSmall(page)]).toEqual([address, []]);
  }
  // Counter-check: a button that is made too small is found.
  await page.evaluate(
    `document.querySelector('[role="dialog"] button').style.cssText = 'min-block-size: 0; block-size: 30px'`,
  );
  expect(await tooSmall(page)).toHaveLength(1);
});

test('[G2] text at twice the size: both writing directions, millions, and the steps of putting money in', async ({
  page,
  investor,
}) => {
  await invest(investor);
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await enlargeByPage(page);
  for (const address of ['/dashboard', '/stake', '/profile']) {
    await page.goto(address);
    await settle(page, false);
    expect([address, await whatIsLost(page)]).toEqual([address, []]);
  }
  await page.goto('/stake?dialog=new-stake');
  await settle(page, true);
  await page.getByRole('checkbox').check();
  await page.locator('[role="dialog"] [type="submit"]').click();
  await page.getByRole('radio').first().waitFor();
  expect(await whatIsLost(page)).toEqual([]);
  // Counter-check: an amount that does not wrap and words that are cut off are found.
  await page.evaluate(
    `document.querySelector('[role="dialog"] h2').style.cssText = 'white-space: nowrap; overflow: hidden'`,
  );
  await page.evaluate(`document.querySelector('[role="dialog"] h2').append(' and words, and words, and words')`);
  expect(await whatIsLost(page)).toHaveLength(1);
});

test('[G2] text at twice the size: the check detects what overflows the page', async ({ page, investor }) => {
  await invest(investor);
  await enlargeByPage(page);
  await page.goto('/dashboard');
  await settle(page, false);
  expect(await whatIsLost(page)).toEqual([]);
  await page.evaluate(`document.querySelector('main dl dd').style.cssText = 'min-inline-size: 380px'`);
  expect(await whatIsLost(page)).not.toEqual([]);
});

async function invest({ bring, open }: Investor): Promise<void> {
  await bring(12_000);
  await open(10_000, 365);
}

async function settle(page: Page, isDialog: boolean): Promise<void> {
  await page
    .locator(isDialog ? '[role="dialog"]' : 'h1')
    .first()
    .waitFor();
  await expect(page.locator('main [aria-busy="true"], [role="dialog"] [aria-busy="true"]')).toHaveCount(0);
  await isTwiceAsLarge(page);
}

/** Measured on the text itself. */
async function isTwiceAsLarge(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(`parseFloat(getComputedStyle(document.body).fontSize)`)).toBe(28);
}

/** Elements that extend beyond the sides of the screen or are cut off within their own box. */
function whatIsLost(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...(document.querySelector('[role="dialog"]') ?? document.body)
    .querySelectorAll('*')].flatMap((element) => {
      const style = getComputedStyle(element);
      const { left, right, width } = element.getBoundingClientRect();
      const text = element.textContent.trim();
      if (!element.checkVisibility({ visibilityProperty: true }) || width <= 2) return [];
      // Said to those who listen alone; and the one line that scrolls by itself.
      if (element.closest('[class*="visuallyHidden"], [class*="hidden_"], [data-scrolls]')) return [];
      for (let one = element; one; one = one.parentElement) {
        if (getComputedStyle(one).clipPath !== 'none') return [];
        if (one !== element && /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1 &&
          one.matches('nav *, nav')) return [];
      }
      const isOut = left < -1 || right > screen.width + 1;
      const isCut = style.overflowX !== 'visible' && !/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      if (!isOut && !(isCut && text)) return [];
      return [element.tagName + '.' + element.getAttribute('class') + ' “' + text.slice(0, 40) + '” ' + Math.round(left) + '–' + Math.round(right)];
    })`);
}

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
