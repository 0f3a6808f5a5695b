import { expect, testInside as test } from './installation/investor.ts';

/** Every address in the application frame, each loaded from scratch: more requests than navigating between them would make. */
const screens = [
  '/dashboard',
  '/stake',
  '/history',
  '/history?tab=statement',
  '/network',
  '/operations',
  '/copytrade',
  '/primevault',
  '/primezord',
  '/maturities',
  '/profile',
];

/** A third of the permitted burst (docs/decisions/0093-one-gate.md). */
const mostRequests = 200;

test('[L9] going through every screen as fast as possible never hits the rate limit for reads', async ({
  page,
  investor,
}) => {
  await investor.bring(500);
  await investor.open(100, 30);
  const asked: string[] = [];
  const refused: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (!/^\/(api|report)\//.test(pathname)) return;
    asked.push(pathname);
    if (answer.status() === 429) refused.push(pathname);
  });
  for (const screen of screens) {
    await page.goto(screen);
    await expect(page.getByRole('main')).toBeVisible();
    // Within a second a screen has made all its requests.
    await page.waitForTimeout(1_000);
  }
  console.log(`asked ${asked.length} times on ${screens.length} screens`);
  expect(refused).toEqual([]);
  expect(asked.length).toBeGreaterThan(screens.length);
  expect(asked.length).toBeLessThan(mostRequests);
});
