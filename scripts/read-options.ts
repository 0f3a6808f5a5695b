import { parseArgs } from 'node:util';

/** A value that a command takes: how its usage shows it, what it is for, and how it is read. */
export interface Option<Value> {
  /** What stands for the value in the usage, like `N`; null for a switch, which takes none. */
  placeholder: string | null;
  says: string;
  /** The value if it is not given. */
  fallback: Value;
  /** Whether it takes all that remains, if it is the last argument. */
  isList: boolean;
  /** @throws BadValue if the text is not a value of this option */
  read(text: string): Value;
}

type Options = Record<string, Option<unknown>>;
type Values<Of extends Options> = { [Name in keyof Of]: Of[Name] extends Option<infer Value> ? Value : never };
type Nothing = Record<string, never>;

export interface Usage<Named extends Options = Nothing, Placed extends Options = Nothing> {
  /** As it is typed, without options: `npm run bench --`. */
  command: string;
  /** One sentence. */
  does: string;
  /** By name: `runs` is `--runs N`. */
  options?: Named;
  /** Without names, in this order; each may be left out. */
  arguments?: Placed;
}

/** Says what is wanted instead; read after the option's name: `takes a whole number`. */
class BadValue extends Error {}

/** A switch: off, unless it is given. */
export function flag(says: string): Option<boolean> {
  return { placeholder: null, says, fallback: false, isList: false, read: () => true };
}

export function text<Fallback extends string | undefined>(
  placeholder: string,
  says: string,
  fallback: Fallback,
  isGood: { test(value: string): boolean } = /./,
): Option<string | Fallback> {
  return { placeholder, says, fallback, isList: false, read: (value) => check(value, isGood.test(value), placeholder) };
}

