import { expect, test } from 'vitest';
import { isMac } from '#platform/web/keyboard/is-mac.ts';
import { holdPaletteKey, takePaletteKey } from './hold-palette-key.ts';

const press = (key: string): boolean =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', {
      key,
      code: `Key${key.toUpperCase()}`,
      ctrlKey: !isMac,
      metaKey: isMac,
      bubbles: true,
      cancelable: true,
    }),
  );

test("[G7] holds the palette's shortcut until the palette takes it, and no other key", () => {
  holdPaletteKey();
  expect(press('j')).toBe(true);
  // The browser's own action for these keys is suppressed.
  expect(press('k')).toBe(false);
  expect(takePaletteKey()).toBe(true);
  expect(press('k')).toBe(true);
  expect(takePaletteKey()).toBe(false);
});
