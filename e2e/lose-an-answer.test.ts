import type { Page } from '@playwright/test';
import { expect, testInside as test } from './installation/investor.ts';
import { choose } from './installation/choose.ts';

/** Lets the server process the request but loses the answer on the way back. */
async function loseAnswersOf(page: Page, path: string): Promise<void> {
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

async function confirmStake(page: Page): Promise<void> {
  await page.goto('/dashboard?dialog=new-stake');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await choose(dialog.getByRole('radio', { name: 'US$ 100', exact: true }));
  await dialog.getByRole('button', { name: 'Aplicar US$ 100,00' }).click();
}

test('[L4] a lost answer, dialog closed, page reloaded, opened and confirmed again: exactly one stake', async ({
  page,
  investor,
}) => {
  await investor.bring(300);
  await loseAnswersOf(page, '**/api/stake');
  await page.route('**/api/intents/**', (route) => route.abort('internetdisconnected'));
  await confirmStake(page);
  const question = page.getByRole('group', { name: 'Um pedido ficou sem resposta' });
  await expect(question).toContainText('US$ 100,00');
  await page.getByRole('button', { name: 'Fechar' }).first().click();
  await page.unrouteAll();
  await page.goto('/stake');
  await page.reload();
  await page.goto('/stake?dialog=new-stake');
  await expect(question).toContainText('O pedido foi feito, uma única vez.');
  await page.getByRole('button', { name: 'Entendi' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Cancelar a stake de/ })).toHaveCount(1);
  await expect(page.getByRole('banner').getByText('US$ 200,00')).toBeVisible();
});

for (const [name, offMs] of [
  ['at 2020', new Date('2020-01-01T12:00:00Z').getTime() - Date.now()],
  ['forty days ahead', 40 * 24 * 60 * 60_000],
] as const) {
  test(`[L4] [L13] a clock that stood ${name} and is put right: the notice stays, and exactly one stake is made`, async ({
    page,
    investor,
  }) => {
    await investor.bring(300);
    await page.clock.setSystemTime(Date.now() + offMs);
    await loseAnswersOf(page, '**/api/stake');
    await page.route('**/api/intents/**', (route) => route.abort('internetdisconnected'));
    await confirmStake(page);
    const question = page.getByRole('group', { name: 'Um pedido ficou sem resposta' });
    await expect(question).toContainText('US$ 100,00');
    await page.unrouteAll();
    await page.clock.setSystemTime(Date.now());
    await page.goto('/stake?dialog=new-stake');
    await expect(question).toContainText('O pedido foi feito, uma única vez.');
    await page.getByRole('button', { name: 'Entendi' }).click();
    await page.goto('/stake');
    await expect(page.getByRole('button', { name: /^Cancelar a stake de/ })).toHaveCount(1);
    await expect(page.getByRole('banner').getByText('US$ 200,00')).toBeVisible();
  });
}

test('[L4] a request that never arrived is resent only when the customer asks, and once', async ({
  page,
  investor,
}) => {
  await investor.bring(300);
  await page.route('**/api/stake', (route) => route.abort('internetdisconnected'));
  await confirmStake(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('nada foi movimentado');
  await page.unrouteAll();
  await page.reload();
  await dialog.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(page.getByText('Stake criada com sucesso!')).toBeVisible();
  await page.goto('/stake');
  await expect(page.getByRole('button', { name: /^Cancelar a stake de/ })).toHaveCount(1);
});

test('[L4] an abandoned request does nothing, even if it arrives later', async ({ page, investor, request }) => {
  await investor.bring(300);
  let late: { headers: Record<string, string>; data: unknown } | undefined;
  await page.route('**/api/stake', (route) => {
    late = { headers: route.request().headers(), data: route.request().postDataJSON() };
    return route.abort('internetdisconnected');
  });
  await confirmStake(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Desistir' }).click();
  await expect(dialog).toContainText('Você desistiu do pedido');
  const { 'idempotency-key': key = '', authorization = '' } = late?.headers ?? {};
  const answer = await request.post('/api/stake', {
    headers: { 'idempotency-key': key, authorization },
    data: late?.data,
  });
  expect([key.length, answer.status()]).toEqual([36, 409]);
  await page.unrouteAll();
  await page.goto('/stake');
  await expect(page.getByRole('banner').getByText('US$ 300,00')).toBeVisible();
});
