import { expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { runLastro } from './installation/run-lastro.ts';
import { testAsSaver as test } from './installation/saver.ts';
import { inspect, joinConsole } from './installation/staff.ts';
import { approve, isAskedFor } from './installation/two-people.ts';

test('[R6] two people settle a transfer with a lost answer on evidence, and the remaining break is resolved with a note', async ({
  browser,
  page,
  saver,
}) => {
  const [maker, decider] = [
    await joinConsole(browser, 'payments', 'Paula Reis'),
    await joinConsole(browser, 'payments', 'Pedro Luz'),
  ];
  // Nothing that is sent arrives, and no error is reported.
  await runLastro('brokerage', 'fault', 'reset_before', '--times', '1000');
  const uuid = await saver.uuid();
  const asked = await page.request.post('/api/deposit', {
    headers: { authorization: saver.token, 'idempotency-key': randomUUID() },
    data: { amount: 80, user: uuid, currency: 'usdt' },
  });
  const { Id } = (await asked.json()) as { Id: string };
  await maker.page.getByRole('link', { name: 'Transferências' }).click();
  await maker.page.getByText('Desconhecidas', { exact: true }).click();
  await maker.page.getByLabel('Cliente').fill(uuid);
  // Every search is recorded for the person searching, so nothing is refetched automatically; repeat it until the answer is given up, and
  // the transfer is not just being asked after.
  const lost = maker.page.getByRole('row').filter({ hasText: 'Desconhecida' }).getByRole('link');
  const shown = maker.page.getByRole('dialog');
  await expect(async () => {
    if (await shown.isVisible()) await shown.getByRole('button', { name: 'Fechar' }).last().click();
    await maker.page.getByRole('button', { name: 'Buscar' }).click();
    await lost.click({ timeout: 2_000 });
    await expect(maker.page.getByText('Não se sabe o que aconteceu')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Liquidar à mão' }).click();
  await maker.page.getByLabel('Evidência').fill(`extrato da corretora, ${Id}`);
  await maker.page.getByLabel('Motivo').fill(`o cliente mostrou ${Id}`);
  await inspect(maker.page);
  await maker.page.getByRole('button', { name: 'Liquidar à mão' }).click();
  await isAskedFor(maker.page);
  await approve(decider, `o cliente mostrou ${Id}`);
  await expect.poll(() => saver.balance()).toBe(80);

  // The transfer is open on top of the list.
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
  await maker.page.getByRole('link', { name: 'Conciliação' }).click();
  const broken = maker.page.getByRole('row').filter({ hasText: Id });
  await expect(broken).toContainText('Não está no livro deles');
  await inspect(maker.page);
  await broken.getByRole('button', { name: 'Resolver' }).click();
  await maker.page.getByLabel('O que foi apurado').fill('a corretora lança amanhã');
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Resolver' }).click();
  await maker.page.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(broken).toContainText('Resolvida');
  await expect(broken).toContainText('a corretora lança amanhã');
});
