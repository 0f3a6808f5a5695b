import { expect, type Locator, type Page, test } from '@playwright/test';
import { beDemo } from './installation/be-demo.ts';
import { shownSum } from '#money/shown.ts';
import { readFigures } from '#money/testing/read-figures.ts';

/**
 * Reads the figures on the screens of the demo investor, who has something of everything and no amount without fractions of a cent, and
 * adds them up again, in the two most dissimilar languages.
 */
for (const language of ['pt-BR', 'fa']) {
  const inside = test.extend({
    page: async ({ page, request }, use) => {
      await beDemo(page, request);
      await page.addInitScript(`localStorage.setItem('language', '${language}')`);
      await use(page);
    },
  });

  inside(`[L7] [D1] [D5] the dashboard: cards, chart, table and explanation: ${language}`, async ({ page }) => {
    await page.goto('/dashboard');
    // The line under it says it once more.
    const total = page.getByRole('main').locator('a[href$="/wealth"]').first();
    await expect(total).toBeVisible();
    const parts = page.getByRole('main').locator('a[href$="/balance"], a[href$="-wealth"]');
    const each = await figuresOf(parts);
    expect(each.length).toBe(5);
    expect(await figuresOf(total)).toEqual([shownSum(...each)]);

    await page.locator('figure details summary').click();
    const days = page.locator('figure table tbody tr');
    await expect(days).not.toHaveCount(0);
    for (const row of await days.allInnerTexts()) requireSum(readFigures(row));
    requireSum(turned(readFigures((await page.locator('figure dl').first().innerText()).replaceAll('\n', ' '))));
    await expect(page.getByRole('banner').getByRole('link').filter({ hasText: '$' })).toContainText(
      (await parts.first().innerText()).split('\n')[0] ?? '',
    );

    await follow(total, page);
    await requireExplained(page);
  });

  inside(`[L7] [D1] what was earned, down to what has accrued: ${language}`, async ({ page }) => {
    for (const figure of ['earnings', 'earned', 'in-copytrade']) {
      await page.goto('/dashboard');
      const link = page.getByRole('main').locator(`a[href$="/${figure}"]`);
      const [shown] = await figuresOf(link);
      await follow(link, page);
      // Profit keeps accruing between clicks; what was paid does not change.
      if (figure !== 'earnings') expect(await onScreen(page)).toBe(shown);
      await requireExplained(page);
    }
    const first = page.getByRole('main').locator('dl dt a').first();
    if (await first.count()) {
      await follow(first, page);
      await requireExplained(page);
    }
  });

  inside(`[L7] [C1] [Z2] [H4] lists, months, wallet and statement: ${language}`, async ({ page }) => {
    await page.goto('/maturities');
    const rows = page.locator('main table').last().locator('tbody tr');
    await expect(rows).not.toHaveCount(0);
    await page.locator('figure details summary').click();
    for (const table of await page.locator('main table').all()) {
      for (const row of await table.locator('tbody tr').allInnerTexts()) requireSum(readFigures(row));
    }
    requireSum(turned(readFigures(await page.locator('figure dl').first().innerText())));

    await page.goto('/primezord');
    const wallet = await figuresOf(page.getByRole('main').locator('a[href$="/zord"], a[href*="/zord-"]'));
    expect(wallet.length).toBe(3);
    requireSum(turned(wallet));

    await page.goto('/copytrade');
    const copies = page.locator('main table tbody tr');
    await expect(copies).not.toHaveCount(0);
    for (const row of await copies.all()) {
      const figures = readFigures(await row.innerText());
      expect(figures.length).toBe(3);
      requireSum(figures);
    }

    await page.goto('/history?tab=statement');
    const lines = page.locator('main table tbody tr');
    await expect(lines.first()).toContainText('$');
    const read = (await lines.allInnerTexts()).map((text) => readFigures(text)).filter(({ length }) => length === 2);
    expect(read.length).toBeGreaterThan(20);
    for (const [at, [change = 0, after = 0]] of read.slice(0, -1).entries()) {
      expect(shownSum(read[at + 1]?.[1] ?? 0, change)).toBe(after);
    }
  });
}

/** Follows a link and waits for the title to change, so that the previous page is not read. */
async function follow(link: Locator, page: Page): Promise<void> {
  const title = page.getByRole('heading', { level: 1 });
  const before = await title.innerText();
  await link.click();
  await expect(title).not.toHaveText(before);
}

async function figuresOf(locator: Locator): Promise<number[]> {
  await expect(locator.first()).toBeVisible();
  return (await locator.allInnerTexts()).flatMap((text) => readFigures(text));
}

/** Requires the last figure to be the sum of those before it. */
function requireSum(figures: number[]): void {
  expect(figures.length).toBeGreaterThan(1);
  expect(shownSum(...figures.slice(0, -1))).toBe(figures.at(-1));
}

/** Moves a leading sum to the end. */
function turned([sum = Number.NaN, ...parts]: number[]): number[] {
  return [...parts, sum];
}

async function onScreen(page: Page): Promise<number | undefined> {
  const card = page
    .locator('main section')
    .filter({ has: page.getByRole('status') })
    .first();
  await expect(card.locator('[data-state="equal"]')).toBeVisible();
  return readFigures(await card.innerText())[0];
}

/** Requires an explanation to add up: its large figure is the one on the screen and, in cents, the sum of its parts. */
async function requireExplained(page: Page): Promise<void> {
  const shown = await onScreen(page);
  const lines = page.locator('main dl').first().locator(':scope > div');
  const last = readFigures(await lines.last().innerText());
  expect(last).toEqual([shown]);
  const parts: number[] = [];
  for (const line of await lines.filter({ has: page.locator('dt a') }).all()) {
    parts.push(readFigures(await line.locator('dd').innerText())[0] ?? Number.NaN);
  }
  if (parts.length > 0) expect(shownSum(...parts)).toBe(shown);
}
