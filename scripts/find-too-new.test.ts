import { expect, test } from 'vitest';
import { findTooNew } from './find-too-new.ts';

test.each([
  ['URL.canParse(a)', ['URL.canParse']],
  ['const { promise } = Promise.withResolvers()', ['Promise.withResolvers']],
  ['Object.groupBy(rows, f)', ['Object.groupBy']],
  ['first.isSubsetOf(second)', ['isSubsetOf']],
  ['map.values().map(f)', ['Iterator.prototype.map']],
  ['u.searchParams.size > 0', ['URLSearchParams.size']],
  ['new URLSearchParams(s).size', ['URLSearchParams.size']],
  ['requestIdleCallback(f)', ['requestIdleCallback']],
  ['window.navigation.back()', ['navigation']],
  ['/[\\p{L}--a]/v', ['regular expression with the flag v']],
  ['new RegExp("a", "gv")', ['regular expression with the flag v']],
  ['/(?i:a)b/', ['regular expression with modifiers']],
  ['/(?<y>a)|(?<y>b)/', ['regular expression with a group’s name twice']],
  ['import a from "./a.json" with { type: "json" }', ['import attributes']],
  ['{ using a = b; }', ['using']],
] as const)('[L13] %s is newer than the oldest supported browser', (code, found) => {
  expect(findTooNew(code)).toEqual(found);
});

test.each([
  'URL.canParse ? URL.canParse(a) : f(a)',
  'typeof Promise.withResolvers === "function" && Promise.withResolvers()',
  '"checkVisibility" in Element.prototype && e.checkVisibility()',
  'window.requestIdleCallback?.(f)',
  '`requestIdleCallback` in window ? requestIdleCallback(f) : f()',
  'try { document.startViewTransition(f) } catch { f() }',
  'Object.keys(a).map(f)',
  'new Set(a).size',
  '/(?<=a)(?<y>b)(?:c)(?!d)/u',
  'new RegExp(s, flags)',
  'const navigation = 1',
  'x = { navigation: 1 }',
])('[L13] %s works in the oldest supported browser', (code) => {
  expect(findTooNew(code)).toEqual([]);
});
