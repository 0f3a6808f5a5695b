/**
 * What a keyboard, an app or a copied page puts into typed text without its writer seeing or meaning it. The browser and the server both
 * read typed text through this folder, so that they cannot disagree about what it says (docs/decisions/0090-typed-text.md).
 */

/** Characters that no font shows: zero-width spaces, joiners and direction marks, fillers, variation selectors, tags. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

export function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, '');
}

/** The digits of every script as 0 to 9. Superscripts, fractions and circled numbers are no digits: `5²` is not 52. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) as number)));
}

/** Unicode keeps a script's ten digits together, from zero to nine, and whole tens beside each other. */
function valueOf(digit: number): number {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(digit - before - 1))) before += 1;
  return before % 10;
}

/** Full-width ASCII, as East Asian keyboards write it, as ASCII. */
export function withHalfWidth(text: string): string {
  return text.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
