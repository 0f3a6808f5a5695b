import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';

export interface ProxyWatch {
  /** Within the last hour. */
  isUnnamedSeen(): boolean;
}

const hourMs = 3_600_000;
const headers = ['x-forwarded-for', 'forwarded'] as const;

/**
 * Notices when forwarded headers arrive that do not count, because TRUSTED_PROXIES does not name who sent them: everybody who comes
 * through that proxy is then one network to every limit. Said once an hour and in the readiness, and nothing else: anybody can send
 * such a header.
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

/** Whoever sent the header is named, so the address that it tells was taken. */
function isCounted(request: FastifyRequest): boolean {
  return request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 0) > 1;
}
