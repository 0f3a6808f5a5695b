import * as z from 'zod/mini';
import { amountOf, requestAmount } from '#money/amount.ts';
import { type Micros, toDecimal } from '#money/money.ts';
import { isDay, readMoment } from '#platform/read-moment.ts';
import { mostSent } from '#platform/typed/code-schemas.ts';
import { readCode } from '#platform/typed/read-code.ts';
import { typedEmail, typedId, typedLine, typedParagraphs } from '#platform/typed/schemas.ts';
import type { Kind } from '../kinds.ts';

/** A parameter of a command. */
export interface Param<Value = unknown, IsGiven extends boolean = boolean> {
  kind: Kind;
  /** Reads and checks what the body of a call holds. */
  schema: z.ZodMiniType<Value>;
  /** What is typed on the command line, as the body of a call would hold it; whatever is wrong is left for the schema to refuse. */
  fromTyped(typed: string): unknown;
  /** As it is stored, and typed on the command line. */
  write(value: Value): string;
  /** Typed on the command line by its place instead of by its name. */
  isWord: boolean;
  isRequired: IsGiven;
  /** Its value stands in the entry in the account of actions, which is permanent. */
  isRecorded: boolean;
  /** Never asked of anybody: fixed by the command when it is requested. */
  isPinned: boolean;
  /** Maximum characters of a text, or the largest number. */
  most: number | null;
  /** Minimum characters of a text. */
  least: number;
  /** A text of several lines. */
  isLong: boolean;
  /** What can be chosen. */
  options: readonly string[];
  /** What a form begins with, as it is stored; null where whoever fills it in has to choose. */
  first: string | null;
  /** Maximum decimals of a number. */
  places: number;
}

export type Params = Readonly<Record<string, Param>>;

export type ValuesOf<P extends Params> = {
  [Name in keyof P]: P[Name] extends Param<infer Value, infer IsGiven>
    ? IsGiven extends true
      ? Value
      : Value | undefined
    : never;
};

const asked = {
  isWord: false,
  isRequired: true,
  isRecorded: true,
  isPinned: false,
  most: null,
  least: 1,
  isLong: false,
  places: 0,
  options: [],
  first: null,
} as const;
const asTyped = (typed: string): unknown => typed;

/** USD in whole cents, more than nothing. */
export const money: Param<Micros, true> = {
  ...asked,
  kind: 'money',
  schema: z.pipe(requestAmount.check(z.refine((amount) => amount > 0)), z.transform(amountOf)),
  fromTyped: (typed) => (/^\d{1,10}(\.\d{1,2})?$/.test(typed) ? Number(typed) : typed),
  write: (amount) => toDecimal(amount),
};

/** USD in whole cents, or nothing. */
export const moneyOrNone: Param<Micros, true> = { ...money, schema: z.pipe(requestAmount, z.transform(amountOf)) };

const decimal = /^\d{1,12}(\.\d{1,6})?$/;

/** A number more than nothing. */
export const number = (most: number, places = 0): Param<number, true> => ({
  ...asked,
  kind: 'number',
  most,
  places,
  schema: z.number().check(
    z.positive(),
    z.maximum(most),
    z.refine((given) => Number(given.toFixed(places)) === given),
  ),
  fromTyped: (typed) => (decimal.test(typed) ? Number(typed) : typed),
  write: String,
});

/** A day of the house. */
export const day: Param<string, true> = {
  ...asked,
  kind: 'day',
  schema: z.string().check(z.refine(isDay)),
  fromTyped: asTyped,
  write: (at) => at,
};

/** An instant of business time, with its time zone: `2030-01-31T00:00:00Z`, `2030-01-31T09:00-03:00`. */
export const moment: Param<Date, true> = {
  ...asked,
  kind: 'moment',
  schema: z.pipe(
    z.string().check(z.refine((typed) => readMoment(typed) !== null)),
    z.transform((typed) => readMoment(typed) as Date),
  ),
  fromTyped: asTyped,
  write: (at) => at.toISOString(),
};

/** A promotional code, as {@link readCode} reads it; spaces within are no part of it. */
export const code: Param<string, true> = {
  ...asked,
  kind: 'code',
  schema: z.string().check(
    z.maxLength(mostSent),
    z.refine((typed) => !/\s/.test(typed.trim())),
    z.overwrite(readCode),
    z.regex(/^[A-Z0-9][A-Z0-9_-]{1,31}$/),
  ),
  fromTyped: asTyped,
  write: (typed) => typed,
};

