/**
 * Text written by one person and read by another: a name, a note, a reason. It is never blank, nor reads as another text, nor turns the
 * words around it.
 */

/** Letters of every script are allowed, and the joiners that Persian and the scripts of India write with. */
const joiner = '\\u200c\\u200d';
const unseen = new RegExp(
  `[\\p{Cc}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\ufff9-\\ufffc]|(?![${joiner}\\ufe0f])\\p{Default_Ignorable_Code_Point}`,
  'u',
);
/** Those that are copied along without being meant: what turns the line is not among them. */
const copied = '[\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2060\\ufeff\\s]+';
const ends = new RegExp(`^${copied}|${copied}$`, 'gu');
const unseenInside = new RegExp(`(?![${joiner}\\ufe0f])\\p{Default_Ignorable_Code_Point}`, 'gu');
const idleJoiner = new RegExp(`(^|\\s|[${joiner}])[${joiner}]|[${joiner}](\\s|$)`, 'u');
/** Marks stacked on one letter overlap the lines above and below; no script needs so many. The first one would join what stands before. */
const strayMarks = /\p{M}{5}|^\p{M}/u;
/** Symbols and letters that fonts draw as nothing. */
const blank = /[\u2800\u3164\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu;

/** As it is kept: composed, so that it is the same however its keyboard encoded it, and without what was copied along at its ends. */
export function readShownText(typed: string): string {
  return typed.normalize('NFC').replaceAll(ends, '');
}

/** A sentence for others to read, as it is kept: also without anything in it that nobody sees, or that would turn the line. */
export function readLine(typed: string): string {
  return readShownText(typed.normalize('NFC').replaceAll(unseenInside, '')).trim();
}

/** Paragraphs for others to read: each line as {@link readLine} keeps it, with at most one empty line between two. */
export function readParagraphs(typed: string): string {
  const lines = typed.split(/\r\n|[\n\r\u{2028}\u{2029}]/u).map(readLine);
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

export function isShownText(text: string): boolean {
  const isSeen = /[\p{L}\p{N}\p{S}]/u.test(text.replaceAll(blank, ''));
  return isSeen && !unseen.test(text) && !idleJoiner.test(text) && !strayMarks.test(text);
}

/** A name of a person has a letter that can be seen. */
export function isName(text: string): boolean {
  return isShownText(text) && /\p{L}/u.test(text.replaceAll(blank, ''));
}
