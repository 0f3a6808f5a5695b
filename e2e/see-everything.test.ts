import type { Page } from '@playwright/test';
import { logInAsDemo } from './installation/be-demo.ts';
import { expect, type Investor, testInside as test } from './installation/investor.ts';
import { loadAxe } from './installation/load-axe.ts';

/**
 * Every screen and dialog, on desktop and phone: axe finds nothing, and at 320 px nothing scrolls sideways. Tested in two looks that differ
 * in everything; the components are tested in all of them.
 */
const looks = [
  { theme: 'dark', language: 'pt-BR' },
  { theme: 'light', language: 'fa' },
];

for (const look of looks) {
  const name = `${look.theme}, ${look.language}`;

  test(`[B7] the login, a newcomer's dashboard and the 404 page: ${name}`, async ({ page }) => {
    await wear(page, look);
    for (const address of ['/dashboard', '/404']) {
      await page.goto(address);
      await settle(page);
      await inspect(page);
    }
    await page.evaluate(`localStorage.removeItem('token')`);
    await page.goto('/auth/login');
    await settle(page);
    await inspect(page);
  });

  test(`[B7] an investor's dashboard, stakes and history, and the dialogs: ${name}`, async ({ page, investor }) => {
    await invest(investor);
    await wear(page, look);
    await page.goto('/dashboard');
    await settle(page);
    await page.locator('figure details summary').click();
    await inspect(page);
    await page.goto('/stake');
    await settle(page);
    await inspect(page);
    for (const address of ['/history?tab=stakes', '/history', '/history?tab=yearly', '/profile']) {
      await page.goto(address);
      await settle(page);
      await inspect(page);
    }
    await page.goto('/stake');
    await settle(page);
    await page.locator('td[data-place="action"] button').first().click();
    await inspectDialog(page);
    await page.goto('/stake?dialog=new-stake');
    await inspectDialog(page);
    await page.getByRole('checkbox').check();
    await page.locator('[role="dialog"] [type="submit"]').click();
    await page.locator('[role="dialog"] [type="submit"]').click();
    await page.getByRole('alert').waitFor();
    await inspectDialog(page);
    await page.goto('/dashboard?dialog=deposit');
    await page.locator('[role="dialog"] [type="submit"]').click();
    await inspectDialog(page);
    await page.getByRole('textbox').fill('10');
    await page.locator('[role="dialog"] [type="submit"]').click();
    await page.getByRole('dialog').getByRole('status').waitFor();
    await inspectDialog(page);
  });
}

/** Screens of the demo investor, who has something of everything. */
const rest = [
  '/maturities',
  '/network',
  '/history?tab=bonus',
  '/operations',
  '/copytrade',
  '/primevault',
  '/primezord',
];

for (const look of looks) {
  test(`[B7] every other screen of an investor, a receipt, register and recovery: ${look.theme}, ${look.language}`, async ({
    page,
    request,
  }) => {
    const token = await logInAsDemo(request);
    const statement = await request.get('/api/statement?limit=1', { headers: { authorization: token } });
    await wear(page, look);
    for (const address of ['/auth/register', '/auth/recover']) {
      await page.goto(address);
      await settle(page);
      await inspect(page);
    }
    await page.evaluate(`localStorage.setItem('token', '${token}')`);
    for (const address of rest) {
      await page.goto(address);
      await settle(page);
      await inspect(page);
    }
    const [{ Id }] = await statement.json();
    await page.goto(`/history?tab=statement&receipt=${Id}`);
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    await inspectDialog(page);
  });
}

async function invest(investor: Investor): Promise<void> {
  await investor.bring(1000);
  await investor.open(300, 60);
  await investor.open(100, 30);
}

async function wear(page: Page, { theme, language }: (typeof looks)[number]): Promise<void> {
  await page.addInitScript(
    `localStorage.setItem('theme', '${theme}'); localStorage.setItem('language', '${language}');
    window.refused = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, sourceFile }) =>
      window.refused.push([effectiveDirective, sample, sourceFile].join(' ')));`,
  );
}

/** Waits until the page is rendered and nothing is still loading. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Counts finite animations only; a step that pulses while it waits never stops. */
const stillMoving = `document.getAnimations().filter((one) =>
  one.playState === 'running' && one.effect.getTiming().iterations !== Infinity).length`;

async function inspectDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  // Colours are measured once the sheet has come to rest.
  await expect.poll(() => page.evaluate(stillMoving)).toBe(0);
  await inspect(page);
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const report = `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`;

/**
 * Buttons with one name that are not one button, on the page or in the dialog on top of it; links with one name that lead to different
 * places, but for those that their row or their navigation tells apart. A dialog's cross does what a button to close it does. In Persian,
 * names without a Persian letter, the library's.
 */
const misnamed = `(() => {
  const top = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
  const named = [...top.querySelectorAll('button, summary, a[href], [role="spinbutton"], [role="slider"]')].flatMap((element) => {
    const own = element.ariaLabel ?? (element.textContent.trim() || element.title);
    const name = [own, ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) =>
      document.getElementById(id) === element ? '' : document.getElementById(id)?.textContent ?? '')].join(' ').trim();
    const isSaid = element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden="true"]');
    return isSaid && !element.matches('[role="dialog"] h2 + button') ? [{ element, name }] : [];
  });
  const isTold = ({ element }) => element.matches('a') && element.closest('tr, [role="row"], li, nav');
  const kinds = Map.groupBy(named.filter((each) => !isTold(each)), ({ element, name }) => element.localName + ' ' + name);
  const shared = [...kinds].filter(([, all]) => new Set(all.map(({ element }) => element.href ?? element)).size > 1);
  const foreign = document.documentElement.lang === 'fa'
    ? named.flatMap(({ element }) => [element.ariaLabel, element.ariaValueText])
        .filter((said) => said && /[a-z]/i.test(said) && !/\\p{Script=Arabic}/u.test(said))
    : [];
  return [...shared.map(([name, all]) => all.length + ' × ' + name), ...foreign];
})()`;

async function inspect(page: Page): Promise<void> {
  expect(await page.evaluate('window.refused'), 'what the content security policy refused').toEqual([]);
  expect(await page.evaluate(misnamed), 'buttons that share a name, and names in English').toEqual([]);
  await loadAxe(page);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    // A target half under the bar on top would count as too small.
    await page.evaluate('scrollTo(0, 0)');
    expect(await page.evaluate(report), `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => page.evaluate(beyond), { message: 'pixels beyond 320' }).toBe(0);
  await page.setViewportSize({ width: 1440, height: 800 });
}
