import { randomBytes } from 'node:crypto';
import { expect, type Locator, test } from '@playwright/test';

// Runs with animations enabled.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/**
 * A new visitor's path from the login page to the first stake. Every click is counted, including those that focus a field; typing is not.
 * Seven to register and seven more: the stake begins with no amount (S3), so it is chosen.
 */
const mostClicks = 14;

test('[G1] leads from the login page to the first stake in the sandbox in few clicks', async ({ page }) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const type = async (field: Locator, text: string) => {
    await click(field);
    await page.keyboard.type(text);
  };
  await page.goto('/auth/login');
  const begun = Date.now();
  await click(page.getByRole('link', { name: 'Criar conta' }));
  await expect(page.getByLabel('Nome completo')).toBeFocused();
  await page.keyboard.type('Caio Prado');
  await type(page.getByLabel('E-mail'), `caio-${randomBytes(6).readUIntBE(0, 6)}@journeys.example`);
  await type(page.getByLabel('Telefone'), '+5511987654321');
  await type(page.getByRole('group', { name: 'Data de nascimento' }).getByRole('spinbutton').first(), '03111988');
  await type(page.getByLabel('Senha', { exact: true }), 'capivara no telhado');
  await click(page.getByRole('checkbox'));
  await click(page.getByRole('button', { name: 'CRIAR CONTA' }));

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Comece em dois passos' })).toBeVisible();
  await expect(main.getByRole('status').filter({ hasText: '→' })).toHaveText('US$ 100,00 por 30 dias → US$ 110,00');
  await expect(main.getByText('Seus números')).toHaveCount(0);
  await click(main.getByRole('button', { name: 'Trazer da Corretora' }));
  const deposit = page.getByRole('dialog', { name: 'Trazer da Corretora' });
  await click(deposit.getByRole('button', { name: 'Trazer US$ 100,00' }));
  await click(deposit.getByRole('button', { name: 'Nova Stake' }));

  const stake = page.getByRole('dialog', { name: 'Nova Stake' });
  await click(stake.getByRole('checkbox'));
  await click(stake.getByRole('button', { name: 'Continuar' }));
  await click(stake.getByRole('radio', { name: 'US$ 100', exact: true }));
  await click(stake.getByRole('button', { name: 'Aplicar US$ 100,00' }));
  await expect(page.getByText('Stake criada com sucesso!')).toBeVisible();
  console.log(`from the login page to the first stake: ${clicks} clicks, ${(Date.now() - begun) / 1000} s`);
  expect(clicks).toBeLessThanOrEqual(mostClicks);
  // From now on the figures are worth showing, and the products are a link away.
  await expect(page.getByRole('region', { name: 'Seus números' })).toBeVisible();
  await page.getByRole('link', { name: 'Produtos' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByRole('table', { name: 'Produtos lado a lado' }).getByRole('row')).toHaveCount(5);
});
