import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { withFingerprint } from './installation/fingerprint.ts';
import { testInside as test } from './installation/investor.ts';
import { inspect, joinConsole, password } from './installation/staff.ts';

test('[R6] [R3] evidence is attached to a case and taken again as it was, and a passkey of one’s own is added, named, used and removed', async ({
  browser,
  investor,
}) => {
  test.setTimeout(180_000);
  const person = await joinConsole(browser, 'compliance', 'Nara Lima');
  const { page } = person;
  const dialog = page.getByRole('dialog').last();

  // Passkeys are bound to a host name.
  const { port } = new URL(page.url());
  const cookies = await page.context().cookies();
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: 'localhost' })));
  const about = { command: 'case open', params: { customer: investor.email, reason: 'uma denúncia' } };
  const opened = await page.request.post(`http://localhost:${port}/console/commands`, {
    headers: { console: '1' },
    data: about,
  });
  const { Done } = (await opened.json()) as { Done: { Json: { case: string } } };
  await page.goto(`http://localhost:${port}/cases/${Done.Json.case}`);
  await expect(dialog.getByText('uma denúncia')).toBeVisible();
  const attach = async (name: string, said: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(said) });
  await attach('página.csv', '<!doctype html><script>alert(1)</script>\0');
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  const evidence = 'data,valor\n2026-12-01,10\n';
  await attach('extrato.csv', evidence);
  await expect(dialog.getByText('Anexado.')).toBeVisible();
  await expect(dialog.getByText('Arquivo anexado')).toBeVisible();
  await inspect(page);
  const taken = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'extrato.csv' }).click();
  expect(await readFile(await (await taken).path(), 'utf8')).toBe(evidence);
  await page.setViewportSize({ width: 360, height: 740 });
  await inspect(page);

  await withFingerprint(page);
  await page.goto(`http://localhost:${port}/`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Meu acesso' }).click();
  await expect(dialog.getByText('Aplicativo autenticador')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Remover/ })).toHaveCount(0);
  await inspect(page);
  await dialog.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  await dialog.getByLabel('Senha', { exact: true }).fill(password);
  await dialog.getByLabel('Código de seis dígitos').fill(await person.nextCode());
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByLabel('Nome da chave de acesso').fill('Celular da Nara');
  await inspect(page);
  await dialog.getByRole('button', { name: 'Criar uma chave de acesso' }).click();
  const remove = dialog.getByRole('button', { name: 'Remover \u2068Celular da Nara\u2069' });
  await expect(remove).toBeVisible();
  await inspect(page);
  await remove.click();
  await dialog.getByLabel('Senha', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Usar uma chave de acesso' }).click();
  await expect(page.getByText('Seus segundos fatores mudaram.').last()).toBeVisible();
  await expect(remove).toHaveCount(0);
});
