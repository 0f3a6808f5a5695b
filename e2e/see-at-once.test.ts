import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, test, testInside } from './installation/investor.ts';
import { testAsSaver } from './installation/saver.ts';

const words = {
  'pt-BR': { heading: 'Identifique-se', title: 'Entrar · Lastro' },
  'en-US': { heading: 'Sign in', title: 'Sign in · Lastro' },
};

for (const [locale, { heading, title }] of Object.entries(words)) {
  test.describe(`a browser with locale ${locale} and scripts disabled`, () => {
    test.use({ locale, javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

    test(`[G7] [B6] [B7] shows the login from the HTML alone, in the reader's language and theme: ${locale}`, async ({
      page,
    }) => {
      await page.goto('/auth/login');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('input[type=email]')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', locale.startsWith('pt') ? 'pt-BR' : 'en');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(page).toHaveTitle(title);
      // If the form is submitted without a script, the typed values do not appear in the URL.
      await expect(page.locator('form')).toHaveAttribute('method', 'post');
    });

    test(`[G7] [B1] [B7] shows the dashboard's frame as well: ${locale}`, async ({ page }) => {
      await page.goto('/dashboard');
      await expect(page.locator('header').first()).toBeVisible();
      await expect(page.locator('main [aria-busy]').first()).toBeVisible();
    });
  });
}

/** Blocks script files, so that only what the page itself contains is visible. */
async function keepScriptsBack(page: Page): Promise<void> {
  await page.route('**/assets/*.js', () => undefined);
}

test('[G7] [B6] [B7] shows saved choices before any application file has arrived, right to left', async ({ page }) => {
  await page.addInitScript(`localStorage.setItem('theme', 'light'); localStorage.setItem('language', 'fa');`);
  await keepScriptsBack(page);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ورود به حساب');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

/** Keeps the application from loading until the returned function is called. */
async function holdApplication(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/first-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}

test('what is typed and submitted before the application has loaded is not lost', async ({ page, investor }) => {
  const letGo = await holdApplication(page);
  await page.goto('/auth/login', { waitUntil: 'commit' });
  await page.locator('input[type=email]').fill(investor.email);
  await page.locator('input[type=password]').fill(investor.password);
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  letGo();
  await expect(page).toHaveURL(/\/dashboard$/);
});

/** Collects what the browser logs while a page loads, and the page's layout shift. */
async function watch(page: Page): Promise<{ said: string[]; moved: () => Promise<number> }> {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log' && !message.text().includes('Service Worker')) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  await page.addInitScript(`window.moved = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.moved += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  return { said, moved: () => page.evaluate('window.moved') };
}

for (const language of ['pt-BR', 'en', 'es', 'zh-CN', 'fa']) {
  test(`the application takes over the login as it stands: no layout shift, no re-render, no duplicate fetch: ${language}`, async ({
    page,
  }) => {
    const { said, moved } = await watch(page);
    await page.addInitScript(`localStorage.setItem('language', '${language}')`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/auth/login?ref=ANA1', { waitUntil: 'commit' });
    const heading = await page.waitForSelector('html:not([data-placing]) h1');
    await page.waitForLoadState('networkidle');
    // If the root kept its own `lang`, it would not follow a later change of language.
    await expect(page.locator('#root:not([data-shell], [lang])')).toBeVisible();
    expect(await heading.evaluate((element) => element.isConnected)).toBe(true);
    expect(said).toEqual([]);
    await expect(page.getByRole('main').getByRole('link').last()).toHaveAttribute('href', '/auth/register?ref=ANA1');
    // A font of another width may be swapped in; a hundredth is far below what anybody sees.
    expect(await moved()).toBeLessThan(0.01);
  });
}

const presses = [
  { address: '/dashboard', name: 'Nova Stake', opens: 'Nova Stake' },
  { address: '/', name: 'Trazer da Corretora', opens: 'Trazer da Corretora' },
  { address: '/stake', name: 'Sacar', opens: 'Solicitar Saque' },
];

for (const { address, name, opens } of presses) {
  testInside(
    `[G7] what is pressed in the frame before it can answer is a link, and opens: ${address}`,
    async ({ page }) => {
      const letGo = await holdApplication(page);
      await page.goto(address, { waitUntil: 'commit' });
      await page.getByRole('banner').getByRole('link', { name }).click();
      await expect(page).toHaveURL(/\?dialog=/);
      letGo();
      await expect(page.getByRole('dialog', { name: opens })).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).first().click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(address === '/' ? /\/dashboard$/ : new RegExp(`${address}$`));
    },
  );
}

testInside('[G7] the account, pressed before the frame can answer, is shown', async ({ page }) => {
  const letGo = await holdApplication(page);
  await page.goto('/stake', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await expect(page).toHaveURL(/\/profile/);
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

testInside('[G7] a press that begins before the frame is drawn anew ends where it began', async ({ page }) => {
  const letGo = await holdApplication(page);
  await page.goto('/stake', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('link', { name: 'Sacar' }).hover();
  await page.mouse.down();
  letGo();
  await expect(page.locator('#root:not([data-shell])')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Solicitar Saque' })).toBeVisible();
});

testInside('[G7] [B7] a language that was chosen in the frame before it could answer is spoken', async ({ page }) => {
  const letGo = await holdApplication(page);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await page.getByRole('complementary').getByRole('combobox').selectOption('es');
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, \u2068Ana Beatriz Figueiredo\u2069');
  await expect(page.getByRole('complementary').getByRole('combobox')).toHaveValue('es');
});

async function expectRest(page: Page): Promise<void> {
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Buscar' }).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Avisos/ })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

for (const width of [360, 1440]) {
  testInside(
    `[D4] [D5] [G2] opened by a browser that knows nothing yet, the dashboard comes to rest by itself with all that belongs to it: ${width}`,
    async ({ page, investor }) => {
      await investor.bring(100);
      await investor.open(10, 30);
      await page.setViewportSize({ width, height: 780 });
      await expectRest(page);
    },
  );
}

testAsSaver(
  '[D4] [D5] [G1] so it does with nothing, with money and with a stake, where there is no address to confirm',
  async ({ page, saver }) => {
    await expectRest(page);
    await saver.bring(100);
    await expectRest(page);
    const headers = { authorization: saver.token, 'idempotency-key': randomUUID() };
    const answer = await page.request.post('/api/stake', { headers, data: { amount: 50, time_stake: 30 } });
    expect(answer.status()).toBe(201);
    await expectRest(page);
  },
);

for (const language of ['pt-BR', 'fa']) {
  testInside(
    `[G7] the frame around the dashboard is taken over as it stands, and answers at any moment: ${language}`,
    async ({ page, investor }) => {
      await investor.bring(100);
      const { said } = await watch(page);
      await page.addInitScript(`localStorage.setItem('language', '${language}')`);
      // As slow as a cheap phone, so that the press happens in the middle of the takeover.
      const slow = await page.context().newCDPSession(page);
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await page.goto('/dashboard', { waitUntil: 'commit' });
      const account = await page.waitForSelector('html:not([data-placing]) header button[aria-expanded]');
      await page.waitForSelector('#root:not([data-shell])');
      await account.dispatchEvent('click');
      expect(await account.evaluate((button) => button.isConnected)).toBe(true);
      expect(await account.getAttribute('aria-expanded')).toBe('true');
      expect(said).toEqual([]);
    },
  );
}

/** The amount's position in its card, to the pixel; the notice about confirming the address may have appeared above the card. */
function placeInCard(amount: Locator): Promise<unknown> {
  return amount.evaluate(`(element) => {
    const [at, card] = [element, element.closest('section')].map((one) => one.getBoundingClientRect());
    return [at.x - card.x, at.y - card.y, at.height].map(Math.round);
  }`);
}

testInside(
  '[G7] [D1] what there is in all stands there before there is an application, as it stands after',
  async ({ page, investor }) => {
    await investor.bring(1234.5);
    const { said, moved } = await watch(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const letGo = await holdApplication(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    const early = page.locator('[data-early="total"]');
    await expect(early).toHaveText('US$\u00a01.234,50');
    const before = await placeInCard(early.locator('span span'));
    letGo();
    const total = page.getByRole('main').getByRole('link', { name: 'US$ 1.234,50' }).first();
    await expect(total).toBeVisible();
    await expect(early).toHaveCount(0);
    expect(await placeInCard(total.locator('span').first())).toEqual(before);
    expect(said).toEqual([]);
    expect(await moved()).toBeLessThan(0.001);
  },
);

testInside('the figures are asked for before there is an application, each once', async ({ page, investor }) => {
  await investor.bring(100);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  await page.goto('/dashboard');
  await expect(page.getByRole('banner').getByText('US$ 100,00')).toBeVisible();
  await expect.poll(() => page.evaluate('[...window.earlyAnswers.keys()]')).toEqual([]);
  const reads = asked.filter((path) => path.startsWith('/api/'));
  expect(reads.filter((path, at) => reads.indexOf(path) !== at)).toEqual([]);
});
