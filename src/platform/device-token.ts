import * as z from 'zod/mini';

/**
 * Identifies the browser at login, as opposed to its owner: a random token that it generated and keeps. A browser that sends none, or
 * something else, is let in all the same; it is then known by its kind alone.
 */
export const deviceHeaders = z.object({ 'device-token': z.optional(z.string().check(z.maxLength(200))) });
