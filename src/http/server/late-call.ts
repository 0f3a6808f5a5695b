import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';

/**
 * How long what was looked up about a caller is relied on, in milliseconds. Callers are looked up before their body is read, and a body may
 * take half a minute to arrive: nobody may choose by that when their call counts as made, or keep using a session that has ended since
 * (docs/decisions/0058-staying-in.md).
 */
export const promptMs = 100;

/** Notes that the caller has just been looked up. */
export function noteLookUp(request: FastifyRequest): void {
  request.lookedUpAt = performance.now();
}

/** Whether the caller was looked up so long ago that the look-up says nothing about now. False where nobody was looked up. */
export function isLate({ promptMs: most }: Pick<Http, 'promptMs'>, { lookedUpAt }: FastifyRequest): boolean {
  return lookedUpAt !== undefined && performance.now() - lookedUpAt > most;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the caller was last looked up, in milliseconds of the process's monotonic clock. */
    lookedUpAt?: number;
  }
}
