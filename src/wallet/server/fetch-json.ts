import { traced } from '#platform/server/tracing.ts';

/** What another firm's server answered. `body` is undefined when it was not JSON. */
export interface JsonReply {
  status: number;
  body: unknown;
}

const mostBytes = 262_144;

/**
 * Asks another firm's server, within a deadline that covers the answer's last byte too. Throws when there is no answer:
 * too late, cut off, too long, or sent on to an address that nobody configured.
 */
export async function fetchJson(url: string, init: RequestInit, deadlineMs: number): Promise<JsonReply> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(deadlineMs) });
  return { status: response.status, body: parse(await readText(response)) };
}

/** The same of the brokerage: as a span, whose trace the brokerage is told. */
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
