import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { pathOf, wholeBrowser } from '../scripts/chromium.ts';
import { expect, testInside as test } from './installation/investor.ts';
import { loadAxe } from './installation/load-axe.ts';
import { openAccount } from './installation/open-account.ts';

/** In other tests nothing stands between the page and the network. */
test.use({ serviceWorkers: 'allow' });

const looks = [
  { theme: 'dark', language: 'pt-BR', title: 'Você está sem conexão', home: 'Olá, \u2068Ana Beatriz Figueiredo\u2069' },
  {
    theme: 'light',
    language: 'fa',
    title: 'اتصال اینترنت برقرار نیست',
    home: 'سلام، \u2068Ana Beatriz Figueiredo\u2069',
  },
];

for (const { theme, language, title, home } of looks) {
  test(`[B6] [B7] without a connection the page says so, shows no figure, and recovers automatically: ${theme}, ${language}`, async ({
    page,
    context,
    investor,
  }) => {
    await investor.bring(1234);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript(
      `localStorage.setItem('theme', '${theme}'); localStorage.setItem('language', '${language}');`,
    );
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(home);
    await underTheWorker(page);
    expect(await keptByTheWorker(page)).toEqual(expect.arrayContaining(['/offline.html']));

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'fa' ? 'rtl' : 'ltr');
    expect(await page.locator('body').innerText()).not.toMatch(/[\d۰-۹]/);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button').click();
    await expect(page.getByRole('status')).not.toBeEmpty();

    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(home);
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    const kept = await keptByTheWorker(page);
    expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual(['/offline.html']);
  });
}

test('an open page without a connection shows the age of its figures until it has refetched them', async ({
  page,
  context,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, \u2068Ana Beatriz Figueiredo\u2069');
  await underTheWorker(page);
  const banner = page.getByText('Sem conexão com o servidor.');
  await expect(banner).toHaveCount(0);
  await context.setOffline(true);
  await expect(banner).toHaveText(
    /^Sem conexão com o servidor\. Os valores na tela são de \d\d:\d\d e podem ter mudado\.$/,
  );
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
});

test('can be installed on a phone: name, icons of the stated sizes, shortcuts, and a discreet menu entry', async ({
  baseURL,
  investor,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'lastro-phone-'));
  const { args = [] } = test.info().project.use.launchOptions ?? {};
  // A separate browser: the others have no windows or only private ones, in which nothing can be installed.
  const executablePath = pathOf(wholeBrowser);
  const context = await chromium.launchPersistentContext(folder, { executablePath, args, locale: 'pt-BR' });
  try {
    const page = await context.newPage();
    await page.addInitScript(`localStorage.setItem('token', '${investor.token}')`);
    await page.goto(`${baseURL}/dashboard`);
    await underTheWorker(page);
    const session = await context.newCDPSession(page);
    await expect.poll(() => reasonsNotToInstall(session)).toEqual([]);
    const { errors, data = '{}' } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data);
    expect(manifest).toMatchObject({ name: 'Lastro', lang: 'pt-BR', start_url: '/dashboard', display: 'standalone' });
    for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(iconsOf)]) {
      expect(await measurePicture(page, src), src).toBe(sizes);
    }
    for (const { name, url } of manifest.shortcuts) {
      await page.goto(baseURL + url);
      await expect(page.getByRole('dialog'), name).toBeVisible();
    }
    await page.goto(`${baseURL}/dashboard`);
    await becomesTrue(page, 'window.installPrompt !== undefined');
    await openAccount(page);
    await expect(page.getByRole('button', { name: 'Instalar no aparelho' })).toBeVisible();
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});

async function underTheWorker(page: Page): Promise<void> {
  await becomesTrue(page, 'navigator.serviceWorker.controller !== null');
}

function becomesTrue(page: Page, what: string): Promise<void> {
  return expect.poll(() => page.evaluate(what), { message: what, intervals: [100] }).toBe(true);
}

/** The paths of everything cached on the device. */
function keptByTheWorker(page: Page): Promise<string[]> {
  return page.evaluate(`caches.keys()
    .then((names) => Promise.all(names.map(async (name) => (await caches.open(name)).keys())))
    .then((kept) => kept.flat().map(({ url }) => new URL(url).pathname))`);
}

async function violations(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    `axe.run(document).then(({ violations }) => violations.map(({ id, help }) => id + ': ' + help))`,
  );
}

async function reasonsNotToInstall(session: CDPSession): Promise<string[]> {
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  return installabilityErrors.map(({ errorId }) => errorId);
}

function iconsOf({ icons }: { icons: { src: string; sizes: string }[] }): { src: string; sizes: string }[] {
  return icons;
}

/** The size in the manifest's notation. */
function measurePicture(page: Page, address: string): Promise<string> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image.naturalWidth + 'x' + image.naturalHeight);
    image.onerror = () => reject(new Error('no picture'));
    image.src = '${address}';
  })`);
}
