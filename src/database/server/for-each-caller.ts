import type { Reading } from './read-together.ts';

/** A statement for one caller, and the number of its parameters. */
interface Form {
  text: string;
  types: readonly string[];
}

const forms = new Map<string, Form>();

/** How many callers a statement is sent for: few sizes, because a connection prepares the statement once for each. */
const sizes = [8, 4, 3, 2] as const;

const parameter = /\$(\d+)/g;

/**
 * Declares that a read-only statement may be sent once for several callers who ask at the same moment (flights.ts). `types` are the SQL types
 * of its parameters. Its rows come in no particular order, and it may not have a column named `caller`. Returns the statement.
 */
export function forEachCaller(types: readonly string[], text: string): string {
  const told = Math.max(0, ...Array.from(text.matchAll(parameter), ([, number]) => Number(number)));
  if (told !== types.length) throw new Error(`the statement has ${told} parameters, not ${types.length}`);
  forms.set(text, { text, types });
  return text;
}

/** Whether the statement was declared by `forEachCaller`. */
export function isForEachCaller(text: string): boolean {
  return forms.has(text);
}

/** Splits callers of one statement into groups of the sizes that statements are sent for; a last one may be alone. */
export function groupCallers<Caller>(callers: readonly Caller[]): Caller[][] {
  const groups: Caller[][] = [];
  for (let at = 0; at < callers.length; at += groups.at(-1)?.length ?? 1) {
    const left = callers.length - at;
    groups.push(callers.slice(at, at + (sizes.find((size) => size <= left) ?? 1)));
  }
  return groups;
}

/** One statement for all these callers of the statement `text`, each with their own values. */
export function readForEach(text: string, values: readonly (readonly unknown[])[]): Reading {
  const form = forms.get(text);
  if (!form) throw new Error('the statement is for one caller');
  return [textFor(form, values.length), values.flat()];
}

interface OfCaller {
  caller: number;
}

/** The rows of each caller, in the callers' order. */
export function rowsOfEach(rows: readonly object[], callers: number): object[][] {
  const each: object[][] = Array.from({ length: callers }, () => []);
  for (const row of rows) {
    const { caller, ...own } = row as OfCaller;
    each[caller]?.push(own);
  }
  return each;
}

const texts = new Map<string, string>();

/** OFFSET 0 keeps the plan of the statement for one caller, run once for each. */
function textFor({ text, types }: Form, callers: number): string {
  const key = `${callers} ${text}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const asked = Array.from({ length: callers }, (_, caller) => {
    const values = types.map((type, at) => `$${caller * types.length + at + 1}::${type}`);
    return `(${[caller, ...values].join(', ')})`;
  });
  const names = types.map((_, at) => `value_${at + 1}`);
  const own = text.replaceAll(parameter, (_, number: string) => `asked.value_${number}`);
  const made = `SELECT asked.caller, answer.* FROM (VALUES ${asked.join(', ')}) AS asked (${['caller', ...names].join(', ')})
    CROSS JOIN LATERAL (SELECT * FROM (${own}) AS own OFFSET 0) AS answer`;
  texts.set(key, made);
  return made;
}
