import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** The minified build that a site would load: less than half the size of the package's source build. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Provides `axe` in the page, loaded once per document. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(source);
}
