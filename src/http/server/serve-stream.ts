import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { EndpointShape } from '#platform/endpoint.ts';
import type { Http } from './http.ts';
import type { Investor } from './investor.ts';
import { describeRoute } from './openapi.ts';
import { requireInvestor, tokenOf } from './require-investor.ts';

/** A stream that a customer requested; what is written to `to` is sent immediately. */
export interface StreamRequest {
  investor: Investor;
  token: string;
  to: ServerResponse;
}

/**
 * Serves server-sent events to authorised callers. `admit` refuses by throwing, before anything is sent, and otherwise returns what to do
 * with the open stream.
 */
export function serveStream(
  http: Http,
  shape: EndpointShape & { stream: true },
  admit: (investor: Investor) => (request: StreamRequest) => void,
): void {
  http.app.route({
    method: shape.method,
    url: shape.path,
    schema: describeRoute(shape),
    config: { shape },
    exposeHeadRoute: false,
    onRequest: async (request) => {
      request.investor = await requireInvestor(http, request);
    },
    handler: (request, reply) => {
      const investor = request.investor as Investor;
      const open = admit(investor);
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Proxies would buffer events.
        'x-accel-buffering': 'no',
        // The connection ends with the stream, so that a stopping server waits for nobody.
        connection: 'close',
      });
      reply.raw.flushHeaders();
      noDelay(request);
      open({ investor, token: tokenOf(request), to: reply.raw });
    },
  });
}

function noDelay(request: FastifyRequest): void {
  request.raw.socket.setNoDelay?.(true);
  request.raw.socket.setKeepAlive?.(true, 30_000);
}
