import { expect, testInside as test } from './installation/investor.ts';

test('[D1] a total leads down to the transfers behind it, and the browser recounts it', async ({
  page,
  investor,
  browser,
}) => {
  await investor.bring(500);
  await investor.open(300, 60);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Seu patrimônio: por que este número' }).click();
  const verdict = page.getByRole('main').getByRole('status').first();
  await expect(verdict).toContainText('Confere');
  await page.getByRole('link', { name: 'Em stakes', exact: true }).click();
  await expect(verdict).toContainText('Confere');
  await page.getByRole('link', { name: 'Valor nas stakes' }).click();
  await expect(verdict).toContainText('1 registro');
  await page.getByRole('link', { name: 'Ver a posição' }).click();
  await expect(page.getByRole('heading', { name: 'Lucro desta stake' })).toBeVisible();
  await expect(verdict).toContainText('Confere');
  await expect(page.getByRole('row').filter({ hasText: 'de tesouraria para lucro separado' })).toContainText('75,00');
  const address = page.url();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByRole('heading', { name: 'Valor nas stakes' })).toBeVisible();

  // Another customer, at the same address.
  const stranger = await browser.newPage();
  const registered = await stranger.request.post('/auth/register', {
    data: {
      name: 'Eva Lima',
      email: `eva-${investor.email}`,
      phone: '+5511987654321',
      birth: '1990-05-17',
      password: investor.password,
      terms: true,
    },
  });
  const { token } = await registered.json();
  await stranger.addInitScript(`localStorage.setItem('token', '${token}')`);
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'Não há nada neste endereço' })).toBeVisible();
  await stranger.close();
});

test("[B7] [D1] on a phone in Persian a stake's figure is explained, right to left", async ({ page, investor }) => {
  await investor.bring(500);
  await investor.open(300, 60);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(`localStorage.setItem('language', 'fa')`);
  await page.goto('/stake');
  await page.getByRole('link', { name: 'این عدد از کجا آمده است' }).click();
  await expect(page.getByRole('heading', { name: 'سود این استیک' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('درست است');
  await expect(page.getByRole('main')).toContainText('از ۶۰ روز');
  expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
    true,
  );
});
