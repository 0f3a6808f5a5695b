import { readFile } from 'node:fs/promises';
import { expect, testInside as test } from './installation/investor.ts';
import { inspect, joinConsole, type Person } from './installation/staff.ts';

/** Has a second person approve the request that the maker's dialog has just made. */
async function agree(maker: Person, decider: Person): Promise<void> {
  await maker.page.getByRole('link', { name: 'Ver o pedido' }).click();
  await decider.page.goto(maker.page.url());
  await decider.page.getByLabel('Motivo').fill('conferido');
  await decider.page.getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect(decider.page.getByRole('dialog').getByText('Feito')).toBeVisible();
}

/** Opens the page of a customer found by email address. */
async function findCustomer({ page }: Person, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Clientes', exact: true }).click();
  await page.getByRole('searchbox').fill(email);
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('[R6] a customer requests a copy of their data, then erasure: two people carry it out, and no search finds them', async ({
  browser,
  page,
  investor,
}) => {
  const maker = await joinConsole(browser, 'compliance', 'Nara Lima');
  const decider = await joinConsole(browser, 'compliance', 'Rui Sá');
  await findCustomer(maker, investor.email);
  await maker.page.getByRole('button', { name: 'Anotar um pedido' }).click();
  await maker.page.getByLabel('O que pediu').selectOption('export');
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Anotar um pedido' }).click();
  await expect(
    maker.page.getByRole('dialog').getByText('entre os que esperam resposta', { exact: false }),
  ).toBeVisible();
  await maker.page.getByRole('dialog').last().getByRole('button', { name: 'Fechar' }).last().click();
  await maker.page.getByRole('button', { name: 'Cópia dos dados' }).click();
  await maker.page.getByLabel('Motivo').fill('pediu por e-mail');
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Cópia dos dados' }).click();
  const file = maker.page.waitForEvent('download');
  await maker.page.getByRole('dialog').getByRole('link', { name: 'Baixar o arquivo' }).click();
  const download = await file;
  expect(download.suggestedFilename()).toMatch(/^customer-.*\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  await maker.page.getByRole('dialog').last().getByRole('button', { name: 'Fechar' }).last().click();
  await page.goto('/notices');
  await expect(page.getByText('preparou uma cópia de tudo o que guardamos')).toBeVisible();

  await decider.page.goto(`${new URL(maker.page.url()).origin}/privacy`);
  const request = decider.page.getByRole('row').filter({ hasText: investor.name });
  await request.filter({ hasText: 'Ninguém ainda' }).getByRole('button', { name: 'Anotar a resposta' }).click();
  await decider.page.getByLabel('Resposta', { exact: true }).selectOption('done');
  await decider.page.getByLabel('Motivo').fill('entregue por e-mail');
  await inspect(decider.page);
  await decider.page.getByRole('dialog').getByRole('button', { name: 'Anotar a resposta' }).click();
  await decider.page.getByRole('dialog').last().getByRole('button', { name: 'Fechar' }).last().click();
  await expect(request.filter({ hasText: 'Atendido' })).toContainText('Rui Sá');
  await inspect(decider.page);

  await maker.page.getByRole('button', { name: 'Apagar' }).click();
  await maker.page.getByLabel('Fundamento').selectOption('asked');
  await maker.page.getByRole('dialog').getByLabel('Motivo').fill('pediu por e-mail');
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
  await agree(maker, decider);
  await decider.page.goto(`${new URL(decider.page.url()).origin}/privacy`);
  await expect(decider.page.getByRole('row').filter({ hasText: 'Exclusão' }).first()).toBeVisible();
  await inspect(decider.page);
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(investor.email);
  await page.getByLabel('Senha', { exact: true }).fill(investor.password);
  await page.getByRole('button', { name: 'ACESSAR' }).click();
  await expect(page.getByText('Credenciais inválidas')).toBeVisible();
});

test('[R6] a case about a customer is opened, noted, decided and closed', async ({ browser, investor }) => {
  const person = await joinConsole(browser, 'compliance', 'Nara Lima');
  const { page } = person;
  await findCustomer(person, investor.email);
  await page.getByRole('button', { name: 'Abrir um caso' }).click();
  await page.getByLabel('Motivo').fill('uma denúncia');
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir um caso' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByRole('link', { name: 'Casos', exact: true }).click();
  await page.getByText('Casos abertos').click();
  await page.getByRole('row').filter({ hasText: investor.name }).getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByText('uma denúncia')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Anotar' }).click();
  await page.getByLabel('Anotação').fill('falei com o cliente');
  await page.getByRole('dialog').getByRole('button', { name: 'Anotar' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('dialog').getByText('falei com o cliente')).toBeVisible();
  await page.getByRole('button', { name: 'Decidir' }).click();
  await page.getByLabel('Decisão', { exact: true }).selectOption('nothing');
  await page.getByLabel('Motivo').fill('nada de estranho');
  await inspect(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Decidir' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
  await page.getByLabel('Motivo').fill('está tudo certo');
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('dialog').getByText('está tudo certo')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: investor.email }).click();
  await page.getByRole('radio', { name: 'Casos', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Casos' }).getByRole('row')).toHaveCount(2);
  await inspect(page);
});

test('[R6] the customer reads an announcement in their own language, right to left in Persian', async ({
  browser,
  page,
}) => {
  const maker = await joinConsole(browser, 'desk', 'Nara Lima');
  const decider = await joinConsole(browser, 'desk', 'Rui Sá');
  const mark = String(Date.now() % 1_000_000);
  await page.goto('/profile');
  const chosen = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/preferences'),
  );
  await page.getByLabel('Idioma').first().selectOption('fa');
  await chosen;
  await maker.page.getByRole('link', { name: 'Comunicados', exact: true }).click();
  await maker.page.getByRole('button', { name: 'Novo comunicado' }).click();
  await maker.page.getByLabel('Para quem', { exact: true }).selectOption('all');
  await expect(maker.page.getByText(/seriam? avisados? agora/)).toBeVisible();
  await maker.page.getByLabel('Por e-mail').selectOption('wanted');
  await expect(maker.page.getByText(/e-mail seria enviado|receberiam? um e-mail/)).toBeVisible();
  for (const field of await maker.page.getByLabel(/^(Assunto|Texto) em (?!persa)/).all())
    await field.fill(`Paramos por dez minutos (${mark}).`);
  for (const field of await maker.page.getByLabel(/^(Assunto|Texto) em persa/).all())
    await field.fill(`ده دقیقه متوقف می‌شویم (${mark}).`);
  await maker.page.getByLabel('Link').fill('/stake');
  await maker.page.getByRole('button', { name: 'Enviar um teste para mim' }).click();
  await expect(maker.page.getByText('E-mails de teste a caminho do seu endereço')).toBeVisible();
  await maker.page.getByLabel('Motivo').fill('manutenção');
  await inspect(maker.page);
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Novo comunicado' }).click();
  await agree(maker, decider);
  await page.goto('/notices');
  const inPersian = page.getByText(`ده دقیقه متوقف می‌شویم (${mark}).`).first();
  await expect(inPersian).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await inPersian.click();
  await expect(page).toHaveURL(/\/stake/);
  await decider.page.goto(`${new URL(decider.page.url()).origin}/announcements`);
  await expect(
    decider.page.getByRole('row').filter({ hasText: mark }).getByText('Avisado', { exact: true }),
  ).toBeVisible();
  await inspect(decider.page);
  await decider.page.setViewportSize({ width: 360, height: 740 });
  await inspect(decider.page);
});
