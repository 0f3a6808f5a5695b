import fc from 'fast-check';

/** The subset of JSON Schema that the published document uses. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Realistic values by field name: values that merely fit the schema never get far. */
export type Likely = Record<string, fc.Arbitrary<unknown>>;

/** Created once: graphemes of every script take time to generate, and so does parsing a pattern. */
const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });
const texts = new Map<string, fc.Arbitrary<string>>();

/** Values that no schema wants. */
const unfit = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    0,
    -0,
    -1,
    1e21,
    10.001,
    2 ** 53,
    '',
    ' ',
    '10',
    true,
    null,
    [],
    {},
    '\u0000',
    "' OR 1=1",
    '../..',
    '٣',
  ),
  fc.constantFrom('x'.repeat(5000), '=1+1', '<script>', '2026-02-30', '0000-00-00T00:00:00Z', '9'.repeat(40)),
);

/** Mostly what the schema requires; each part is invalid now and then. */
export function valueOf(schema: Schema, likely: Likely, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema, likely, name), weight: 14 }, { arbitrary: unfit, weight: 1 });
}

function fitting(schema: Schema, likely: Likely, name: string): fc.Arbitrary<unknown> {
  const { anyOf, type } = schema;
  const known = likely[name];
  if (known) return fc.oneof({ arbitrary: known, weight: 4 }, { arbitrary: fitting(schema, {}, ''), weight: 1 });
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map((each) => fitting(each, likely, name)));
  if (type === 'object') return objectOf(schema, likely);
  if (type === 'array') return fc.array(valueOf(schema.items ?? {}, likely, name), { maxLength: 5 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numberOf(schema);
  return type === 'null' ? fc.constant(null) : textOf(schema);
}

function objectOf({ properties = {}, required = [] }: Schema, likely: Likely): fc.Arbitrary<unknown> {
  const parts = Object.entries(properties).map(([name, part]) => [name, valueOf(part, likely, name)] as const);
  const complete = fc.record(Object.fromEntries(parts), { requiredKeys: required });
  const least = fc.record(Object.fromEntries(parts.filter(([name]) => required.includes(name))));
  const lacking = fc.record({ ...Object.fromEntries(parts), other: unfit }, { requiredKeys: [] });
  return fc.oneof(
    { arbitrary: complete, weight: 5 },
    { arbitrary: least, weight: 4 },
    { arbitrary: lacking, weight: 1 },
  );
}

function numberOf({ minimum = -1000, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  const least = Math.max(minimum, -1e9);
  const most = Math.min(maximum, 1e9);
  return fc.oneof(fc.integer({ min: Math.ceil(least), max: Math.floor(most) }), fc.constantFrom(least, most));
}

function textOf({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  // Unicode properties cannot be generated; such a pattern only excludes control characters.
  if (pattern && !pattern.includes('\\p{')) return matching(pattern);
  return anyText.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength));
}

function matching(pattern: string): fc.Arbitrary<string> {
  const made = texts.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  texts.set(pattern, made);
  return made;
}
