import { expect } from '@playwright/test';
import { withFingerprint } from './installation/fingerprint.ts';
import { testAsSaver as test } from './installation/saver.ts';
import { openAccount } from './installation/open-account.ts';

/** Passkeys are bound to a host name: on this machine the installation of the journeys has one. */
test.use({ baseURL: `http://localhost:${process.env.JOURNEYS_PORT}` });

test('[P2] [A2] [F4] a passkey is created, logs in and authorises a withdrawal', async ({ page, saver }) => {
  test.slow();
  const dialog = page.getByRole('dialog');
  await saver.bring(200);
  await withFingerprint(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Adicionar passkey' }).click();
  await dialog.getByLabel('Sua senha').fill(saver.password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByLabel('Nome').fill('Celular da Bia');
  await dialog.getByRole('button', { name: 'Criar passkey' }).click();
  await dialog.getByRole('button', { name: 'Guardei os códigos' }).click();
  await expect(page.getByText('Celular da Bia')).toBeVisible();
  await expect(page.getByText('Sincronizada')).toBeVisible();

  await openAccount(page);
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByLabel('E-mail').fill(saver.email);
  await page.getByLabel('Senha', { exact: true }).fill(saver.password);
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.getByRole('link', { name: 'Sacar' }).filter({ visible: true }).click();
  await dialog.locator('label').filter({ hasText: 'Tether (USDT)' }).click();
  await dialog.getByRole('textbox').fill('100');
  await dialog.getByRole('button', { name: 'Sacar US$ 100,00' }).click();
  await expect(dialog.getByText('Para sacar US$ 100,00', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Sacar US$ 100,00' }).click();
  // The passkey is new: for 24 hours an operator approves what leaves.
  await expect(dialog.getByText('aguarda a aprovação da nossa equipe', { exact: false })).toBeVisible();
});
