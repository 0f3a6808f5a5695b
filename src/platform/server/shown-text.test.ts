import { expect, test } from 'vitest';
import { isShownText } from './shown-text.ts';

test.each([
  'Ana Souza',
  "Seán O'Brien-Ñúñez",
  '李小龙',
  'محمد‌رضا کریمی',
  'Nguyễn Thị Ánh',
  'हिन्दी क्षेत्र',
  'שָׁלוֹם',
  'Ünal 3º',
  '👩‍👧 telefone',
])('%s is a valid name', (name) => {
  expect(isShownText(name)).toBe(true);
  expect(isShownText(name.normalize('NFD'))).toBe(true);
});

test.each([
  ['of nothing', ''],
  ['of blanks', '\u3000 \u00a0'],
  ['of what nobody sees', '\u200b\u2060\ufeff'],
  ['of a letter that is drawn as nothing', '\u3164'],
  ['of an empty pattern of dots', '\u2800\u2800'],
  ['of marks without a word', '.-_'],
  ['that is turned around', 'Ana \u202eazuoS'],
  ['that turns what follows it', 'Ana \u2067'],
  ['with a mark of direction', 'Ana\u200f Souza'],
  ['with an unseen letter in it', 'An\u200ba'],
  ['with a soft hyphen', 'A\u00adna'],
  ['with a byte order mark', 'Ana\ufeffSouza'],
  ['with unseen tags', 'Ana\u{e0041}\u{e0042}'],
  ['that ends with a joiner', 'Ana\u200d'],
  ['with a joiner between words', 'Ana \u200c Souza'],
  ['with two joiners', 'An\u200c\u200ca'],
  ['of half a letter', 'Ana \ud83d'],
  ['of a letter of one’s own', 'Ana \ue000'],
  ['with another line', 'Ana\u2028Souza'],
  ['with a control character', 'Ana\u0007'],
  ['under a pile of marks', `A${'\u0301'.repeat(5)}na`],
])('rejects a name %s', (_what, name) => {
  expect(isShownText(name)).toBe(false);
});
