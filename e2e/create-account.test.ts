import { randomBytes } from 'node:crypto';
import { expect, test } from './installation/investor.ts';
import { linkMailed } from './installation/outbox.ts';

test('[A7] a friend follows an affiliate link, creates an account, confirms the address and joins the network', async ({
  page,
  request,
  investor,
}) => {
  const { Code } = await (await request.get('/api/user', { headers: { authorization: investor.token } })).json();
  const email = `bruno-${randomBytes(6).readUIntBE(0, 6)}@journeys.example`;
  await page.goto(`/auth/register?ref=${Code}`);
  await expect(page.getByLabel('Código de indicação (opcional)')).toHaveValue(Code);

  await page.getByRole('button', { name: 'CRIAR CONTA' }).click();
  await expect(page.getByText('Aceite os termos de uso para continuar.')).toBeVisible();
  await page.getByLabel('Nome completo').fill('Bruno Lima');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Telefone').fill('(21) 99876-5432');
  await page.getByRole('group', { name: 'Data de nascimento' }).getByRole('spinbutton').first().click();
  await page.keyboard.type('03111988');
  await page.getByLabel('Senha', { exact: true }).fill('123456789');
  await page.getByText('Ler os termos de uso').click();
  await expect(page.getByRole('heading', { name: 'Riscos' })).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'CRIAR CONTA' }).click();
  await expect(page.getByText('Esta senha é muito comum.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Bruno Lima');
  await page.getByLabel('Senha', { exact: true }).fill('capivara no telhado');
  await page.getByRole('button', { name: 'CRIAR CONTA' }).click();

  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, \u2068Bruno Lima\u2069');
  const notice = page.getByText('Confirme seu e-mail para poder sacar.', { exact: false });
  await expect(notice).toBeVisible();
  await linkMailed(email, 'confirm');
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(page.getByText('Link enviado para', { exact: false })).toBeVisible();

  await page.goto(await linkMailed(email, 'confirm', 2));
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(page.getByText('E-mail confirmado.')).toBeVisible();
  await expect(notice).toBeHidden();
});

test(
  '[A7] the emailed link also confirms without a session, and an invalid one says so',
  { tag: '@desk' },
  async ({ page, investor }) => {
    const link = await linkMailed(investor.email, 'confirm');
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await expect(page.getByRole('heading', { name: 'E-mail confirmado' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/confirm$/);
    await page.goto(`/auth/confirm?token=${'A'.repeat(43)}`);
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  },
);
