import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Declaration, Declared, Look, Looking } from '#commands/server/declaration.ts';
import { fromTyped, readValues, writeValues } from '#commands/server/read-values.ts';
import { sayPlainly } from '#commands/server/say.ts';
import { requireLeftAlone } from './approved-alone.ts';
import type { Params, ValuesOf } from '#commands/server/params.ts';
import type { AtMachine, AtPlace, Command, CommandInput, Lastro, PlaceCommand } from './command.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from './record-action.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the command line and requests run: the declaration with its parameters as typed, and its entry in the account of actions. */
export function asCommand(declared: Declared): Command {
  const { name, pin, foresee } = declared;
  const read = (input: CommandInput) => valuesOf(declared, input);
  return {
    ...typingOf(declared),
    name,
    summary: declared.words('en').summary,
    declared,
    ...(foresee && { foresee: (lastro, input) => foresee(lookingOf(lastro), read(input)) }),
    ...(pin && { pin: async (lastro, input) => writeValues(declared, await pin(lookingOf(lastro), read(input))) }),
    run: (lastro, input) =>
      'show' in declared ? look(declared, lastro, read(input)) : run(declared, lastro, read(input)),
  };
}

/** A command of the machine's, as the command line runs it. */
export function atMachine<const P extends Params>({ run: carryOut, ...command }: AtMachine<P>): Command {
  return {
    ...command,
    ...typingOf(command),
    run: (lastro, input) => carryOut(lastro, valuesOf(command, input) as ValuesOf<P>),
  };
}

/** The same of one that needs no running Lastro. */
export function atPlace<const P extends Params>({ runAt, ...command }: AtPlace<P>): PlaceCommand {
  return {
    ...command,
    ...typingOf(command),
    runAt: (place, input) => runAt(place, valuesOf(command, input) as ValuesOf<P>),
  };
}

/** How a command's parameters are typed. */
function typingOf(command: Pick<Declared, 'params'>) {
  const { params } = command;
  const named = (isWanted: (param: (typeof params)[string]) => boolean): string[] =>
    Object.keys(params).filter((each) => params[each] !== undefined && isWanted(params[each]));
  return {
    words: named(({ isWord }) => isWord).map((each) => each.toUpperCase()),
    required: named(({ isWord, isRequired }) => !isWord && isRequired),
    optional: named(({ isWord, isRequired, kind }) => !isWord && !isRequired && kind !== 'flag'),
    flags: named(({ kind }) => kind === 'flag'),
    check: (input: CommandInput) => void valuesOf(command, input),
  };
}

function valuesOf(command: Pick<Declared, 'params'>, input: CommandInput): Values {
  return readValues(command, fromTyped(command, storedOf(command, input)));
}

/** The parameters as they are stored, by name. */
export function storedOf({ params }: Pick<Declared, 'params'>, { words, options }: CommandInput): Record<string, string> {
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

export function lookingOf({ db, mode, commandNames, brokerage, readFile }: Omit<Lastro, 'operator'>): Looking {
  const atOneMoment: Looking['atOneMoment'] = (read) =>
    transaction(db, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await tx.query('SET LOCAL statement_timeout = 0');
      return read(tx);
    });
  return { sql: db, mode, commandNames, brokerage, readFile, atOneMoment };
}

/** Records the look before what it shows is returned. */
async function look(declared: Look, lastro: Lastro, values: Values): ReturnType<Command['run']> {
  const { db, operator } = lastro;
  const { lines, json, seen, isWrong = false } = await declared.show({ ...lookingOf(lastro), operator }, values);
  const details = seen ?? ownOf(declared, writeValues(declared, values));
  if (seen || operator.staffId !== null) {
    await transaction(db, (tx) => recordAction(tx, { operator, action: declared.name, details }));
  }
  return { lines, json, isRefused: isWrong };
}

async function run(declared: Declaration, lastro: Lastro, values: Values): ReturnType<Command['run']> {
  const { db, mode, operator, events, commandNames, consoleUrl, replica } = lastro;
  const looking = lookingOf(lastro);
  const brought = await declared.bring?.({ ...looking, db, events, replica }, values);
  const inTurn = declared.inTurn ?? ((work) => work());
  const carryOut = async (tx: Tx) => {
    const { atOneMoment } = looking;
    const on = { tx, mode, operator, by: authorOf(operator).name, events, commandNames, consoleUrl, atOneMoment };
    const { outcome, facts, was, letsOut, shown, isWrong = false } = await declared.run(on, values, brought);
    if (letsOut !== undefined) await requireLeftAlone(tx, mode, operator, letsOut);
    const stored = writeValues(declared, values);
    const own = ownOf(declared, stored);
    const details = { ...own, ...(facts as Readonly<Record<string, string>>) };
    const isNow = was && Object.fromEntries(Object.keys(was).map((name) => [name, { ...stored, ...details }[name] ?? '']));
    await recordAction(tx, { operator, action: declared.name, details, ...(was && { was }), ...(isNow && { isNow }) });
    const text = declared.words('en').outcomes[outcome] ?? '';
    // At the machine people are called what they were typed as; what a request keeps names them by id.
    const line = sayPlainly(declared, text, operator.staffId === null ? { ...details, ...own } : details, 'en');
    return {
      lines: [line, ...(shown?.lines ?? [])],
      json: { outcome, ...details, ...shown?.json },
      isRefused: isWrong,
    };
  };
  return inTurn(() => transaction(db, carryOut));
}

/** Without what was pinned, as the entry itself says what was replaced, or what identifies somebody. */
function ownOf({ params }: Declared, stored: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => params[name]?.isRecorded));
}
