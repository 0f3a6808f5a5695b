import type { CommandGroup } from './commands.ts';

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
  group: CommandGroup;
}

/** Of what fits alike: what can be done goes before where one can look, and that before what is over. */
const places: Readonly<Record<CommandGroup, number>> = { do: 0, go: 1, help: 2, history: 3, look: 4, leave: 5 };

/**
 * Those that most of the typed words are found in, the best first ({@link rankOfWord}); of equals, by what they are for. Nobody types
 * a command word for word: `quero sacar` is found by the one word that says something. Without anything typed all of them, as
 * they come.
 */
export function matchCommands<Row extends Searched>(rows: readonly Row[], typed: string): Row[] {
  const asked = wordsOf(fold(typed));
  if (asked.length === 0) return [...rows];
  const found = rows.map((row, at) => ({ row, at, ...fitOf(row, asked) }));
  const most = Math.max(1, ...found.map(({ count }) => count));
  return found
    .filter(({ count }) => count === most)
    .toSorted((one, other) => other.rank - one.rank || placeOf(one) - placeOf(other) || one.at - other.at)
    .map(({ row }) => row);
}

function placeOf({ row }: { row: Searched }): number {
  return places[row.group];
}

interface Fit {
  /** How many of the typed words are found. */
  count: number;
  /** That of the word that is found worst; 7 for the whole label. */
  rank: number;
}

function fitOf({ label, words }: Searched, asked: readonly string[]): Fit {
  const [shown, more] = [fold(label), fold(words)];
  if (wordsOf(shown).join(' ') === asked.join(' ')) return { count: asked.length, rank: 7 };
  const ranks = asked.map((word) => rankOfWord(word, shown, more)).filter((rank) => rank > 0);
  return { count: ranks.length, rank: ranks.length > 0 ? Math.min(...ranks) : 0 };
}

/**
 * 6 for how it begins, and for another whole word for the same: `depositar` is as good as what is shown; 5 for
 * a word in the label, 4 for the beginning of another word, 2 and 1 for what only holds it; 0 for nothing.
 */
function rankOfWord(word: string, shown: string, more: string): number {
  if (shown.startsWith(word) || wordsOf(more).includes(word)) return 6;
  if (wordsOf(shown).some((each) => each.startsWith(word))) return 5;
  if (wordsOf(more).some((each) => each.startsWith(word))) return 4;
  if (shown.includes(word)) return 2;
  return more.includes(word) ? 1 : 0;
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,·:?¿؟،-]+/).filter(Boolean);
}
