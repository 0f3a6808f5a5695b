import type { BrowserContext, Page } from '@playwright/test';
import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';
import { openAccount } from './installation/open-account.ts';

/** Pretends that the session of this browser's first token ends in that many seconds; later ones end when the server says. */
async function endSoon(context: BrowserContext, page: Page, seconds: number): Promise<void> {
  const first = String(await page.evaluate(`localStorage.getItem('token')`));
  const ends = new Date(Date.now() + seconds * 1000).toISOString();
  await context.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const isFirst = route.request().headers()['authorization'] === first;
    if (!isFirst || !answer.ok()) return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: { ...(await answer.json()), SessionExpires: ends } });
  });
}

const tokenOf = (page: Page) => page.evaluate(`localStorage.getItem('token')`);
const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Sua sessão vai terminar' });

async function openBoth(context: BrowserContext, page: Page, address: string): Promise<Page> {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana');
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByRole('dialog').getByLabel('Valor em dólares')).toBeVisible();
  return other;
}

test.describe('@desk two tabs of one browser', () => {
  test('[G5] the end is announced in both tabs; renewing in one keeps the other going with its typed text', async ({
    page,
    context,
    investor,
    request,
  }) => {
    const other = await openBoth(context, page, '/dashboard?dialog=deposit');
    const before = String(await tokenOf(page));
    const amount = other.getByRole('dialog').getByLabel('Valor em dólares');
    await amount.fill('75,50');
    await endSoon(context, page, 110);
    await Promise.all([page.reload(), other.reload()]);
    await expect(asked(other)).toBeVisible();
    await expect(asked(page)).toContainText(/termina em/);
    await asked(page).getByLabel('Senha', { exact: true }).fill('not this one');
    await page.keyboard.press('Enter');
    await expect(asked(page).getByRole('alert')).toContainText('senha');
    await asked(page).getByLabel('Senha', { exact: true }).fill(investor.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Você continua conectado.')).toBeVisible();
    await expect(asked(other)).toHaveCount(0);
    await expect(amount).toHaveValue('75,50');
    await amount.fill('76,00');
    for (const tab of [page, other]) expect(await tokenOf(tab)).not.toBe(before);
    const status = async (token: unknown) =>
      (await request.get('/api/user', { headers: { authorization: String(token) } })).status();
    expect([await status(before), await status(await tokenOf(other))]).toEqual([401, 200]);
    await expect(page.getByText('4 horas e 58 minutos').first()).toBeVisible();
  });

  test('[G5] logging in again after the session ended restores each tab, with its dialog and typed text', async ({
    page,
    context,
    investor,
    request,
  }) => {
    const other = await openBoth(context, page, '/stake?dialog=deposit');
    const amount = other.getByRole('dialog').getByLabel('Valor em dólares');
    await amount.fill('12,34');
    await request.post('/auth/logout', { headers: { authorization: String(await tokenOf(page)) } });
    await expect(other).toHaveURL(/\/auth\/login$/);
    await expect(page).toHaveURL(/\/auth\/login$/);
    await expect(page.getByText('Sua sessão foi encerrada.', { exact: false })).toBeVisible();
    await page.getByLabel('E-mail').fill(investor.email);
    await page.getByLabel('Senha', { exact: true }).fill(investor.password);
    await page.getByRole('button', { name: 'ACESSAR' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(other).toHaveURL(/\/stake\?dialog=deposit$/);
    await expect(amount).toHaveValue('12,34');
  });

  test('[G5] [B6] [B7] language, theme, money and logout apply to both', async ({ page, context }) => {
    const other = await openBoth(context, page, '/stake?dialog=deposit');
    await other.getByRole('dialog').getByLabel('Valor em dólares').fill('5,00');
    await openAccount(page);
    await page.getByRole('button', { name: 'Usar tema claro' }).click();
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.keyboard.press('Escape');
    await page.getByLabel('Idioma').first().selectOption('fa');
    await expect(other.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.getByLabel('زبان').first().selectOption('pt-BR');
    await expect(other.getByRole('dialog', { name: 'Trazer da Corretora' })).toBeVisible();
    await expect(other.getByRole('dialog').getByLabel('Valor em dólares')).toHaveValue('5,00');

    await page.goto('/dashboard?dialog=deposit');
    const bringing = page.getByRole('dialog', { name: 'Trazer da Corretora' });
    await bringing.getByLabel('Valor em dólares').fill('150,00');
    await bringing.getByRole('button', { name: 'Trazer US$ 150,00' }).click();
    await expect(page.getByText('Depósito realizado com sucesso!')).toBeVisible();
    // Visible behind its dialog, which stays open.
    await expect(other.locator('aside').first()).toContainText('US$ 150,00', { timeout: 60_000 });
    await page.keyboard.press('Escape');

    await openAccount(page);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(other).toHaveURL(/\/auth\/login$/);
    expect(await other.evaluate(`Object.keys(sessionStorage).filter((name) => name.startsWith('typed:'))`)).toEqual([]);
  });

  test("[G5] logging in to one logs in to the other; a stake opened in one appears in the other's list, with the new balance", async ({
    page,
    context,
    investor,
  }) => {
    await investor.bring(100);
    await page.goto('/dashboard');
    await openAccount(page);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL(/\/auth\/login$/);
    const other = await context.newPage();
    await other.goto('/auth/login');
    await page.getByLabel('E-mail').fill(investor.email);
    await page.getByLabel('Senha', { exact: true }).fill(investor.password);
    await page.getByRole('button', { name: 'ACESSAR' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(other).toHaveURL(/\/dashboard$/);
    await other.getByRole('complementary').getByRole('link', { name: 'Stake', exact: true }).click();
    await expect(other.getByText('Você ainda não tem stakes.', { exact: false })).toBeVisible();

    await page.goto('/dashboard?dialog=new-stake');
    const stake = page.getByRole('dialog', { name: 'Nova Stake' });
    await stake.getByRole('checkbox').check();
    await stake.getByRole('button', { name: 'Continuar' }).click();
    await choose(stake.getByRole('radio', { name: 'US$ 60', exact: true }));
    await stake.getByRole('button', { name: 'Aplicar US$ 60,00' }).click();
    await expect(page.getByText('Stake criada com sucesso!')).toBeVisible();
    await expect(other.getByRole('table').getByRole('row').nth(1)).toContainText('US$ 60,00');
    await expect(other.getByRole('banner')).toContainText('US$ 40,00');
  });

  test('[G5] dialogs survive a reload with their typed text; closing one discards it', async ({ page }) => {
    await page.goto('/dashboard?dialog=new-stake');
    const stake = page.getByRole('dialog', { name: 'Nova Stake' });
    await stake.getByRole('checkbox').check();
    await stake.getByRole('button', { name: 'Continuar' }).click();
    await choose(stake.getByRole('radio', { name: 'US$ 20', exact: true }));
    await page.reload();
    await expect(stake.getByRole('radio', { name: 'US$ 20', exact: true })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(stake).toHaveCount(0);
    await page.goto('/dashboard?dialog=new-stake');
    await expect(stake.getByRole('checkbox')).not.toBeChecked();
    await page.goto('/dashboard?dialog=deposit');
    const amount = page.getByRole('dialog').getByLabel('Valor em dólares');
    await amount.fill('33,00');
    await page.reload();
    await expect(amount).toHaveValue('33,00');
    await page.goto('/dashboard');
    // The application discards the draft, so wait for it to load.
    await expect(page.locator('#root')).not.toHaveAttribute('data-shell');
    await page.goto('/dashboard?dialog=deposit');
    await expect(amount).toHaveValue('');
  });
});
