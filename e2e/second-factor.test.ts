import { expect, type Page } from '@playwright/test';
import { openAuthenticatorApp } from './installation/authenticator-app.ts';
import { testAsSaver as test } from './installation/saver.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Adds an authenticator app in the profile and returns it. */
async function addApp(page: Page, password: string) {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Adicionar aplicativo' }).click();
  await dialog(page).getByLabel('Sua senha').fill(password);
  await dialog(page).getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog(page).getByRole('img', { name: 'Código QR com o segredo' })).toBeVisible();
  const app = openAuthenticatorApp((await dialog(page).locator('code').textContent()) ?? '');
  await dialog(page)
    .getByLabel('Código do aplicativo')
    .fill(await app.nextCode());
  await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
  await dialog(page).getByRole('button', { name: 'Guardei os códigos' }).click();
  await expect(page.getByText('10 restantes')).toBeVisible();
  return app;
}

test('[P2] [A2] [F4] an authenticator app is set up, logs in and authorises a withdrawal', async ({
  page,
  saver,
  browser,
}) => {
  test.slow();
  await saver.bring(500);
  const app = await addApp(page, saver.password);

  // Another browser, not logged in.
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(new URL('/auth/login', page.url()).href);
  await elsewhere.getByLabel('E-mail').fill(saver.email);
  await elsewhere.getByLabel('Senha', { exact: true }).fill(saver.password);
  await elsewhere.getByRole('button', { name: 'ACESSAR' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
  await elsewhere.getByLabel('Código do aplicativo').fill('000000');
  await elsewhere.getByRole('button', { name: 'Entrar' }).click();
  await expect(elsewhere.getByText('Não confere, ou já foi usado.', { exact: false })).toBeVisible();
  await elsewhere.getByLabel('Código do aplicativo').fill(await app.nextCode());
  await elsewhere.getByRole('button', { name: 'Entrar' }).click();
  await expect(elsewhere).toHaveURL(/\/dashboard$/);
  await elsewhere.context().close();

  // From the first browser: a withdrawal from a new one would wait for an operator.
  await page.goto('/dashboard?dialog=withdraw&subject=150');
  await dialog(page).locator('label').filter({ hasText: 'Tether (USDT)' }).click();
  await dialog(page).getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  await expect(dialog(page).getByText('Para sacar US$ 150,00, confirme com sua segunda chave.')).toBeVisible();
  expect(await saver.balance()).toBe(500);
  await dialog(page)
    .getByLabel('Código do aplicativo')
    .fill(await app.nextCode());
  await dialog(page).getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  // The second factor is new: for 24 hours an operator approves what leaves.
  await expect(dialog(page).getByText('aguarda a aprovação da nossa equipe', { exact: false })).toBeVisible();
  expect(await saver.balance()).toBe(350);
});

test('[L11] [S7] with a second factor a stake is left early only when it is shown', async ({
  page,
  saver,
  request,
}) => {
  test.slow();
  await saver.bring(300);
  const opened = await request.post('/api/stake', {
    headers: { authorization: saver.token, 'idempotency-key': crypto.randomUUID() },
    data: { amount: 300, time_stake: 30 },
  });
  expect(opened.status()).toBe(201);
  const app = await addApp(page, saver.password);
  await page.goto('/stake');
  await page.getByRole('button', { name: 'Cancelar a stake de US$ 300,00' }).click();
  await dialog(page).getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  await expect(
    dialog(page).getByText('Para cancelar e receber US$ 180,00, confirme com sua segunda chave.'),
  ).toBeVisible();
  expect(await saver.balance()).toBe(0);
  await dialog(page)
    .getByLabel('Código do aplicativo')
    .fill(await app.nextCode());
  await dialog(page).getByRole('button', { name: 'Cancelar e receber US$ 180,00' }).click();
  await expect(page.getByText('Stake cancelada com sucesso!')).toBeVisible();
  expect(await saver.balance()).toBe(180);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('[P2] the authenticator app of the same phone is opened: there is no picture for its camera', async ({
    page,
    saver,
  }) => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Adicionar aplicativo' }).click();
    await dialog(page).getByLabel('Sua senha').fill(saver.password);
    await dialog(page).getByRole('button', { name: 'Continuar' }).click();
    const link = dialog(page).getByRole('link', { name: 'Abrir no aplicativo deste aparelho' });
    await expect(link).toBeVisible();
    expect(await link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//);
    await expect(dialog(page).getByRole('img', { name: 'Código QR com o segredo' })).toBeHidden();
  });
});
