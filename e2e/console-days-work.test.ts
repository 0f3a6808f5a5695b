import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { testAsSaver as test } from './installation/saver.ts';
import { inspect, joinConsole } from './installation/staff.ts';
import { approve, findCustomer, isAskedFor } from './installation/two-people.ts';

test('[R6] two people approve a waiting withdrawal from the list of transfers', async ({ browser, page, saver }) => {
  test.slow();
  // Above the daily limit, so it waits.
  await saver.bring(9000);
  const uuid = await saver.uuid();
  const asked = await page.request.post('/api/withdraw', {
    headers: { authorization: saver.token, 'idempotency-key': randomUUID(), 'device-token': saver.device },
    data: { amount: 6000, user: uuid, currency: 'usdt' },
  });
  expect(asked.status()).toBe(201);
  const [maker, decider] = [
    await joinConsole(browser, 'payments', 'Paula Reis'),
    await joinConsole(browser, 'payments', 'Pedro Luz'),
  ];
  await maker.page.getByRole('link', { name: 'Transferências', exact: true }).click();
  await maker.page.getByText('Esperam aprovação', { exact: true }).click();
  await maker.page.getByLabel('Cliente').fill(uuid);
  await maker.page.getByRole('button', { name: 'Buscar' }).click();
  const waiting = maker.page.getByRole('row').filter({ hasText: 'Espera aprovação' }).getByRole('link');
  // Others' wait as well, until the list is the customer's.
  await expect(waiting).toHaveCount(1);
  await waiting.click();
  await expect(maker.page.getByText('5.880,00 USDT')).toBeVisible();
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Aprovar o saque' }).click();
  await maker.page.getByLabel('Motivo').fill(`falei com ${saver.email}`);
  await maker.page.getByRole('button', { name: 'Aprovar o saque' }).click();
  await isAskedFor(maker.page);
  await approve(decider, `falei com ${saver.email}`);
  await expect
    .poll(async () => {
      const report = await page.request.get('/report/5', { headers: { authorization: saver.token } });
      return ((await report.json()) as { Status: string }[])[0]?.Status;
    })
    .toBe('complete');
});

test('[R6] [R8] from Today a waiting withdrawal takes two clicks of each of the two people', async ({
  browser,
  page,
  saver,
}) => {
  test.slow();
  await saver.bring(9000);
  const asked = await page.request.post('/api/withdraw', {
    headers: { authorization: saver.token, 'idempotency-key': randomUUID(), 'device-token': saver.device },
    data: { amount: 6000, user: await saver.uuid(), currency: 'usdt' },
  });
  expect(asked.status()).toBe(201);
  const { Id: id } = (await asked.json()) as { Id: string };
  const [maker, decider] = [
    await joinConsole(browser, 'payments', 'Paula Reis'),
    await joinConsole(browser, 'payments', 'Pedro Luz'),
  ];
  await inspect(maker.page);
  await maker.page.locator(`a[href*="${id}"]`).click();
  await expect(maker.page.getByRole('dialog').getByText('Passa do limite de 24 horas do cliente')).toBeVisible();
  await maker.page.getByLabel('Motivo').fill(`falei com ${saver.email}`);
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Aprovar o saque' }).click();
  await expect(maker.page.getByText('Aguarda que outra pessoa concorde')).toBeVisible();

  await decider.page.reload();
  await expect(decider.page.getByRole('link', { name: /^Aprovações \d/ })).toBeVisible();
  await expect(decider.page.getByText('Nada está atrasado e nada está errado.')).toHaveCount(0);
  await inspect(decider.page);
  await decider.page
    .getByRole('main')
    .getByRole('link', { name: /Pagar US\$.6\.000,00/ })
    .last()
    .click();
  await expect(decider.page.getByRole('dialog')).toContainText(/Espera porque: limite de 24 horas do cliente/);
  await decider.page.getByLabel('Motivo').fill('conferido');
  await inspect(decider.page);
  await decider.page.getByRole('dialog').getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect(decider.page.getByRole('dialog').getByText('Feito', { exact: true })).toBeVisible();
});

