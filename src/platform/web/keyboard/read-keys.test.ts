import { expect, test } from 'vitest';
import { commands } from '#app/web/palette/commands.ts';
import { follow, isPaletteKey, type Pressed, signOf } from './read-keys.ts';

function pressed(different: Partial<Pressed>): Pressed {
  return {
    key: 'k',
    code: 'KeyK',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    repeat: false,
    ...different,
  };
}

test('Ctrl K, or ⌘ K on a Mac, opens the palette, even with a Persian keyboard layout', () => {
  expect(isPaletteKey(pressed({ ctrlKey: true }), false)).toBe(true);
  expect(isPaletteKey(pressed({ ctrlKey: true, key: 'ن' }), false)).toBe(true);
  expect(isPaletteKey(pressed({ metaKey: true }), true)).toBe(true);
  expect(isPaletteKey(pressed({ ctrlKey: true }), true)).toBe(false);
  expect(isPaletteKey(pressed({ ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(isPaletteKey(pressed({}), false)).toBe(false);
});

test.each([
  ['a letter', { key: 'g', code: 'KeyG' }, 'g'],
  ['a letter with caps lock', { key: 'G', code: 'KeyG' }, 'g'],
  ['a letter of another layout', { key: 'a', code: 'KeyQ' }, 'a'],
  ['a letter of another script', { key: 'ل', code: 'KeyG' }, 'g'],
  ['a question mark', { key: '?', code: 'Slash', shiftKey: true }, '?'],
  ['a Persian question mark', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
  ['a stroke', { key: '/', code: 'Slash' }, '/'],
] as const)('accepts %s', (_what, key, sign) => {
  expect(signOf(pressed(key))).toBe(sign);
});

test.each([
  ['held down', { repeat: true }],
  ['in the middle of a word that is put together', { isComposing: true }],
  ['with Ctrl', { ctrlKey: true }],
  ['with ⌘', { metaKey: true }],
  ['with Alt', { altKey: true }],
  ['with Shift', { shiftKey: true, key: 'K' }],
  ['that moves', { key: 'ArrowDown', code: 'ArrowDown' }],
  ['that confirms', { key: 'Enter', code: 'Enter' }],
])('ignores a key %s', (_what, key) => {
  expect(signOf(pressed(key))).toBeNull();
});

test('g waits for a second key; every other key stands alone', () => {
  expect(follow(false, 'g')).toEqual({ keys: null, isWaiting: true });
  expect(follow(true, 'd')).toEqual({ keys: 'g d', isWaiting: false });
  expect(follow(false, 'n')).toEqual({ keys: 'n', isWaiting: false });
});

test('no two commands share their keys, and none is a prefix of another', () => {
  const all = commands.flatMap(({ keys }) => keys ?? []);
  expect(new Set([...all, '/']).size).toBe(all.length + 1);
  expect(all).not.toContain('g');
});
