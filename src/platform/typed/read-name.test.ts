import { expect, test } from 'vitest';
import { isName, isShownText, readLine, readShownText } from './read-name.ts';

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
  ['of a note without a head', '\u{1d159}'],
  ['of hieroglyphic blanks', '\u{13441}\u{13442}'],
  ['with a Mongolian selector in it', 'Ana\u180bSouza'],
  ['with a variation selector in it', 'Ana\ufe00'],
  ['of a place for an object', '\ufffc'],
  ['that begins with a mark, which would join what stands before it', '\u0301Ana'],
  ['with a Hangul filler in it', 'Ana\u115f'],
  ['under a pile of marks', `A${'\u0301'.repeat(5)}na`],
])('rejects a name %s', (_what, name) => {
  expect(isShownText(name)).toBe(false);
});

test.each(['1', '$$', '👩‍👧', '٣', '—'])('[L12] %s is no person’s name: nothing in it is a letter', (text) => {
  expect(isName(text)).toBe(false);
});

test.each(['O', '李', 'علی', 'Ω', 'د', 'ก', '한', 'א'])('[L12] %s is a name', (text) => {
  expect(isName(text)).toBe(true);
});

test('[L12] what was copied along with a name goes, at its ends alone', () => {
  expect(readShownText('\u200e\ufeff  Ana\u00a0Souza\u200b \u200f')).toBe('Ana\u00a0Souza');
  expect(readShownText('محمد\u200cرضا\u200c')).toBe('محمد\u200cرضا');
  for (const kept of ['An\u200ba', 'Ana\u202e', '\u2067Ana']) expect(isShownText(readShownText(kept))).toBe(false);
});

test('[L12] a sentence is kept without what nobody sees, and what would turn the line', () => {
  expect(readLine(' Refund \u202e05$ \u2066of\u2069 Ana\u200b\u{e0041}, as ❤️ \u200e')).toBe(
    'Refund 05$ of Ana, as ❤️',
  );
  expect(readLine('می\u200cروم')).toBe('می\u200cروم');
});
