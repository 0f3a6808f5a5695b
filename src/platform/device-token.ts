import * as z from 'zod/mini';

/**
 * What a browser shows with a login besides who its owner is: a random token that it drew itself and keeps. Whoever shows none, or
 * something else, gets in all the same; it is then known by its kind alone.
 */
export const deviceHeaders = z.object({ 'device-token': z.optional(z.string().check(z.maxLength(200))) });