test('[R6] a customer is found and frozen, and two people correct their address', async ({ browser, page, saver }) => {
  const [maker, decider] = [
    await joinConsole(browser, 'support', 'Sara Dias'),
    await joinConsole(browser, 'support', 'Saulo Melo'),
  ];
  await findCustomer(maker.page, saver.email);
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Congelar', exact: true }).click();
  await maker.page.getByLabel('Horas (1 a 24)').fill('2');
  await maker.page.getByLabel('Motivo').fill('celular roubado');
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Congelar' }).click();
  await maker.page.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(maker.page.getByText('Conta congelada desde')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText(/congelada/i).first()).toBeVisible();

  const corrected = `nova-${saver.email}`;
  const reason = `documento de ${saver.email}`;
  await maker.page.getByRole('button', { name: 'Corrigir e-mail' }).click();
  await maker.page.getByLabel('Novo e-mail').fill(corrected);
  await maker.page.getByLabel('Motivo').fill(reason);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Corrigir e-mail' }).click();
  await isAskedFor(maker.page);
  await approve(decider, reason);
  for (const tab of ['Congelamentos', 'Pedidos']) {
    await maker.page.getByRole('radio', { name: tab, exact: true }).click();
    await expect(maker.page.getByRole('table', { name: tab })).toBeVisible();
    await inspect(maker.page);
  }
  await expect(maker.page.getByRole('row').filter({ hasText: 'Corrigir e-mail' })).toContainText('Feito');
});

test('[R6] a deposit is found in the ledger and reversed by two people, and the customer is notified', async ({
  browser,
  page,
  saver,
}) => {
  await saver.bring(120);
  const [maker, decider] = [
    await joinConsole(browser, 'payments', 'Paula Reis'),
    await joinConsole(browser, 'treasury', 'Tito Braga'),
  ];
  await maker.page.getByRole('link', { name: 'Livro-razão' }).click();
  await maker.page.getByLabel('Cliente').fill(saver.email);
  await maker.page.getByRole('button', { name: 'Buscar' }).click();
  await expect(maker.page.getByRole('row')).toHaveCount(2);
  await inspect(maker.page);
  await maker.page.getByRole('link', { name: 'Depósito liquidado' }).click();
  await expect(maker.page.getByText('Recalculado: certo')).toBeVisible();
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Estornar' }).click();
  await maker.page.getByLabel('Motivo').fill(`creditado a outra pessoa ${saver.email}`);
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Estornar' }).click();
  await isAskedFor(maker.page);
  await approve(decider, `creditado a outra pessoa ${saver.email}`);
  await expect.poll(() => saver.balance()).toBe(0);
  await maker.page.reload();
  await expect(maker.page.getByText('Estornado por')).toBeVisible();
  await page.goto('/dashboard');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Avisos/ })
    .click();
  await expect(page.getByText(`creditado a outra pessoa ${saver.email}`, { exact: false })).toBeVisible();
});

