import { expect, type Locator, type Page } from '@playwright/test';
import { testInside as testUnconfirmed } from './installation/investor.ts';
import { runLastro } from './installation/run-lastro.ts';
import { type Saver, testAsSaver as test } from './installation/saver.ts';

async function openDialog(page: Page): Promise<Locator> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Sacar' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Solicitar Saque' });
  await expect(dialog.getByRole('textbox')).toBeVisible();
  return dialog;
}

async function ask(dialog: Locator, typed: string, confirm: string): Promise<void> {
  await dialog.locator('label').filter({ hasText: 'Tether (USDT)' }).click();
  await dialog.getByRole('textbox').fill(typed);
  await dialog.getByRole('button', { name: confirm }).click();
}

/** Returns the id of the customer's only withdrawal. */
async function waitingId(page: Page, { token }: Saver): Promise<string> {
  const answer = await page.request.get('/report/5', { headers: { authorization: token } });
  return ((await answer.json()) as { Id: string }[])[0]?.Id ?? '';
}

test('[F1] [F2] [F4] a withdrawal shows fee, rate and the amount that arrives before the confirm, then arrives', async ({
  page,
  saver,
}) => {
  await saver.bring(500);
  const dialog = await openDialog(page);
  expect(new URL(page.url()).search).toBe('?dialog=withdraw');
  await expect(dialog.getByText('US$ 1 = R$').first()).toBeVisible();
  await dialog.locator('label').filter({ hasText: 'Tether (USDT)' }).click();
  await dialog.getByRole('textbox').fill('150');
  await expect(dialog.getByText('US$ 3,00')).toBeVisible();
  await expect(dialog.getByText('147,00 USDT')).toBeVisible();
  await expect(dialog.getByText('US$ 350,00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  await expect(page.getByText('Saque realizado com sucesso!')).toBeVisible();
  await expect(dialog.getByText('147,00 USDT na sua conta da corretora.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('banner').getByText('US$ 350,00')).toBeVisible();
});

test('[F2] a withdrawal in reais is free and pays at the low rate', { tag: '@desk' }, async ({ page, saver }) => {
  await saver.bring(100);
  await page.goto('/stake?dialog=withdraw&subject=100');
  const dialog = page.getByRole('dialog', { name: 'Solicitar Saque' });
  await expect(dialog.getByText('Sem taxa')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sacar US$ 100,00' }).click();
  await expect(dialog.getByText(/R\$\s5\d\d,\d\d na sua conta da corretora\./)).toBeVisible();
  expect(await saver.balance()).toBe(0);
});

test('[F6] a withdrawal over the limit waits until an operator approves it', async ({ page, saver }) => {
  test.slow();
  await saver.bring(9000);
  const dialog = await openDialog(page);
  await dialog.getByRole('textbox').fill('6000');
  await expect(dialog.getByText(/^Até US\$\s5\.000,00 em 24 horas sai sem aprovação/)).toBeVisible();
  await ask(dialog, '6000', 'Sacar US$ 6.000,00');
  await expect(dialog.getByText('aguarda a aprovação da nossa equipe', { exact: false })).toBeVisible();
  expect(await saver.balance()).toBe(3000);
  await runLastro('withdrawals', 'approve', await waitingId(page, saver));
  await expect(dialog.getByText('5.880,00 USDT na sua conta da corretora.')).toBeVisible();
  expect(await saver.balance()).toBe(3000);
});

test(
  '[F6] a refusal by the operator returns the money, and the customer reads why',
  { tag: '@desk' },
  async ({ page, saver }) => {
    test.slow();
    await saver.bring(9000);
    const dialog = await openDialog(page);
    await ask(dialog, '6000', 'Sacar US$ 6.000,00');
    await expect(dialog.getByText('aguarda a aprovação da nossa equipe', { exact: false })).toBeVisible();
    await runLastro('withdrawals', 'refuse', await waitingId(page, saver), '--reason', 'fale com o suporte');
    await expect(
      dialog.getByText('Nossa equipe não aprovou este saque: \u2068fale com o suporte\u2069.'),
    ).toBeVisible();
    await expect(page.getByRole('banner').getByText('US$ 9.000,00')).toBeVisible();
  },
);

test(
  '[F4] after a reload the page shows what is under way, and what it waits for',
  { tag: '@desk' },
  async ({ page, saver }) => {
    test.slow();
    await saver.bring(9000);
    await ask(await openDialog(page), '6000', 'Sacar US$ 6.000,00');
    await expect(page.getByText('aguarda a aprovação da nossa equipe', { exact: false })).toBeVisible();
    await page.reload();
    const waiting = page.getByText(/Saque de US\$\s6\.000,00 pedido em .* aguarda a aprovação/);
    await expect(waiting).toBeVisible();
  },
);

test('[F4] an amount above the balance cannot be requested', { tag: '@desk' }, async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByRole('textbox').fill('10');
  await expect(dialog.getByText('É mais do que você tem disponível.')).toBeVisible();
});

testUnconfirmed('[A7] without a confirmed address it says what to do', { tag: '@desk' }, async ({ page, investor }) => {
  await page.goto('/dashboard?dialog=withdraw');
  const dialog = page.getByRole('dialog', { name: 'Solicitar Saque' });
  await expect(dialog.getByText('saques só saem depois que o seu e-mail é confirmado', { exact: false })).toBeVisible();
  await expect(dialog.getByText(investor.email)).toBeVisible();
});
