import { test as base } from '@playwright/test';

/** Every browser context that a test opened is closed at its end: pages that stay open go on asking and drawing beside the tests after it. */
export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
