import { expect, type Locator } from '@playwright/test';

/** Chooses a card, whose radio button is covered by its label. On a phone the sheet may still be on its way up: then it is tried again. */
export async function choose(radio: Locator): Promise<void> {
  await expect(() => radio.check({ force: true, timeout: 2_000 })).toPass();
}
