import type { Declared } from '#commands/server/declaration.ts';
import type { Params } from '#commands/server/params.ts';
import { readTyped } from '#commands/server/read-values.ts';
import { Mistyped } from '#commands/server/refused.ts';
import { allCommands } from './all-commands.ts';
import type { AtMachine, AtPlace } from './command.ts';

type AnyCommand = Declared | AtMachine | AtPlace;

export interface Typed {
  command: AnyCommand;
  values: Readonly<Record<string, unknown>>;
  isJson: boolean;
}

/** Finds the typed command and its parameters; `--json` may be anywhere. */
export function readCommand(typed: readonly string[]): Typed {
  const given = typed.filter((word) => word !== '--json');
  const command = findCommand(given);
  const { options, words } = readWords(given.slice(command.name.split(' ').length), command.params);
  const named = namesOf(command.params, ({ isWord, isRequired }) => !isWord && isRequired);
  const missing = named.filter((name) => options[name] === undefined);
  if (missing.length > 0) throw new Mistyped(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);
  const places = namesOf(command.params, ({ isWord }) => isWord);
  if (words.length !== places.length) throw new Mistyped(`Usage: lastro ${usageOf(command)}`);
  const placed = Object.fromEntries(places.map((name, at) => [name, words[at]]));
  return { command, values: readTyped(command, { ...placed, ...options }), isJson: given.length < typed.length };
}

function findCommand(typed: readonly string[]): AnyCommand {
  const name = typed.slice(0, 2).join(' ');
  const command = allCommands.find((each) => each.name === name || each.name === typed[0]);
  if (!command) throw new Mistyped(name === '' ? 'No command was given.' : `There is no command "${name}".`);
  return command;
}

function namesOf(params: Params, isWanted: (param: Params[string]) => boolean): string[] {
  return Object.entries(params).flatMap(([name, param]) => (isWanted(param) ? [name] : []));
}

interface Words {
  options: Record<string, string>;
  words: string[];
}

/**
 * Splits arguments into options, `--name value` or `--name=value`, and words. A negative number is a value or a word like any other: its
 * kind decides whether it is allowed. A flag takes no value. After `--` everything is a word.
 */
function readWords(typed: readonly string[], params: Params): Words {
  const read: Words = { options: {}, words: [] };
  const left = [...typed];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') read.words.push(...left.splice(0));
    else if (word.startsWith('--')) readOption(word.slice(2), left, params, read.options);
    else if (word.startsWith('-') && !isBelowZero(word)) throw new Mistyped(`There is no option ${word}.`);
    else read.words.push(word);
  }
  return read;
}

function readOption(word: string, left: string[], params: Params, options: Words['options']): void {
  const [name = '', ...rest] = word.split('=');
  const param = Object.hasOwn(params, name) ? params[name] : undefined;
  if (!param || param.isWord) throw new Mistyped(`There is no option --${name} here.`);
  if (Object.hasOwn(options, name)) throw new Mistyped(`--${name} is given twice.`);
  const value = rest.length > 0 ? rest.join('=') : param.kind === 'flag' ? 'yes' : takeValue(left);
  if (value === undefined) throw new Mistyped(`--${name} needs a value.`);
  options[name] = value;
}

/** Takes the value that follows an option, unless it is itself an option. */
function takeValue(left: string[]): string | undefined {
  return left[0] === undefined || left[0].startsWith('--') ? undefined : left.shift();
}

/** `-5`, `-.5`, `-30d`: a negative number, or a term that begins with one. */
function isBelowZero(word: string): boolean {
  return /^-[.,]?\d/.test(word);
}

export function usageOf({ name, params }: Pick<AnyCommand, 'name' | 'params'>): string {
  const said = Object.entries(params).map(([param, { isWord, isRequired, kind }]) => {
    if (isWord) return param.toUpperCase();
    const option = kind === 'flag' ? `--${param}` : `--${param} ${param.toUpperCase()}`;
    return isRequired ? option : `[${option}]`;
  });
  return [name, ...said].join(' ');
}

export function usage(): string {
  const commands = allCommands.map((command) => {
    const summary = 'words' in command ? command.words('en').summary : command.summary;
    return `  ${usageOf(command)}\n      ${summary}${'sandboxOnly' in command ? ' (sandbox only)' : ''}`;
  });
  return [
    'Usage: npm run lastro -- COMMAND [--json]',
    '',
    ...commands,
    '',
    'Commands act on the Lastro that runs on DATA_DIR (.data by default), or on the database in DATABASE_URL.',
    'The database records whether it is a sandbox; MODE, if set, must match.',
    'Exit code 0: done. 1: refused. 2: usage error.',
  ].join('\n');
}
