import { expect } from '@playwright/test';
import { test } from './installation/test.ts';
import { inspect, joinByLink, joinConsole, signIn } from './installation/staff.ts';
import { go } from './installation/staff-keys.ts';

const demo = 'demo@lastro.example';

test('[R4] one person requests, cannot decide, another approves, and the action runs: in the browser, by people with roles', async ({
  browser,
}) => {
  const [maker, decider] = [
    await joinConsole(browser, 'desk', 'Nara Lima'),
    await joinConsole(browser, 'desk', 'Rui Sá'),
  ];
  await decider.page.getByRole('link', { name: 'Aprovações' }).click();
  const code = `J${Date.now() % 1_000_000}`;

  await maker.page.getByRole('link', { name: 'Todas as ações' }).click();
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Executar: Mudar uma configuração' }).click();
  await maker.page.getByLabel('Configuração', { exact: true }).selectOption('auth.registrations_per_hour');
  await maker.page.getByLabel('Novo valor').fill('1000000');
  const take = maker.page.getByRole('dialog').getByRole('button', { name: 'Mudar uma configuração' });
  await expect(take).toBeDisabled();
  await maker.page.getByLabel('Motivo').fill(`campanha ${code}`);
  await inspect(maker.page);
  await take.click();
  await expect(maker.page.getByText('Aguarda que outra pessoa concorde')).toBeVisible();
  await maker.page.getByRole('link', { name: 'Ver o pedido' }).click();
  await expect(maker.page.getByRole('button', { name: 'Retirar o pedido' })).toBeVisible();
  await expect(maker.page.getByRole('button', { name: 'Aprovar' })).toHaveCount(0);

  // Visible without interaction: it was requested while this page was open.
  const row = decider.page.getByRole('row').filter({ hasText: `campanha ${code}` });
  await expect(row.getByText('Aguarda você')).toBeVisible();
  await row.getByRole('link').click();
  await expect(decider.page.getByRole('dialog')).toContainText(/Mudar .+ → 1\.000\.000/);
  await decider.page.getByLabel('Motivo').fill('conferido');
  await inspect(decider.page);
  await decider.page.getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect(decider.page.getByRole('dialog').getByText('Feito', { exact: true })).toBeVisible();
  await expect(maker.page.getByRole('dialog').getByText('Feito', { exact: true })).toBeVisible();
});

test('[R3] an anonymous visitor sees the login, then the page they wanted; a role sees only its own actions', async ({
  browser,
}) => {
  const auditor = await joinByLink(browser, 'auditor', 'Iara Melo');
  const { page } = auditor;
  await go(page, 'l', 'Registro de ações');
  await page.getByLabel('Ação').fill('staff');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Convidar alguém' }).first()).toBeVisible();
  await inspect(page);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar em CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^actions-.*\.csv$/);

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  await inspect(page);
  await page.goto(`${new URL(page.url()).origin}/staff`);
  await signIn(auditor);
  await expect(page.getByRole('heading', { level: 1, name: 'Equipe' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: auditor.email })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Convidar alguém' })).toHaveCount(0);
  await inspect(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page);
});

test('[R3] the admin sends invitations, and can neither see nor change a customer', async ({ browser }) => {
  const { page } = await joinConsole(browser, 'admin', 'Olga Paz');
  await page.goto(`${new URL(page.url()).origin}/staff`);
  await page.getByRole('button', { name: 'Convidar alguém' }).click();
  const invited = `new-${Date.now()}@staff.example`;
  await page.getByLabel('E-mail').fill(invited);
  await page.getByLabel('Papel').selectOption('support');
  await page.getByLabel('Motivo').fill('começa na segunda');
  await inspect(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Convidar' }).click();
  await expect(page.getByText(/recebeu o convite|Aguarda que outra pessoa/)).toBeVisible();

  const refused = await page.evaluate(async (email) => {
    const answer = await fetch('/console/commands', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Console: '1' },
      body: JSON.stringify({ command: 'customer show', params: { customer: email } }),
    });
    return [answer.status, ((await answer.json()) as { code: string }).code];
  }, demo);
  expect(refused).toEqual([403, 'role_may_not']);
});
