import { expect, test, vi } from 'vitest';
import { holdPaletteKey, takePaletteKey } from './hold-palette-key.ts';

const press = (key: string): boolean =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', {
      key,
      code: `Key${key.toUpperCase()}`,
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    }),
  );

test('[G7] the keys of the palette are held until there is one, and no others', () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('Linux x86_64');
  holdPaletteKey();
  expect(press('j')).toBe(true);
  // What the browser would do with them itself is not what was meant.
  expect(press('k')).toBe(false);
  expect(takePaletteKey()).toBe(true);
  expect(press('k')).toBe(true);
  expect(takePaletteKey()).toBe(false);
});
