import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './installation/test.ts';
import { inspect, joinConsole } from './installation/staff.ts';

const ofMoney = 'transfers reconciliation ledger treasury offers promocodes operations rates reports';
const every =
  `today approvals ${ofMoney} customers announcements cases privacy actions staff account access doctor`.split(' ');

/** Each theme at one end of the width range; in between nothing may scroll sideways. */
const looks = [
  ['dark', 1440],
  ['light', 360],
] as const;

test('[R6] every console screen is accessible in both themes and fits every width', async ({ browser }) => {
  test.slow();
  const people = [
    await joinConsole(browser, 'auditor', 'Iara Melo'),
    await joinConsole(browser, 'desk', 'Nara Lima'),
    await joinConsole(browser, 'compliance', 'Caio Faro'),
  ];
  const seen = new Set<string>();
  for (const { page } of people) {
    const links = await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    for (const path of paths.filter((each) => each !== null && !seen.has(each))) {
      seen.add(path ?? '');
      await page.goto(new URL(path ?? '/', page.url()).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Wait until all content has loaded.
      await page.waitForLoadState('networkidle');
      for (const [theme, width] of looks) {
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
        await page.setViewportSize({ width, height: 900 });
        await inspect(page);
      }
      await page.setViewportSize({ width: 768, height: 900 });
      expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([path, 0]);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page.context().close();
  }
  expect([...seen].map((path) => path.slice(1)).toSorted()).toEqual(every.toSorted());
});

/** The console's texts of some length, without values in them. */
function textsIn(language: string): string[] {
  const read = JSON.parse(
    readFileSync(new URL(`../src/console/messages/${language}.json`, import.meta.url), 'utf8'),
  ) as object;
  const flatten = (texts: object): string[] =>
    Object.values(texts).flatMap((text: unknown) => (typeof text === 'string' ? [text] : flatten(text as object)));
  return flatten(read).filter((text) => text.length > 8 && !/[{<]/.test(text));
}

test('[R7] no screen of the console shows English or Portuguese to who reads another language', async ({ browser }) => {
  test.slow();
  const { page } = await joinConsole(browser, 'auditor', 'Iara Melo');
  const paths = await Promise.all(
    (await page.getByRole('navigation').getByRole('link').all()).map((link) => link.getAttribute('href')),
  );
  expect(paths.length).toBeGreaterThan(10);
  for (const language of ['es', 'zh-CN', 'fa']) {
    await page.getByRole('combobox').first().selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const own = new Set(textsIn(language));
    const foreign = [...textsIn('en'), ...textsIn('pt-BR')].filter((text) => !own.has(text));
    for (const path of paths) {
      await page.goto(new URL(path ?? '/', page.url()).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const lines = new Set((await page.locator('body').innerText()).split('\n').map((line) => line.trim()));
      expect([language, path, foreign.filter((text) => lines.has(text))]).toEqual([language, path, []]);
      await inspect(page);
    }
  }
});
