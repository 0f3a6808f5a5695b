import type { Page } from '@playwright/test';

/** Removes what Chrome 111 or Safari 16.4, the oldest supported browsers, lack. Sent to the browser as text: it uses nothing of Node. */
const oldest = `
  const gone = [
    [URLSearchParams.prototype, 'size'], [URL, 'canParse'], [URL, 'parse'], [Crypto.prototype, 'randomUUID'],
    [Promise, 'withResolvers'], [Promise, 'try'], [Array, 'fromAsync'], [Object, 'groupBy'], [Map, 'groupBy'],
    [AbortSignal, 'any'], [Element.prototype, 'checkVisibility'], [Element.prototype, 'setHTMLUnsafe'],
    [Element.prototype, 'moveBefore'], [Document.prototype, 'startViewTransition'], [RegExp, 'escape'], [Error, 'isError'],
    [Math, 'sumPrecise'], [Math, 'f16round'], [Intl, 'DurationFormat'], [Iterator, 'from'],
    [ArrayBuffer.prototype, 'transfer'], [ArrayBuffer.prototype, 'transferToFixedLength'],
    [HTMLElement.prototype, 'showPopover'], [HTMLElement.prototype, 'hidePopover'], [HTMLElement.prototype, 'togglePopover'],
    ...['scheduler', 'requestIdleCallback', 'navigation', 'CloseWatcher', 'Float16Array'].map((name) => [window, name]),
    ...['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']
      .map((name) => [Set.prototype, name]),
    ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']
      .map((name) => [Iterator.prototype, name]),
    ...['fromBase64', 'fromHex'].map((name) => [Uint8Array, name]),
    ...['toBase64', 'toHex', 'setFromBase64', 'setFromHex'].map((name) => [Uint8Array.prototype, name]),
    ...(window.PublicKeyCredential
      ? ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'].map((name) => [PublicKeyCredential, name])
      : []),
  ];
  for (const [owner, name] of gone) if (owner) delete owner[name];
  delete window.Iterator;`;

export async function browseInTheOldest(page: Page): Promise<void> {
  await page.addInitScript(`{${oldest}}`);
}
