import type { Page } from '@playwright/test';
import { expect, type Investor, test } from './installation/investor.ts';
import { browseInTheOldest } from './installation/oldest-browser.ts';
import { choose } from './installation/choose.ts';

const day = 24 * 60 * 60_000;

async function logIn(page: Page, investor: Investor): Promise<void> {
  await page.goto('/auth/login');
  await fillIn(page, investor);
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function fillIn(page: Page, { email, password }: Investor): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ACESSAR' }).click();
}

async function openHistory(page: Page, tab: string): Promise<void> {
  await page.getByRole('complementary').getByRole('link', { name: 'Histórico' }).click();
  await page.getByRole('link', { name: tab, exact: true }).click();
}

async function filterAndPage(page: Page): Promise<void> {
  await openHistory(page, 'Stakes');
  const rows = page.getByRole('row').filter({ hasText: 'US$ 50,00' });
  await expect(rows.first()).toContainText('Em andamento');
  let isNextAsked = false;
  page.on('request', (request) => (isNextAsked ||= /\/api\/stakes\?.*after=/.test(request.url())));
  const scroll = async () => {
    await page.mouse.wheel(0, 20_000);
    if (!isNextAsked) await page.getByRole('button', { name: 'Mostrar mais' }).click({ timeout: 2_000 });
    return isNextAsked;
  };
  await expect(async () => expect(await scroll()).toBe(true)).toPass();
  await page.mouse.wheel(0, -100_000);
  const end = page.getByRole('group', { name: 'Até' }).getByRole('spinbutton').first();
  await end.click();
  const filtered = page.waitForRequest((request) => /\/api\/stakes\?.*end=2021-02-04/.test(request.url()));
  await page.keyboard.type('03022021');
  await filtered;
  await expect(rows).toHaveCount(0);
}

async function openStake(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Nova Stake' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: 'US$ 100', exact: true }));
  await dialog.getByRole('button', { name: 'Aplicar US$ 100,00' }).click();
  await expect(page.getByText('Stake criada com sucesso!')).toBeVisible();
}

/** The deposit is booked, and its answer lost; confirmed again, it is the same. */
async function depositOnce(page: Page): Promise<void> {
  await page.route('**/api/deposit', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.route('**/api/intents/**', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Trazer da Corretora' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Trazer da Corretora' });
  await choose(dialog.getByRole('radio', { name: 'Tether (USDT)' }));
  await dialog.getByRole('textbox').fill('500');
  await dialog.getByRole('button', { name: 'Trazer US$ 500,00' }).click();
  const question = page.getByRole('group', { name: 'Um pedido ficou sem resposta' });
  await expect(question).toContainText('US$ 500,00');
  await page.unrouteAll();
  // It is asked after by itself from time to time, and whenever the dialog opens.
  const done = page.getByText('O pedido foi feito, uma única vez.');
  await done.waitFor({ timeout: 5_000 }).catch(() => closeAndOpen(page));
  await expect(done).toBeVisible();
  await page.getByRole('button', { name: 'Entendi' }).click();
}

async function goThrough(page: Page, investor: Investor): Promise<void> {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await investor.bring(4000);
  for (let n = 0; n < 55; n += 1) await investor.open(50, 30);
  await logIn(page, investor);
  await expect(page.getByRole('banner').getByText('US$ 1.250,00')).toBeVisible();
  await filterAndPage(page);
  await openStake(page);
  await expect(page.getByRole('banner').getByText('US$ 1.150,00')).toBeVisible();
  await depositOnce(page);
  await expect(page.getByRole('banner').getByText('US$ 1.650,00')).toBeVisible();
  expect(errors).toEqual([]);
}

async function closeAndOpen(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).first().click();
  await page.getByRole('link', { name: 'Trazer da Corretora' }).first().click();
}

for (const [name, days] of [
  ['at 2020', (Date.parse('2020-01-01T12:00:00Z') - Date.now()) / day],
  ['forty days ahead', 40],
] as const) {
  test(`[L13] with a clock that stands ${name}, in the oldest supported browser: login, list, stake, deposit`, async ({
    page,
    investor,
  }) => {
    await browseInTheOldest(page);
    await page.clock.setSystemTime(Date.now() + days * day);
    await goThrough(page, investor);
  });
}

/** Storage of every kind refused, a zone without a name, and a translator that translates whatever is shown once the application is there. */
const hostile = `
  for (const where of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, where, { get() { throw new DOMException('denied', 'SecurityError'); } });
  delete window.Temporal;
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
  };
  setInterval(() => {
    if (document.querySelector('#root[data-shell]')) return;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const place = text.parentElement;
      if (text.data.trim() === '' || !place || place.closest('font, script, style, title, option, svg, [translate=no]')) continue;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstChild.textContent = text.data;
      text.replaceWith(font);
    }
  }, 100);`;

test('[L13] with storage refused, a zone without a name and the page translated, the balance follows, days are right, and a reload asks to log in again and leads on', async ({
  page,
  investor,
}) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await browseInTheOldest(page);
  await page.addInitScript(`{${hostile}}`);
  await logIn(page, investor);
  const balance = (amount: string) => expect(page.getByRole('banner').getByText(amount)).toBeVisible();
  await balance('US$ 0,00');
  await investor.bring(200);
  await balance('US$ 200,00');
  await openHistory(page, 'Stakes');
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/login/);
  await fillIn(page, investor);
  await expect(page).toHaveURL(/\/history\?tab=stakes$/);
  await balance('US$ 200,00');
  await openStake(page);
  await balance('US$ 100,00');
  await openHistory(page, 'Stakes');
  const today = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  await expect(page.getByRole('row').filter({ hasText: 'US$ 100,00' })).toContainText(today);
  expect(await page.locator('font font').count()).toBeGreaterThan(10);
  expect(errors).toEqual([]);
});

test('[L13] seven tabs of one browser all load, and share one event stream', async ({ context, investor }) => {
  await context.addInitScript(`localStorage.setItem('token', '${investor.token}')`);
  let streams = 0;
  context.on('request', (request) => (streams += request.url().endsWith('/api/events') ? 1 : 0));
  const tabs = [];
  for (let n = 0; n < 7; n += 1) {
    const tab = await context.newPage();
    await tab.goto('/dashboard');
    await expect(tab.getByRole('banner').getByText('US$ 0,00')).toBeVisible();
    tabs.push(tab);
  }
  await investor.bring(100);
  for (const tab of tabs) await expect(tab.getByRole('banner').getByText('US$ 100,00')).toBeVisible();
  await tabs[0]?.close();
  await investor.bring(100);
  for (const tab of tabs.slice(1)) await expect(tab.getByRole('banner').getByText('US$ 200,00')).toBeVisible();
  expect(streams).toBeLessThanOrEqual(3);
});
