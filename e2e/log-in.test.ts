import { expect, test } from './installation/investor.ts';
import { openAccount } from './installation/open-account.ts';

test('[A1] without a token every address leads to the login; with one, to the dashboard', async ({
  page,
  investor,
}) => {
  for (const address of ['/', '/stake', '/404', '/nowhere']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/auth\/login$/);
  }
  await page.getByLabel('E-mail').fill(investor.email);
  await page.getByLabel('Senha', { exact: true }).fill(investor.password);
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const address of ['/', '/nowhere', '/auth/login']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test('[A1] a link that was opened before the login leads there after it, also after a reload and at a phishing address nowhere else', async ({
  page,
  baseURL,
  investor,
}) => {
  const logIn = async (): Promise<void> => {
    await expect(page).toHaveURL(/\/auth\/login$/);
    await page.getByLabel('E-mail').fill(investor.email);
    await page.getByLabel('Senha', { exact: true }).fill(investor.password);
    await page.getByRole('button', { name: 'ACESSAR' }).click();
  };
  await page.goto('/history?tab=stakes&start=2026-01-01');
  await page.reload();
  await logIn();
  await expect(page).toHaveURL(`${baseURL}/history?tab=stakes&start=2026-01-01`);
  await expect(
    page.getByRole('link', { name: 'Stakes', exact: true }).and(page.locator('[aria-current]')),
  ).toBeVisible();

  await page.evaluate('localStorage.clear()');
  await page.goto(`${baseURL}//elsewhere.example/dashboard`);
  await logIn();
  await expect(page).toHaveURL(`${baseURL}/dashboard`);
});

test('[A3] a wrong password shows Credenciais inválidas, an empty form Preencha todos os campos.', async ({
  page,
  investor,
}) => {
  await page.goto('/auth/login');
  await expect(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  await expect(page.getByText('Preencha todos os campos.')).toBeVisible();
  await page.getByLabel('E-mail').fill(investor.email);
  await page.getByLabel('Senha', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  await expect(page.getByText('Credenciais inválidas')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test('[A6] a session starts at 4 horas e 58 minutos, and [A5] logging out ends it for good', async ({
  page,
  request,
  investor,
}) => {
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(investor.email);
  await page.getByLabel('Senha', { exact: true }).fill(investor.password);
  await page.getByLabel('Senha', { exact: true }).press('Enter');
  await expect(page.getByText('4 horas e 58 minutos')).toBeVisible();
  const token = String(await page.evaluate(`localStorage.getItem('token')`));
  await openAccount(page);
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  const ask = async () => (await request.get('/api/user', { headers: { authorization: token } })).status();
  await expect.poll(ask).toBe(401);
});
