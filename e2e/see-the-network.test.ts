import { beDemo } from './installation/be-demo.ts';
import { expect, test } from './installation/investor.ts';

const headers = (token: string) => ({ authorization: token });

test('[W1] [W2] a referred member is found in the network by name, and the bonus on their stake is pending until it ends', async ({
  page,
  investor,
}) => {
  const read = async (token: string) => (await page.request.get('/api/user', { headers: headers(token) })).json();
  const bring = async (name: string, code: string): Promise<string> => {
    const details = {
      name,
      code,
      password: 'Capivara azul 42',
      phone: '+5511987654321',
      birth: '1990-05-17',
      terms: true,
    };
    const email = `${name.toLowerCase()}-${Date.now()}@journeys.example`;
    const answer = await page.request.post('/auth/register', { data: { ...details, email } });
    expect(answer.status()).toBe(201);
    return (await answer.json()).token;
  };
  const bia = await bring('Bianca', (await read(investor.token)).Code);
  await bring('Caetano', (await read(bia)).Code);

  await page.addInitScript(`localStorage.setItem('token', '${investor.token}')`);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Rede' }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Bianca').focus();
  await page.keyboard.press('ArrowRight');
  await expect(row('Caetano')).toHaveAttribute('aria-level', '2');

  await page.getByRole('searchbox').fill('caet');
  await expect(page).toHaveURL(/search=caet/);
  await expect(row('Bianca')).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('searchbox').fill('ninguém');
  await expect(page.getByText('Nenhum nó correspondente encontrado')).toBeVisible();

  const { Uuid } = await read(bia);
  await page.request.post('/api/deposit', {
    headers: headers(bia),
    data: { amount: 100, user: Uuid, currency: 'usdt' },
  });
  await expect.poll(async () => (await read(bia)).Balance).toBe(100);
  await page.request.post('/api/stake', { headers: headers(bia), data: { amount: 100, time_stake: 30 } });
  // The award is credited right after the stake is opened, not in the same transaction.
  const awards = async () => (await page.request.get('/report/2', { headers: headers(investor.token) })).json();
  await expect.poll(awards).toMatchObject([{ Source: 'Bianca', Total: 100, Percentage: 5, Value: 5 }]);
  expect((await read(investor.token)).Balance).toBe(0);
  await page.goto('/history?tab=bonus');
  await expect(page.getByText('Nível 1 · pendente: devido quando a posição terminar')).toBeVisible();
});

test('[W1] on a phone a member is a card that opens with a tap', async ({ page, request }) => {
  await beDemo(page, request);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/network');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Camila Duarte').getByRole('button').click();
  await expect(row('Tiago Ramos')).toContainText('tiago.ramos@sandbox.example');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});
