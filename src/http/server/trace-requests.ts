import type { FastifyInstance, FastifyRequest } from 'fastify';
import { proxyTest } from './bound-connections.ts';
import type { Config } from '#settings/server/config.ts';
import { isOnThisMachine } from './keep-to-the-house.ts';
import { readTracing, type RequestSpan } from '#telemetry/server/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span?: RequestSpan;
  }
}

/** Excludes calls that machines make every few seconds, and long-lived streams. */
function isTraced({ routeOptions }: FastifyRequest): boolean {
  return !routeOptions.config.shape?.stream && !/^\/(health\/|metrics)/.test(routeOptions.url ?? '');
}

/**
 * Opens a span for each call, named by the template of its route: a URL holds what must not be disclosed. The caller's trace is continued
 * where the caller is a configured proxy or a program on this machine; customers do not decide what is sampled.
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
  // The body arrived in events of the connection, outside the context of this call.
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

/** Everything logged and queried in `work` belongs to this call's trace. */
export function withinSpan<Result>({ span }: FastifyRequest, work: () => Result): Result {
  return span ? span.within(work) : work();
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'unknown';
}