const byId = (kind: 'transfer' | 'id'): Param<string, true> => ({
  ...asked,
  kind,
  schema: typedId,
  fromTyped: asTyped,
  write: (typed) => typed,
});

/** A deposit or withdrawal, by its id. */
export const transfer = byId('transfer');

/** Anything else that has an id. */
export const id = byId('id');

const byAddress = (kind: 'customer' | 'staff' | 'address'): Param<string, true> => ({
  ...asked,
  kind,
  schema: typedEmail,
  fromTyped: asTyped,
  write: (typed) => typed,
});

/** An event of the books, by its key. */
export const journal: Param<string, true> = {
  ...asked,
  kind: 'journal',
  schema: typedLine(200, 1),
  fromTyped: asTyped,
  write: (key) => key,
};

/** A file, by its name on the machine; in the console by the id that it was given when it was uploaded. */
export const file: Param<string, true> = { ...journal, kind: 'file', schema: typedLine(1000, 1) };

/** Said or not. */
export const flag: Param<boolean, false> = {
  ...asked,
  kind: 'flag',
  isRequired: false,
  options: ['yes'],
  schema: z.boolean(),
  fromTyped: (typed) => (/^(yes|no)$/.test(typed) ? typed === 'yes' : typed),
  write: (said) => (said ? 'yes' : 'no'),
};

/** A customer, by their address; in facts by id. */
export const customer = byAddress('customer');

/** A member of staff, or who is to be one, by their address; in facts by id. */
export const staff = byAddress('staff');

/** An email address that is nobody's yet. */
export const address = byAddress('address');

/** One of a few words; a form begins with `first`, if one is safe to begin with. */
export const choice = <const Option extends string>(
  options: readonly Option[],
  first: NoInfer<Option> | null = null,
): Param<Option, true> => ({
  ...asked,
  kind: 'choice',
  options,
  first,
  schema: z.enum(options),
  fromTyped: asTyped,
  write: (option) => option,
});

/** A line of text. */
export const text = (most: number, schema: z.ZodMiniType<string> = typedLine(most, 1)): Param<string, true> => ({
  ...asked,
  kind: 'text',
  most,
  schema,
  fromTyped: asTyped,
  write: (line) => line,
});

/** A text of several lines, whose paragraphs are kept. */
export const paragraphs = (most: number): Param<string, true> => ({
  ...text(most, typedParagraphs(most, 1)),
  isLong: true,
});

/** What is typed as it is, and judged by the command itself. */
export const raw = text(2000, z.string());

/** What stands in for an answer, or what was found: worded so that later readers can follow it. */
export const evidence = { ...text(500, typedLine(500, 3)), least: 3 };

/** Why, for the account of actions. */
export const reason = text(200);

/** A setting, by its key. */
export const setting: Param<string, true> = {
  ...asked,
  kind: 'setting',
  schema: typedLine(60, 1),
  fromTyped: asTyped,
  write: (key) => key,
};

/** Longer than any setting's value. */
const mostOfValue = 2000;
/** What the database does not store: a null character, half a surrogate pair. */
const unstorable = /\\u(0000|d[89a-f])/i;

/** A setting's value, as JSON; typed, what is no JSON is a text. */
export const value: Param<unknown, true> = {
  ...asked,
  kind: 'value',
  schema: z.unknown().check(z.refine(isStorable)),
  fromTyped: readValue,
  write: (json) => JSON.stringify(json),
};

function isStorable(json: unknown): boolean {
  const written = JSON.stringify(json) as string | undefined;
  return written !== undefined && written.length <= mostOfValue && !unstorable.test(written);
}

/** Parses numbers, booleans and lists as JSON; anything else is taken as text. */
export function readValue(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

export const word = <Value>(param: Param<Value, true>): Param<Value, true> => ({ ...param, isWord: true });

export const optional = <Value>(param: Param<Value>): Param<Value, false> => ({ ...param, isRequired: false });

/** What identifies somebody: it stands where it can be erased, and in no entry. */
export const unrecorded = <Value, IsGiven extends boolean>(param: Param<Value, IsGiven>): Param<Value, IsGiven> => ({
  ...param,
  isRecorded: false,
});

export const pinned = <Value>(param: Param<Value>): Param<Value, false> => ({
  ...optional(param),
  isPinned: true,
  isRecorded: false,
});
