import { withoutUnseen, withPlainDigits } from '#platform/typed/plain.ts';
import type { CommandGroup } from './commands.ts';

/**
 * Matches typed words with commands, ignoring case, accents, and the different code points that Arabic and Persian keyboards use for the
 * same letter. Pure.
 */
const letters: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه', ە: 'ه', ھ: 'ه', ہ: 'ه' };

/** Normalises a text for comparison. Idempotent. */
export function fold(text: string): string {
  // Neither half-spaces and direction marks nor the stretching stroke (kashida) are typed in a search.
  return withPlainDigits(withoutUnseen(text).normalize('NFKD'))
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[يىكةەھہ]/g, (letter) => letters[letter] ?? letter)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim();
}

export interface Searched {
  /** The displayed text. */
  label: string;
  /** Synonyms, not displayed. */
  words: string;
  group: CommandGroup;
}

/** Order among equal matches: actions before screens, screens before what is past. */
const places: Readonly<Record<CommandGroup, number>> = { do: 0, go: 1, help: 2, history: 3, look: 4, leave: 5 };

/**
 * The commands that contain most of the typed words, best first ({@link rankOfWord}), then by group. Nobody types a command word for word:
 * `quero sacar` is found by its one meaningful word. Without input, returns all of them in their order.
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
  /** Number of typed words found. */
  count: number;
  /** Rank of the worst-matching word; 7 for the whole label. */
  rank: number;
}

function fitOf({ label, words }: Searched, asked: readonly string[]): Fit {
  const [shown, more] = [fold(label), fold(words)];
  if (wordsOf(shown).join(' ') === asked.join(' ')) return { count: asked.length, rank: 7 };
  const ranks = asked.map((word) => rankOfWord(word, shown, more)).filter((rank) => rank > 0);
  return { count: ranks.length, rank: ranks.length > 0 ? Math.min(...ranks) : 0 };
}

/**
 * 6 for the beginning of the label, and for a whole synonym: `depositar` is as good as the label; 5 for the beginning of a word in the
 * label, 4 for that of a synonym, 2 and 1 for merely being contained in them; 0 for no match.
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
