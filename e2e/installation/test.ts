import { test as base } from '@playwright/test';

/** Closes every browser context that a test opened: pages that stay open keep requesting and rendering during later tests. */
export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
