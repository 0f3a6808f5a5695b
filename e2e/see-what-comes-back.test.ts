import ICAL from 'ical.js';
import { expect, testInside as test } from './installation/investor.ts';

test('[B7] [G2] an investor sees when a stake matures, exports it to a calendar, and reads the same in Persian', async ({
  page,
  investor,
  request,
}) => {
  await investor.bring(500);
  await investor.open(300, 60);
  await page.goto('/dashboard');
  // The next maturity, with its date and the days until then.
  const next = page.getByRole('main').getByRole('link', { name: /voltam, em 60 dias$/ });
  await expect(next).toHaveText(/^\d{1,2} de [a-z]{3}\.( de \d{4})?: .?US\$\s375,00.? voltam/);
  await expect(next).toHaveAttribute('href', '/maturities');
  await page.getByRole('link', { name: 'Quando o dinheiro volta' }).click();
  await expect(page).toHaveURL(/\/maturities$/);
  await expect(page.getByRole('figure')).toContainText(
    /Um valor volta até .* valor aplicado de US\$\s300,00 e US\$\s75,00 de lucro/,
  );
  const row = page.getByRole('table', { name: 'Próximos vencimentos' }).getByRole('row').nth(1);
  await expect(row).toContainText(/US\$\s375,00/);

  await page.getByRole('button', { name: 'Criar link' }).click();
  const address = await page.getByRole('group', { name: 'Link do calendário' }).innerText();
  const feed = () => request.get(new URL(address).pathname);
  const events = new ICAL.Component(ICAL.parse(await (await feed()).text())).getAllSubcomponents('vevent');
  expect(events.map((event) => String(event.getFirstPropertyValue('summary')))).toEqual([
    expect.stringMatching(/^Stake: US\$\s375,00 de volta$/),
  ]);
  await page.reload();
  await expect(page.getByText('Há um link ativo desde')).toBeVisible();
  await expect(page.getByText(address)).toHaveCount(0);
  await page.getByRole('button', { name: 'Desativar o link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar o link' }).click();
  await expect(page.getByRole('button', { name: 'Criar link' })).toBeVisible();
  expect((await feed()).status()).toBe(404);

  await page.getByLabel('Idioma').first().selectOption('fa');
  await expect(page.getByRole('heading', { level: 1, name: 'سررسیدها' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'سررسیدهای پیش رو' }).getByRole('row').nth(1)).toContainText('$۳۷۵٫۰۰');
});
