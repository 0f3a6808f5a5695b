/**
 * How a typed word finds a command: without regard to capitals, accents, and the two ways in which Arabic and Persian
 * keyboards write the same letter. Pure.
 */
const letters: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه', ە: 'ه', ھ: 'ه', ہ: 'ه' };
const digits = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Half-spaces, joiners, marks of direction and the stroke that stretches a word: nothing that anybody types to search. */
const unseen = /[\u0640\u200b-\u200f\u061c\u2066-\u2069]/g;

/** A text as it is compared. Folding what is folded changes nothing. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(unseen, '')
    .replace(/[يىكةەھہ]/g, (letter) => letters[letter] ?? letter)
    .replace(digits, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim();
}

export interface Searched {
  /** What is shown. */
  label: string;
  /** Other words for the same, which are not. */
  words: string;
}

/**
 * Those that every typed word is found in, the best first: a label that begins so before one with such a word in it, that
 * before a word that only holds it, and what is shown before what is not. Without anything typed all of them, as they come.
 */
export function matchCommands<Row extends Searched>(rows: readonly Row[], typed: string): Row[] {
  const asked = fold(typed).split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [...rows];
  return rows
    .map((row, at) => ({ row, at, rank: rankOf(row, asked) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank || one.at - other.at)
    .map(({ row }) => row);
}

/** 0 when one of the words is nowhere; otherwise that of the word that is found worst. */
function rankOf({ label, words }: Searched, asked: readonly string[]): number {
  const [shown, more] = [fold(label), fold(words)];
  return Math.min(...asked.map((word) => rankOfWord(word, shown, more)));
}

function rankOfWord(word: string, shown: string, more: string): number {
  if (shown.startsWith(word)) return 5;
  if (hasWord(shown, word)) return 4;
  if (hasWord(more, word)) return 3;
  if (shown.includes(word)) return 2;
  return more.includes(word) ? 1 : 0;
}

function hasWord(text: string, start: string): boolean {
  return text.split(/[\s,·:-]+/).some((each) => each.startsWith(start));
}
