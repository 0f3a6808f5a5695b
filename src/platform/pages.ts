import * as z from 'zod/mini';

/**
 * Query parameters shared by every list (api.md): a time span (inclusive start, exclusive end; a bare date is a day in `tz`, and a time
 * without a zone is taken in `tz`), and a page of it, newest first. `after` is the opaque cursor from the `Link` header of the previous
 * page.
 */
const dateOrTime = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);

/** Normalised to the canonical name, so that every alias of a zone is the same one. */
const zoneName = z.pipe(z.string().check(z.maxLength(64), z.refine(isZone)), z.transform(lastingName));

export const spanFields = {
  start: z.optional(dateOrTime),
  end: z.optional(dateOrTime),
  tz: z._default(zoneName, 'UTC'),
};

export const pageFields = {
  ...spanFields,
  limit: z._default(
    z.pipe(z.string().check(z.regex(/^\d{1,3}$/)), z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(500)))),
    100,
  ),
  after: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/))),
};

export const listQuery = z.object(pageFields);
export type ListQuery = z.output<typeof listQuery>;

function isZone(name: string): boolean {
  try {
    // An offset is not a place, and PostgreSQL reads its sign the other way round.
    return /^[A-Za-z]/.test(lastingName(name));
  } catch {
    return false;
  }
}

function lastingName(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}
