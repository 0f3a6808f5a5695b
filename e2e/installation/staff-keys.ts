import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the target has focus, but no more often than a person would. */
export async function tabTo(page: Page, target: Locator, most = 30): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.and(page.locator(':focus')).isVisible();
  for (let pressed = 0; pressed < most && !(await isThere()); pressed += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

export async function press(page: Page, target: Locator, most?: number): Promise<void> {
  await tabTo(page, target, most);
  await page.keyboard.press('Enter');
}

/** Opens a screen by `g` and the screen’s letter; pressed again, as a person would, if the page did not listen yet. */
export async function go(page: Page, letter: string, title: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 3_000 });
  }).toPass();
}
