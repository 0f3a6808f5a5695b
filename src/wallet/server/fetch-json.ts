import { traced } from '#platform/server/tracing.ts';

/** The answer of another firm's server. `body` is undefined when it was not JSON. */
export interface JsonReply {
  status: number;
  body: unknown;
}

const mostBytes = 262_144;

/**
 * Calls another firm's server, with a deadline that covers the whole answer to its last byte. Throws when there is no answer: too late, cut
 * off, too long, or redirected to an address that nobody configured.
 */
export async function fetchJson(url: string, init: RequestInit, deadlineMs: number): Promise<JsonReply> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(deadlineMs) });
  return { status: response.status, body: parse(await readText(response)) };
}

/** The same for the brokerage, traced as a span that is passed on to it. */
export function fetchFromBrokerage(
  call: string,
  url: string,
  headers: Record<string, string>,
  deadlineMs: number,
): Promise<JsonReply> {
  return traced(
    () => ({ name: `brokerage ${call}`, kind: 'client' }),
    async (span) => {
      const reply = await fetchJson(url, { headers: { ...span.headers(), ...headers } }, deadlineMs);
      span.set({ 'http.response.status_code': reply.status });
      return reply;
    },
  );
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
