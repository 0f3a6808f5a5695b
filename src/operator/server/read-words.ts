import { Mistyped } from '#commands/server/refused.ts';

export interface ReadWords {
  options: Record<string, string>;
  words: string[];
}

/**
 * Splits arguments into options, `--name value` or `--name=value`, and words. A negative number is a value or a word like any other: the
 * command decides whether it is allowed. A flag takes no value. After `--` everything is a word.
 */
export function readWords(
  typed: readonly string[],
  known: readonly string[],
  flags: readonly string[] = [],
): ReadWords {
  const read: ReadWords = { options: {}, words: [] };
  const left = [...typed];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') read.words.push(...left.splice(0));
    else if (word.startsWith('--')) readOption(word.slice(2), left, { known, flags }, read.options);
    else if (word.startsWith('-') && !isBelowZero(word)) throw new Mistyped(`There is no option ${word}.`);
    else read.words.push(word);
  }
  return read;
}

function readOption(
  word: string,
  left: string[],
  { known, flags }: Record<'known' | 'flags', readonly string[]>,
  options: ReadWords['options'],
): void {
  const [name = '', ...rest] = word.split('=');
  if (!known.includes(name) && !flags.includes(word)) throw new Mistyped(`There is no option --${name} here.`);
  if (Object.hasOwn(options, name)) throw new Mistyped(`--${name} is given twice.`);
  if (flags.includes(name)) return void (options[name] = 'yes');
  const value = rest.length > 0 ? rest.join('=') : readValue(left);
  if (value === undefined) throw new Mistyped(`--${name} needs a value.`);
  options[name] = value;
}

/** Takes the value that follows an option, unless it is itself an option. */
function readValue(left: string[]): string | undefined {
  return left[0] === undefined || left[0].startsWith('--') ? undefined : left.shift();
}

/** `-5`, `-.5`, `-30d`: a negative number, or a term that begins with one. */
function isBelowZero(word: string): boolean {
  return /^-[.,]?\d/.test(word);
}