test('[R6] two people withdraw from the treasury, and the day is exported as a file', async ({ browser }) => {
  const [maker, decider] = [
    await joinConsole(browser, 'treasury', 'Tânia Rosa'),
    await joinConsole(browser, 'treasury', 'Tito Braga'),
  ];
  const reason = `não é preciso ${Date.now()}`;
  await maker.page.getByRole('link', { name: 'Tesouraria' }).click();
  await maker.page.getByRole('button', { name: 'Retirar dinheiro' }).click();
  await maker.page.getByRole('dialog').getByLabel('Valor').fill('10,50');
  await maker.page.getByLabel('Motivo').fill(reason);
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Retirar dinheiro' }).click();
  await isAskedFor(maker.page);
  await approve(decider, reason);
  await maker.page.getByRole('link', { name: 'Relatórios' }).click();
  await expect(maker.page.getByText('Devido a clientes').first()).toBeVisible();
  await inspect(maker.page);
  await maker.page.getByText('Devido dia a dia').click();
  await expect(maker.page.getByRole('table', { name: 'Devido dia a dia' })).toBeVisible();
  await maker.page.getByText('Arquivos', { exact: true }).click();
  await maker.page.getByRole('button', { name: 'Gerar um arquivo' }).click();
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Gerar um arquivo' }).click();
  await expect(maker.page.getByText('O arquivo está pronto')).toBeVisible();
  await maker.page.getByRole('button', { name: 'Fechar' }).last().click();
  await inspect(maker.page);
  const file = maker.page.waitForEvent('download');
  await maker.page
    .getByRole('row')
    .filter({ hasText: 'Tânia Rosa' })
    .first()
    .getByRole('link', { name: 'Baixar' })
    .click();
  expect((await file).suggestedFilename()).toMatch(/^accounts-.*\.csv$/);
});

test("[R3] an admin changes somebody's role, and another admin approves it", async ({ browser }) => {
  const [maker, decider] = [
    await joinConsole(browser, 'admin', 'Ada Pires'),
    await joinConsole(browser, 'admin', 'Alan Cruz'),
  ];
  const name = `Nina ${Date.now() % 100_000}`;
  const changed = await joinConsole(browser, 'support', name);
  await maker.page.getByRole('link', { name: 'Equipe' }).first().click();
  await maker.page.getByRole('button', { name: `Alterar \u2068${name}\u2069` }).click();
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Mudar o papel' }).click();
  await maker.page.getByLabel('Papel', { exact: true }).selectOption('compliance');
  await maker.page.getByLabel('Motivo').fill(`muda de equipe ${name}`);
  await maker.page.getByRole('button', { name: 'Mudar o papel' }).click();
  await isAskedFor(maker.page);
  await approve(decider, `muda de equipe ${name}`);
  await changed.page.reload();
  await expect(changed.page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
});

test('[R6] [R7] two people create a promotional code: who decides reads its terms, not its command', async ({
  browser,
}) => {
  test.slow();
  const [maker, decider] = [
    await joinConsole(browser, 'desk', 'Nara Lima'),
    await joinConsole(browser, 'desk', 'Rui Sá'),
  ];
  const { page } = maker;
  const code = `MESA-${Date.now()}`;
  await page.getByRole('link', { name: 'Códigos' }).click();
  await page.getByRole('button', { name: 'Criar código' }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, typed] of [
    ['Código', code.toLowerCase()],
    ['Pontos', '2,5'],
    ['A partir de', '500'],
    ['Usos permitidos', '10'],
    ['Usos por cliente', '1'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(typed);
  for (const [label, typed] of [
    ['Primeiro dia', '01012030'],
    ['Último dia', '31012030'],
  ] as const) {
    await dialog.getByRole('group', { name: label }).getByRole('spinbutton').first().click();
    await page.keyboard.type(typed);
  }
  await dialog.getByLabel('Motivo').fill(`campanha ${code}`);
  await inspect(page);
  await dialog.getByRole('button', { name: 'Criar código' }).click();
  await isAskedFor(page);
  await decider.page.getByRole('link', { name: 'Aprovações' }).click();
  await decider.page.getByRole('row').filter({ hasText: code }).getByRole('link').click();
  await expect(decider.page.getByRole('dialog')).toContainText(
    /\+2,5 p\.p\. .* a partir de US\$.500,00, de 1 de jan\. de 2030 a 31 de jan\. de 2030/,
  );
  await decider.page.getByRole('button', { name: 'Fechar' }).last().click();
  await approve(decider, `campanha ${code}`);
  await page.getByRole('button', { name: `Encerrar ${code}` }).click();
  await dialog.getByLabel('Motivo').fill('fim da campanha');
  await dialog.getByRole('button', { name: 'Encerrar código' }).click();
  await expect(dialog).toContainText(`${code} terminou.`);
});
