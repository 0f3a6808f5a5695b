import type { FastifyInstance, FastifyRequest } from 'fastify';
import { proxyTest } from './bound-connections.ts';
import type { Config } from './config.ts';
import { isOnThisMachine } from './keep-to-the-house.ts';
import { readTracing, type RequestSpan } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span?: RequestSpan;
  }
}

/** Asked for every few seconds by machines, or open for hours. */
function isTraced({ routeOptions }: FastifyRequest): boolean {
  return !routeOptions.config.shape?.stream && !/^\/(health\/|metrics)/.test(routeOptions.url ?? '');
}

/**
 * A span for each call, by the template of its route: an address holds what must not be told. The trace of a caller is continued where
 * the caller is a named proxy or a program on this machine; a customer does not decide what is sampled.
 */
export function traceRequests(app: FastifyInstance, { trustedProxies }: Config): void {
  const tracing = readTracing();
  if (!tracing) return;
  const isProxy = proxyTest(trustedProxies);
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTraced(request)) return done();
    const isOwn = isProxy(request.socket.remoteAddress ?? '') || isOnThisMachine(request);
    const { method } = request;
    request.span = tracing.request(`${method} ${routeOf(request)}`, isOwn ? request.headers : {});
    reply.header('X-Trace-Id', request.span.traceId);
    request.span.within(done);
  });
  // The body came in events of the connection, which know nothing of this call.
  app.addHook('preValidation', (request, _reply, done) => withinSpan(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    const attributes = {
      'http.request.method': request.method,
      'http.route': routeOf(request),
      'http.response.status_code': reply.statusCode,
      'lastro.request_id': request.id,
    };
    request.span?.end(attributes, reply.statusCode >= 500);
    done();
  });
}

/** Whatever is logged and asked for in `work` belongs to this call's trace. */
export function withinSpan<Result>({ span }: FastifyRequest, work: () => Result): Result {
  return span ? span.within(work) : work();
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'unknown';
}
