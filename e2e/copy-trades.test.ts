import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Investor, testInside as test } from './installation/investor.ts';
import { runLastro } from './installation/run-lastro.ts';
import { choose } from './installation/choose.ts';

/** Opening and closing registrations affects everybody: these journeys run one after another, after all others. */
test.describe.configure({ mode: 'serial' });

async function readNow(page: Page, { token }: Investor): Promise<string> {
  const answer = await page.request.get('/api/user', { headers: { authorization: token } });
  return answer.headers()['business-time'] ?? '';
}

async function importFile(rows: string[], ...more: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lastro-feed-'));
  const file = join(folder, 'feed.csv');
  await writeFile(file, `${['opened,date,asset,pair,payout,reference', ...rows].join('\n')}\n`);
  await runLastro('operations', 'import', file, '--product', 'copytrade', ...more);
  await rm(folder, { recursive: true });
}

/** Imports an operation at the current business time, the way the operator does. */
async function importOperation(page: Page, investor: Investor, payout: string, asset: string): Promise<void> {
  const now = await readNow(page, investor);
  await importFile([[now, now, asset, 'EUR/USD', payout, `journey-${Date.now()}`].join(',')]);
}

const balanceLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Saldo|موجودی/ });

test('[C2] [B1] while registrations are closed, the page, the balance dialog and the server say so', async ({
  page,
  investor,
}) => {
  await investor.bring(100);
  await page.goto('/copytrade');
  const closed = 'Novos registros de copytrade estão fechados no momento.';
  await expect(page.getByText(closed)).toBeVisible();
  await balanceLink(page).click();
  await expect(page.getByRole('dialog').getByText(closed)).toBeVisible();
  await page.getByRole('button', { name: 'Entendi' }).click();
  const headers = { authorization: investor.token, 'accept-language': 'en' };
  const refused = await page.request.post('/api/copytrade', { headers, data: { amount: 100 } });
  expect([refused.status(), await refused.json()]).toEqual([
    409,
    { code: 'copytrade_closed', message: 'New copytrade registrations are currently closed.' },
  ]);
});

test('[C1] [C3] [H2] a copy is opened from the balance, wins on an operation, and is paid at maturity', async ({
  page,
  investor,
}) => {
  await runLastro('copytrade', 'open');
  await investor.bring(300);
  await page.goto('/dashboard');
  await balanceLink(page).click();
  const dialog = page.getByRole('dialog', { name: 'Novo Copytrade' });
  await dialog.getByRole('button', { name: 'Escolha um valor' }).click();
  await expect(dialog.getByRole('group', { name: 'Valor' })).toHaveAccessibleDescription(/^Selecione um valor/);
  await choose(dialog.getByRole('radio', { name: 'US$ 100', exact: true }));
  await dialog.getByRole('button', { name: 'Copiar com US$ 100,00' }).click();
  await expect(page.getByText('Copytrade criado com sucesso!')).toBeVisible();
  await expect(balanceLink(page)).toContainText('US$ 200,00');

  await importOperation(page, investor, '2.5', 'Forex');
  await page.getByRole('link', { name: 'Copytrade', exact: true }).first().click();
  const row = page.getByRole('row').filter({ hasText: 'US$ 100,00' });
  for (const said of ['Ativo', '+US$ 2,50', 'US$ 102,50']) await expect(row).toContainText(said);

  await page.getByRole('link', { name: 'Operações' }).first().click();
  const operation = page.getByRole('row').filter({ hasText: 'EUR/USD' });
  for (const said of ['Forex', '+2,50%', '+US$ 2,50']) await expect(operation).toContainText(said);
  await expect(operation).not.toContainText('sandbox');
  await page.goto('/operations?asset=Metals');
  await expect(page.getByText('Nenhuma operação com estes filtros.')).toBeVisible();
  await page.getByLabel('Ativo', { exact: true }).selectOption('');
  await expect(operation).toBeVisible();

  await runLastro('clock', 'forward', '30d');
  await page.goto('/copytrade');
  await expect(page.getByText('Um dos seus investimentos terminou e aguarda as últimas operações')).toBeVisible();
  await expect(row).toContainText('será paga quando as últimas operações forem conhecidas');
  await importFile([], '--complete-until', await readNow(page, investor));
  for (const said of ['Expirado', '+US$ 2,50', '100%']) await expect(row).toContainText(said);
  await expect(balanceLink(page)).toContainText('US$ 302,50');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Últimas cópias' })).toContainText('+US$ 2,50');
  await expect(page.getByRole('region', { name: 'Últimas operações' })).toContainText('EUR/USD');
  await runLastro('books', 'audit');
});

test('[C1] on a phone a copy is opened and loses on an operation', async ({ page, investor }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await investor.bring(50);
  await page.goto('/copytrade');
  await page.getByRole('button', { name: 'Novo Copytrade' }).click();
  await choose(page.getByRole('radio', { name: 'US$ 50', exact: true }));
  await page.getByRole('button', { name: 'Copiar com US$ 50,00' }).click();
  await expect(page.getByText('Copytrade criado com sucesso!')).toBeVisible();
  await importOperation(page, investor, '-10', 'Metals');
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'US$ 50,00' })).toContainText('-US$ 5,00');
  await page.goto('/operations');
  await expect(page.getByRole('row').filter({ hasText: 'Metais' })).toContainText('-10,00%');
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
});

test('[C1] [G3] a licence for screen readers: its record before the confirm, the amount, the balance it leaves', async ({
  page,
  investor,
}) => {
  await investor.bring(300);
  await page.goto('/copytrade?dialog=new-copy');
  const dialog = page.getByRole('dialog', { name: 'Novo Copytrade' });
  await choose(dialog.getByRole('radio', { name: 'US$ 100', exact: true }));
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Novo Copytrade":
      - heading "Novo Copytrade" [level=2]
      - button "Fechar"
      - group "Valor"
      - definition: US$ 100,00
      - definition: US$ 200,00
      - region "Histórico das operações":
        - term: Últimos 30 dias
        - term: Últimos 90 dias
        - term: Pior queda
        - figure:
          - slider "Dia mostrado no gráfico"
      - button "Copiar com US$ 100,00"
  `);
});

test('[B7] [C1] in Persian a copy is opened right to left, with Persian digits', async ({ page, investor }) => {
  await investor.bring(50);
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto('/copytrade');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await balanceLink(page).click();
  const dialog = page.getByRole('dialog', { name: 'کپی‌ترید جدید' });
  await choose(dialog.getByRole('radio', { name: /^\P{Nd}*۵۰$/u }));
  await dialog.getByRole('button', { name: /۵۰/ }).click();
  await expect(page.getByText('کپی‌ترید با موفقیت ایجاد شد!')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '$۵۰٫۰۰' })).toContainText('فعال');
  await runLastro('copytrade', 'close', '--reason', 'a test');
  await page.reload();
  await expect(page.getByText('ثبت‌نام‌های جدید کپی‌ترید در حال حاضر بسته است.')).toBeVisible();
});
