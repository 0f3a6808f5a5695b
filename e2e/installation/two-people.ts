import { expect, type Page } from '@playwright/test';
import { inspect, type Person } from './staff.ts';

/** Expects the request to wait for somebody else, and closes the dialog. */
export async function isAskedFor(page: Page): Promise<void> {
  await expect(page.getByText('Aguarda que outra pessoa concorde')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar' }).last().click();
}

/** Has another person find the request by its reason, approve it and see it done. */
export async function approve({ page }: Person, reason: string): Promise<void> {
  await page.getByRole('link', { name: 'Aprovações' }).click();
  await page.getByRole('row').filter({ hasText: reason }).getByRole('link').click();
  await page.getByLabel('Motivo').fill('conferido');
  await inspect(page);
  await page.getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Feito', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Fechar' }).last().click();
}

/** Finds a customer as telephone support does, and opens their page. */
export async function findCustomer(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Clientes' }).click();
  await page.getByLabel('Buscar cliente').fill(email);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Anotar', exact: true })).toBeVisible();
}
