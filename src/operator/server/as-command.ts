import { transaction } from '#database/server/transaction.ts';
import type { Declaration, Declared, Look, Looking } from '#commands/server/declaration.ts';
import { fromTyped, readValues, writeValues } from '#commands/server/read-values.ts';
import { sayPlainly } from '#commands/server/say.ts';
import { requireLeftAlone } from './approved-alone.ts';
import type { Command, CommandInput, Lastro } from './command.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from './record-action.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the command line and requests run: the declaration with its parameters as typed, and its entry in the account of actions. */
export function asCommand(declared: Declared): Command {
  const { name, params, pin, foresee } = declared;
  const named = (isWanted: (param: (typeof params)[string]) => boolean): string[] =>
    Object.keys(params).filter((each) => params[each] !== undefined && isWanted(params[each]));
  const read = (input: CommandInput) => readValues(declared, fromTyped(declared, storedOf(declared, input)));
  return {
    name,
    words: named(({ isWord }) => isWord).map((each) => each.toUpperCase()),
    required: named(({ isWord, isRequired }) => !isWord && isRequired),
    optional: named(({ isWord, isRequired }) => !isWord && !isRequired),
    summary: declared.words('en').summary,
    declared,
    check: (input) => void read(input),
    ...(foresee && { foresee: (lastro, input) => foresee(lookingOf(lastro), read(input)) }),
    ...(pin && { pin: async (lastro, input) => writeValues(declared, await pin(lookingOf(lastro), read(input))) }),
    run: (lastro, input) =>
      'show' in declared ? look(declared, lastro, read(input)) : run(declared, lastro, read(input)),
  };
}

/** The parameters as they are stored, by name. */
export function storedOf({ params }: Declared, { words, options }: CommandInput): Record<string, string> {
  const places = Object.keys(params).filter((name) => params[name]?.isWord);
  return {
    ...Object.fromEntries(places.flatMap((name, at) => (words[at] === undefined ? [] : [[name, words[at]]]))),
    ...options,
  };
}

/** The body of a call, as the command line would have it. */
export function inputOf(declared: Declared, given: Readonly<Record<string, unknown>>): CommandInput {
  const stored = writeValues(declared, readValues(declared, given));
  const { words, options }: CommandInput = { words: [], options: {} };
  for (const [name, written] of Object.entries(stored)) {
    if (declared.params[name]?.isWord) words.push(written);
    else options[name] = written;
  }
  return { words, options };
}

export function lookingOf({ db, mode, commandNames }: Pick<Lastro, 'db' | 'mode' | 'commandNames'>): Looking {
  return { sql: db, mode, commandNames };
}

function look(declared: Look, { operator, ...lastro }: Lastro, values: Values): ReturnType<Command['run']> {
  return transaction(lastro.db, async (tx) => {
    const { lines, json, seen } = await declared.show({ ...lookingOf(lastro), sql: tx }, values);
    const details = seen ?? ownOf(declared, writeValues(declared, values));
    if (seen || operator.staffId !== null) await recordAction(tx, { operator, action: declared.name, details });
    return { lines, json };
  });
}

function run(
  declared: Declaration,
  { db, mode, operator, events, commandNames, consoleUrl }: Lastro,
  values: Values,
): ReturnType<Command['run']> {
  return transaction(db, async (tx) => {
    const on = { tx, mode, operator, by: authorOf(operator).name, events, commandNames, consoleUrl };
    const { outcome, facts, was, letsOut, shown = {} } = await declared.run(on, values);
    if (letsOut !== undefined) await requireLeftAlone(tx, mode, operator, letsOut);
    const stored = writeValues(declared, values);
    const own = ownOf(declared, stored);
    const details = { ...own, ...(facts as Readonly<Record<string, string>>) };
    const isNow = was && Object.fromEntries(Object.keys(was).map((name) => [name, details[name] ?? '']));
    await recordAction(tx, { operator, action: declared.name, details, ...(was && { was }), ...(isNow && { isNow }) });
    const text = declared.words('en').outcomes[outcome] ?? '';
    // At the machine people are called what they were typed as; what a request keeps names them by id.
    const line = sayPlainly(declared, text, operator.staffId === null ? { ...details, ...own } : details, 'en');
    return { lines: [line, ...Object.values(shown)], json: { outcome, ...details, ...shown } };
  });
}

/** Without what was pinned, as the entry itself says what was replaced, or what identifies somebody. */
function ownOf({ params }: Declared, stored: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => params[name]?.isRecorded));
}
