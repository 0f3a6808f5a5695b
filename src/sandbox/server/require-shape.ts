import * as z from 'zod/mini';

/** A request that the brokerage cannot accept from any sender. */
export class WrongRequest extends Error {
  override readonly name = 'WrongRequest';

  constructor(
    readonly status: number,
    readonly code: string,
    readonly problems: string[] = [],
  ) {
    super(code);
  }
}

export function requireShape<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new WrongRequest(422, 'invalid_request', problems);
}
