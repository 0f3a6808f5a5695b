import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';

export interface ProxyWatch {
  /** Whether one was seen within the last hour. */
  isUnnamedSeen(): boolean;
}

const hourMs = 3_600_000;
const headers = ['x-forwarded-for', 'forwarded'] as const;

/**
 * Detects forwarded headers that are ignored because TRUSTED_PROXIES does not name their sender: everybody behind that proxy then counts as
 * one network for every limit. Logged once an hour and shown in readiness, nothing more: anybody can send such a header.
 */
export function watchForProxies({ app }: Pick<Http, 'app'>, nowMs: () => number = () => Date.now()): ProxyWatch {
  let seenAt = Number.NEGATIVE_INFINITY;
  let saidAt = Number.NEGATIVE_INFINITY;
  const note = (request: FastifyRequest): void => {
    const header = headers.find((name) => request.headers[name] !== undefined);
    if (!header || isCounted(request)) return;
    seenAt = nowMs();
    if (seenAt - saidAt < hourMs) return;
    saidAt = seenAt;
    app.log.warn(
      { header },
      'forwarded headers of a proxy that TRUSTED_PROXIES does not name do not count: all who come through it have the attempts of one',
    );
  };
  app.addHook('onRequest', (request, _reply, done) => {
    note(request);
    done();
  });
  return { isUnnamedSeen: () => nowMs() - seenAt < hourMs };
}

/** Whether the header's sender is named, so that the address in it was used. */
function isCounted(request: FastifyRequest): boolean {
  return request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 0) > 1;
}
