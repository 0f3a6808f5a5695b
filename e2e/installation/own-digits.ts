import { expect, type Page } from '@playwright/test';

/** Text on the page with Latin digits in it, without what is written so in every language: codes, and what people typed. */
const found = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const latin = [];
  while (texts.nextNode()) {
    const { parentElement: place, data } = texts.currentNode;
    const isAnybodys = place.closest('code, pre, bdi, script, style, [dir="ltr"], [dir="auto"]');
    // What somebody typed is isolated inside a sentence; a word with Latin letters is written alike in every language.
    const own = data.replaceAll(/\u2068[^\u2069]*\u2069|[^ ]*[A-Za-z][^ ]*/g, '');
    if (/[0-9]/.test(own) && !isAnybodys && place.checkVisibility()) latin.push(data.trim());
  }
  return latin;
})()`;

/** Requires that every number on a page in Persian has Persian digits. */
export async function requireOwnDigits(page: Page): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) !== 'fa') return;
  expect(await page.evaluate(found), `Latin digits at ${page.url()}`).toEqual([]);
}
