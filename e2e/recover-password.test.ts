import { expect, test } from './installation/investor.ts';
import { linkMailed, mailsTo } from './installation/outbox.ts';

test('[A8] a forgotten password is reset by email, once, and every earlier session ends', async ({
  page,
  request,
  investor,
}) => {
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(page.getByRole('heading', { name: 'Recupere sua senha' })).toBeVisible();
  await page.getByLabel('E-mail').fill(investor.email);
  await page.getByRole('button', { name: 'ENVIAR LINK' }).click();
  await expect(page.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible();

  const link = await linkMailed(investor.email, 'reset');
  await page.goto(link);
  await expect(page).toHaveURL(/\/auth\/reset$/);
  await page.getByLabel('Nova senha', { exact: true }).fill('jabuti na varanda');
  await page.getByLabel('Repita a nova senha').fill('jabuti na varanda');
  await page.getByRole('button', { name: 'SALVAR SENHA' }).click();
  await expect(page.getByRole('heading', { name: 'Senha trocada' })).toBeVisible();

  const before = await request.get('/api/user', { headers: { authorization: investor.token } });
  expect(before.status()).toBe(401);
  await expect.poll(async () => (await mailsTo(investor.email, 'password-changed')).length).toBe(1);

  await page.getByRole('link', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
  await page.getByLabel('E-mail').fill(investor.email);
  await page.getByLabel('Senha', { exact: true }).fill(investor.password);
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  await expect(page.getByText('Credenciais inválidas')).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill('jabuti na varanda');
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto(link);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Sair e criar a senha' }).click();
  await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

test(
  '[A8] for an address without an account the page says the same, and sends no email',
  { tag: '@desk' },
  async ({ page, investor }) => {
    const email = `nobody-${investor.email}`;
    await page.goto('/auth/recover');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'ENVIAR LINK' }).click();
    await expect(page.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible();
    // The next request is processed later: once its email has been sent, this one's would have been too.
    await page.getByRole('button', { name: 'Pedir de novo' }).click();
    await expect(page.getByRole('heading', { name: 'Recupere sua senha' })).toBeVisible();
    await page.getByLabel('E-mail').fill(investor.email);
    await page.getByRole('button', { name: 'ENVIAR LINK' }).click();
    await linkMailed(investor.email, 'reset');
    expect(await mailsTo(email, 'reset')).toEqual([]);
  },
);
