import { allCommands } from './all-commands.ts';
import type { Command, CommandInput, PlaceCommand } from './command.ts';
import { Mistyped } from '#commands/server/refused.ts';
import { readWords } from './read-words.ts';

export interface Typed {
  command: Command | PlaceCommand;
  input: CommandInput;
  isJson: boolean;
}

/** Finds the typed command and its arguments; `--json` may be anywhere. */
export function readCommand(typed: readonly string[]): Typed {
  const words = typed.filter((word) => word !== '--json');
  const command = findCommand(words);
  const known = [...(command.required ?? []), ...(command.optional ?? [])];
  const { options, words: following } = readWords(words.slice(command.name.split(' ').length), known, command.flags);
  const input = { options, words: following };
  checkInput(command, input);
  return { command, input, isJson: words.length < typed.length };
}

/**
 * Checks that a command was given what it takes and nothing else, wherever it was typed.
 *
 * @throws Mistyped
 */
export function checkInput(command: Command | PlaceCommand, { options, words }: CommandInput): void {
  const known = new Set([...(command.required ?? []), ...(command.optional ?? []), ...(command.flags ?? [])]);
  const unknown = Object.keys(options).find((name) => !known.has(name));
  if (unknown !== undefined) throw new Mistyped(`There is no option --${unknown}.`);
  const missing = (command.required ?? []).filter((name) => options[name] === undefined);
  if (missing.length > 0) throw new Mistyped(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);
  const wanted = command.words ?? [];
  if (words.length !== wanted.length) throw new Mistyped(`Usage: lastro ${usageOf(command)}`);
  command.check?.({ options, words });
}

function findCommand(typed: readonly string[]): Command | PlaceCommand {
  const name = typed.slice(0, 2).join(' ');
  const command = allCommands.find((each) => each.name === name || each.name === typed[0]);
  if (!command) throw new Mistyped(name === '' ? 'No command was given.' : `There is no command "${name}".`);
  return command;
}

export function usageOf({
  name,
  words = [],
  required = [],
  optional = [],
  flags = [],
}: Command | PlaceCommand): string {
  const must = required.map((option) => `--${option} ${option.toUpperCase()}`);
  const may = optional.map((option) => `[--${option} ${option.toUpperCase()}]`);
  return [name, ...words, ...must, ...may, ...flags.map((flag) => `[--${flag}]`)].join(' ');
}

export function usage(): string {
  const commands = allCommands.map(
    (command) => `  ${usageOf(command)}\n      ${command.summary}${'sandboxOnly' in command ? ' (sandbox only)' : ''}`,
  );
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
