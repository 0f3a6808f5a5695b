import type { IncomingHttpHeaders } from 'node:http';

interface Bound {
  characters: number;
  /**
   * The part of a longer header to keep: a preference list begins with the most wanted item, and a list of proxies ends with the nearest.
   */
  keep: 'beginning' | 'end' | 'nothing';
}

/**
 * Every header that we or our dependencies parse, and how much of it is ever looked at: well over what browsers and proxies send. Anything
 * beyond is treated as if it had not been sent, and makes a request no more expensive than any other. Headers that are read whole and only
 * compared or checked against a schema are bounded there.
 */
export const headerBounds: Readonly<Record<string, Bound>> = {
  accept: { characters: 512, keep: 'beginning' },
  'accept-charset': { characters: 128, keep: 'nothing' },
  'accept-encoding': { characters: 128, keep: 'beginning' },
  'accept-language': { characters: 256, keep: 'beginning' },
  'accept-version': { characters: 32, keep: 'nothing' },
  'access-control-request-headers': { characters: 512, keep: 'nothing' },
  'access-control-request-method': { characters: 32, keep: 'nothing' },
  authorization: { characters: 256, keep: 'nothing' },
  'cache-control': { characters: 128, keep: 'nothing' },
  'content-type': { characters: 256, keep: 'nothing' },
  forwarded: { characters: 1_024, keep: 'end' },
  'if-modified-since': { characters: 64, keep: 'nothing' },
  'if-none-match': { characters: 512, keep: 'nothing' },
  'if-range': { characters: 128, keep: 'nothing' },
  'last-event-id': { characters: 128, keep: 'nothing' },
  origin: { characters: 512, keep: 'nothing' },
  range: { characters: 128, keep: 'nothing' },
  'user-agent': { characters: 512, keep: 'beginning' },
  'x-forwarded-for': { characters: 1_024, keep: 'end' },
  'x-forwarded-host': { characters: 512, keep: 'end' },
  'x-forwarded-proto': { characters: 128, keep: 'end' },
};

/** Truncates overlong headers before anything reads them. An item cut in two is dropped. */
export function boundHeaders(headers: IncomingHttpHeaders): void {
  for (const name in headerBounds) {
    const sent = headers[name];
    const bound = headerBounds[name] as Bound;
    if (typeof sent !== 'string' || sent.length <= bound.characters) continue;
    if (bound.keep === 'nothing') delete headers[name];
    else headers[name] = cut(sent, bound);
  }
}

function cut(sent: string, { characters, keep }: Bound): string {
  if (keep === 'beginning') {
    const kept = sent.slice(0, characters);
    return kept.includes(',') ? kept.slice(0, kept.lastIndexOf(',')) : kept;
  }
  const kept = sent.slice(-characters);
  return kept.slice(kept.indexOf(',') + 1);
}
