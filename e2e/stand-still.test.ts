import type { Page } from '@playwright/test';
import { expect, testInside as test } from './installation/investor.ts';

/**
 * A newcomer's first page does not shift: outlines become the two steps, the simulator and the cards, and nothing already visible moves, in
 * whatever order the answers arrive (Cumulative Layout Shift 0). Text may change its width when the font loads, but stays on its line.
 */

/** The page's requests, in orders that differ in all that matters; milliseconds until each is let through. */
const orders: Record<string, Record<string, number>> = {
  'who it is first': { user: 200, homereport: 700, stakes: 900, report: 1100, equity: 1300, catalog: 1500 },
  'who it is last': { catalog: 200, equity: 400, report: 600, stakes: 800, homereport: 1000, user: 1300 },
  'all at once': {},
};
const watch = `window.moved = [];
  const ofLetters = 0.003;
  const staysOnItsLine = ({ previousRect, currentRect }) => Math.abs(previousRect.top - currentRect.top) < 1;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput && !(value < ofLetters && sources.every(staysOnItsLine))) window.moved.push(value.toFixed(4) + ' ' + sources.map(({ node, previousRect, currentRect }) =>
        (node?.className || node?.nodeName) + ' “' + (node?.textContent ?? '').slice(0, 30) + '” ' +
        Math.round(previousRect.top) + '→' + Math.round(currentRect.top)).join(', '));
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Long enough for a page to be painted without its font. */
const fontMs = 700;

async function delay(page: Page, order: Record<string, number>): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, fontMs));
    await route.continue().catch(() => undefined);
  });
  await page.route(/\/(api|report)\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    const [, wait = 0] = Object.entries(order).find(([name]) => pathname.split('/').includes(name)) ?? [];
    await new Promise((resolve) => setTimeout(resolve, wait));
    await route.continue().catch(() => undefined);
  });
}

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const) {
  for (const [name, order] of Object.entries(orders)) {
    test(`[G1] at ${width} px nothing shifts while a newcomer's page loads: ${name}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.addInitScript(watch);
      await delay(page, order);
      await page.goto('/dashboard');
      await expect(page.getByRole('main').getByRole('table').first().getByRole('row')).toHaveCount(5);
      await expect(page.getByRole('button', { name: 'Enviar de novo' })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await page.evaluate('window.moved')).toEqual([]);
    });
  }
}

/** The parts of a screen arrive in any order; promised amounts and the record long after the list, or before it. */
const late: Record<string, Record<string, number>> = {
  'the list first': {
    offer: 600,
    alert: 800,
    stakes: 200,
    copytrade: 300,
    catalog: 300,
    record: 900,
    promises: 1400,
    investments: 200,
    wallet: 700,
    operations: 500,
  },
  'the list last': {
    offer: 300,
    alert: 500,
    promises: 200,
    record: 400,
    copytrade: 1200,
    catalog: 900,
    stakes: 1300,
    operations: 200,
    wallet: 600,
    investments: 1100,
  },
};

async function investWithBot({ request }: Page, authorization: string): Promise<void> {
  for (const [call, data] of [
    ['subscribe', undefined],
    ['deposit', { amount: 100 }],
    ['invest', { amount: 50 }],
  ] as const) {
    const answer = await request.post(`/api/bot/${call}`, { headers: { authorization }, ...(data && { data }) });
    expect([call, answer.ok()]).toEqual([call, true]);
  }
}

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const) {
  for (const [name, order] of Object.entries(late)) {
    test(`[G3] at ${width} px nothing on a product's screen shifts while its parts load: ${name}`, async ({
      page,
      investor,
    }) => {
      await investor.bring(500);
      await investor.open(100, 30);
      await investWithBot(page, investor.token);
      await page.setViewportSize({ width, height });
      await page.addInitScript(watch);
      await delay(page, order);
      for (const [address, there] of [
        ['/stake', 'já está separado'],
        ['/copytrade', 'Avise-me quando abrir'],
        ['/products', 'Quanto rende indicar'],
        ['/primezord', 'aparecem aqui'],
      ] as const) {
        await page.goto(address);
        await expect(page.getByText(there, { exact: false }).first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect([address, await page.evaluate('window.moved')]).toEqual([address, []]);
      }
    });
  }
}
