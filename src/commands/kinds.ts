import * as z from 'zod/mini';

/** What a parameter of a command, or a word of its sentence, is: how it is typed, checked and shown. */
export const kinds = [
  'customer',
  'staff',
  'address',
  'id',
  'choice',
  'money',
  'number',
  'day',
  'moment',
  'code',
  'transfer',
  'journal',
  'file',
  'flag',
  'text',
  'setting',
  'value',
] as const;
export type Kind = (typeof kinds)[number];

/** A piece of a sentence: words as they are, or a value that the reader's page shows by its kind. */
export const part = z.object({
  Kind: z.enum(['words', ...kinds]),
  /**
   * Money as a decimal of USD; a day or a moment as ISO 8601; a customer, a member of staff or a transfer by id; a setting by key, its
   * value as JSON.
   */
  Value: z.string(),
  /**
   * The name of a person or a choice, the unit of a setting's value, or the owner and number of a journal; null where there is none, or where
   * it is not read.
   */
  Name: z.nullable(z.string()),
});
export type Part = z.output<typeof part>;

/** A field of a command's form, in the reader's language. */
export const field = z.object({
  Name: z.string(),
  Kind: z.enum(kinds),
  Label: z.string(),
  Hint: z.nullable(z.string()),
  IsRequired: z.boolean(),
  /** What it begins with, as it is typed; null if nothing. */
  First: z.nullable(z.string()),
  /** Maximum characters of a text. */
  Most: z.nullable(z.int()),
  /** A text of several lines. */
  IsLong: z.boolean(),
  /** Of a choice; of settings by key, the note being the unit of their values. */
  Options: z.array(z.object({ Value: z.string(), Label: z.string(), Note: z.nullable(z.string()) })),
});
export type Field = z.output<typeof field>;
