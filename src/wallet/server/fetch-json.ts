import { fetchWithin, readRetryAfter } from '#platform/server/fetch-within.ts';
import { traced } from '#telemetry/server/tracing.ts';

/** The answer of another firm's server. `body` is undefined when it was not JSON. */
export interface JsonReply {
  status: number;
  body: unknown;
  /** For how long it asks not to be asked again. */
  retryAfterMs: number;
}

/**
 * Calls another firm's server, with a deadline that covers the whole answer to its last byte. Throws when there is no answer: too late, cut
 * off, too long, or redirected to an address that nobody configured.
 */
export async function fetchJson(
  url: string,
  init: RequestInit,
  deadlineMs: number,
  mostBytes?: number,
): Promise<JsonReply> {
  const answer = await fetchWithin(deadlineMs, url, { ...init, redirect: 'error' }, mostBytes);
  return { status: answer.status, body: parse(await answer.text()), retryAfterMs: readRetryAfter(answer.headers) };
}

/** The same for the brokerage, traced as a span that is passed on to it. */
export function fetchFromBrokerage(
  call: string,
  url: string,
  headers: Record<string, string>,
  deadlineMs: number,
  mostBytes?: number,
): Promise<JsonReply> {
  return traced(
    () => ({ name: `brokerage ${call}`, kind: 'client' }),
    async (span) => {
      const reply = await fetchJson(url, { headers: { ...span.headers(), ...headers } }, deadlineMs, mostBytes);
      span.set({ 'http.response.status_code': reply.status });
      return reply;
    },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
