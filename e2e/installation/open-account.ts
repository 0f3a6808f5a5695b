import { expect, type Page } from '@playwright/test';

/** Opens the menu of the account: before the application is there, a press leads to the profile instead. */
export async function openAccount(page: Page): Promise<void> {
  await expect(page.locator('#root:not([data-shell])')).toBeVisible();
  await page.getByRole('button', { name: 'Sua conta' }).click();
}
