import { parse } from 'lossless-json';
import type { $ZodIssue, $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { refusePlatform } from '#platform/refusals.ts';

/**
 * Parses a JSON body without losing anything: a number that JavaScript would round stays an object and is refused by its schema, and a
 * duplicate key makes the body unreadable.
 */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return parse(text, null, { parseNumber: readExactly });
  } catch {
    throw refusePlatform('bad_request');
  }
}

/** More digits than any number of ours has; looking for trailing zeros in a longer one would be wasted work. */
const longestNumber = 64;

function readExactly(text: string): unknown {
  if (text.length > longestNumber) return { inexact: text };
  const value = Number(text);
  return Number.isFinite(value) && isSameDecimal(text, value) ? value : { inexact: text };
}

/** Whether the number's shortest decimal equals the decimal as written. */
function isSameDecimal(written: string, value: number): boolean {
  return normalise(written) === normalise(String(value));
}

function normalise(decimal: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(decimal);
  if (!match) return decimal;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const point = Number(exponent) - fraction.length + (digits.length - kept.length);
  return `${sign}${kept}e${point}`;
}

/** Returns the validated input, or refuses, naming the first invalid field. */
export function readInput<Value>(schema: $ZodType<Value> | undefined, input: unknown): Value {
  if (!schema) return undefined as Value;
  const checked = safeParse(schema, input);
  if (checked.success) return checked.data;
  const amount = checked.error.issues.find((issue) => issue.message === 'invalid_amount');
  if (amount) throw refusePlatform('invalid_amount', { field: fieldOf(amount) });
  throw refusePlatform('invalid_field', { field: fieldOf(checked.error.issues[0] as $ZodIssue) });
}

function fieldOf(issue: $ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys[0] ?? '';
  return issue.path.map(String).join('.') || 'body';
}