export function wholeNumber(
  says: string,
  { from = 1, to = Number.MAX_SAFE_INTEGER, fallback }: { from?: number; to?: number; fallback: number },
): Option<number> {
  const range = to === Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`;
  const read = (value: string): number => {
    const number = Number(value);
    return check(number, /^\d+$/.test(value) && number >= from && number <= to, `a whole number ${range}`);
  };
  return { placeholder: 'N', says, fallback, isList: false, read };
}

/** A number above zero, like 0.5. */
export function positiveNumber(says: string, fallback: number): Option<number> {
  const read = (value: string): number =>
    check(Number(value), /^\d+(\.\d+)?$/.test(value) && Number(value) > 0, 'a number above zero');
  return { placeholder: 'N', says, fallback, isList: false, read };
}

export function oneOf<Name extends string, Fallback extends Name | undefined>(
  names: readonly Name[],
  says: string,
  fallback: Fallback,
): Option<Name | Fallback> {
  const read = (value: string): Name => {
    const found = names.find((name) => name === value);
    if (found === undefined) throw new BadValue(`takes one of ${names.join(', ')}`);
    return found;
  };
  return { placeholder: names.join('|'), says, fallback, isList: false, read };
}

/** Names with commas between them, or as several arguments; by default all of them. */
export function someOf<Name extends string>(
  names: readonly Name[],
  says: string,
  fallback: readonly Name[] = names,
): Option<readonly Name[]> {
  const each = oneOf(names, says, undefined);
  const read = (value: string): Name[] => value.split(',').map((name) => each.read(name) as Name);
  return { placeholder: names.join('|'), says, fallback, isList: true, read };
}

function check<Value>(value: Value, isGood: boolean, wanted: string): Value {
  if (!isGood) throw new BadValue(`takes ${wanted}`);
  return value;
}

/** What was typed: values, a request for the usage, or a sentence that says what is wrong. */
export type Typed<All> = { values: All } | { isHelp: true } | { problem: string };

export function parseOptions<Named extends Options, Placed extends Options>(
  { options, arguments: placed }: Usage<Named, Placed>,
  args: readonly string[],
): Typed<Values<Named> & Values<Placed>> {
  const named: [string, Option<unknown>][] = Object.entries(options ?? {});
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(
          named.map(([name, { placeholder }]) => [
            name,
            { type: placeholder === null ? 'boolean' : 'string' } as const,
          ]),
        ),
      },
    });
    if (values.help === true) return { isHelp: true };
    const given = values as Record<string, string | boolean | undefined>;
    const read = [
      ...named.map(([name, option]) => [name, readValue(`--${name}`, option, given[name])]),
      ...readPlaced(Object.entries(placed ?? {}), positionals),
    ];
    return { values: Object.fromEntries(read) as Values<Named> & Values<Placed> };
  } catch (error) {
    if (error instanceof BadValue || isBadSyntax(error)) return { problem: firstSentence(error.message) };
    throw error;
  }
}

function readPlaced(placed: [string, Option<unknown>][], positionals: string[]): [string, unknown][] {
  const left = [...positionals];
  const read = placed.map(([name, option], at): [string, unknown] => {
    const taken = left.splice(0, option.isList && at === placed.length - 1 ? left.length : 1);
    return [name, readValue(name.toUpperCase(), option, taken.length > 0 ? taken.join(',') : undefined)];
  });
  if (left[0] !== undefined) throw new BadValue(`Unexpected argument '${left[0]}'`);
  return read;
}

function readValue(name: string, option: Option<unknown>, given: string | boolean | undefined): unknown {
  if (given === undefined) return option.fallback;
  try {
    return option.read(String(given));
  } catch (error) {
    throw error instanceof BadValue ? new BadValue(`${name} ${error.message}, not '${String(given)}'`) : error;
  }
}

function isBadSyntax(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/** Node goes on to explain how an argument may begin with a dash, which none of ours does. */
function firstSentence(message: string): string {
  return `${message.split(/\.?(?: To specify|\n)/)[0]}.`;
}

/** Longer names have a line to themselves. */
const widestName = 24;

/** One line as it is typed, what the command does, and what each option means, with its default. */
export function describeUsage(usage: Usage<Options, Options>): string {
  const all = [
    ...Object.entries(usage.arguments ?? {}).map(([name, option]) => [shapeOfPlaced(name, option), option] as const),
    ...Object.entries(usage.options ?? {}).map(([name, option]) => [shapeOfNamed(name, option), option] as const),
  ];
  const width = Math.max(0, ...all.map(([shape]) => shape.length).filter((length) => length <= widestName));
  const lines = all.map(([shape, option]) => {
    const name = shape.length > width ? `${shape}\n${' '.repeat(width + 2)}` : shape.padEnd(width);
    return `  ${name}  ${option.says}${describeFallback(option)}`;
  });
  const typed = all.map(([shape]) => ` [${shape}]`).join('');
  const command = all.length === 0 ? usage.command.replace(/ --$/, '') : usage.command;
  return `${[`Usage: ${command}${typed}`, usage.does, ...lines].join('\n')}\n`;
}

function shapeOfNamed(name: string, { placeholder }: Option<unknown>): string {
  return placeholder === null ? `--${name}` : `--${name} ${placeholder}`;
}

/** Names to choose from are shown themselves. */
function shapeOfPlaced(name: string, { placeholder, isList }: Option<unknown>): string {
  return `${placeholder?.includes('|') ? placeholder : name.toUpperCase()}${isList ? '…' : ''}`;
}

function describeFallback({ placeholder, fallback, isList }: Option<unknown>): string {
  const isShown = typeof fallback === 'string' ? fallback !== '' : Number.isFinite(fallback);
  return placeholder !== null && isShown && !isList ? ` (default: ${fallback as string | number})` : '';
}

/**
 * What a command was started with; the only place in which one of our programs reads its arguments. Ends the process with the usage: with 0
 * if that was asked for, with 2 for an unknown option or a bad value, before the program has done anything.
 */
export function readOptions<Named extends Options = Nothing, Placed extends Options = Nothing>(
  usage: Usage<Named, Placed>,
  args: readonly string[] = process.argv.slice(2),
): Values<Named> & Values<Placed> {
  const typed = parseOptions(usage, args);
  if ('values' in typed) return typed.values;
  if ('problem' in typed) refuseOptions(usage, typed.problem);
  process.stdout.write(describeUsage(usage));
  process.exit(0);
}

/** For what only the program can tell: ends it like any bad value. */
export function refuseOptions(usage: Usage<Options, Options>, problem: string): never {
  process.stderr.write(`${problem}\n${describeUsage(usage)}`);
  process.exit(2);
}
