import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { standardLog } from '#telemetry/server/log-destination.ts';
import { type Clock } from '#platform/clock.ts';
import { armFaults } from './armed-faults.ts';
import { faultRoutes } from './fault-routes.ts';
import { type Brokerage } from './open-brokerage.ts';
import { rateRoutes } from './rate-routes.ts';
import { requireBearer } from './require-bearer.ts';
import { WrongRequest } from './require-shape.ts';
import { transferRoutes } from './transfer-routes.ts';

export interface SandboxSettings {
  token: string;
  brokerage: Brokerage;
  clock: Clock;
  log: boolean;
}

const mostBytes = 16_384;

export function buildSandbox({ token, brokerage, clock, log }: SandboxSettings): FastifyInstance {
  const server = Fastify({
    logger: log && { level: 'info', base: { program: 'sandbox' }, stream: standardLog() },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    bodyLimit: mostBytes,
    routerOptions: { maxParamLength: 200 },
  });
  const faults = armFaults(clock);
  rateRoutes(server, clock, faults);
  void server.register(async (guarded) => {
    guarded.addHook('onRequest', requireBearer(token));
    transferRoutes(guarded, brokerage, faults);
    faultRoutes(guarded, faults);
  });
  // Logs the route's template, never its URL: one line per request, with nothing in it that is not ours to store.
  server.addHook('onResponse', async ({ log: line, method, routeOptions }, { statusCode, elapsedTime }) => {
    line.info({ method, route: routeOptions.url, status: statusCode, ms: Math.round(elapsedTime) }, 'answered');
  });
  server.setErrorHandler((error: FastifyError | WrongRequest, request, reply) => {
    if (error instanceof WrongRequest) {
      return reply.code(error.status).send({ error: error.code, problems: error.problems });
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'failed');
    return reply.code(status).send({ error: status >= 500 ? 'internal' : 'invalid_request' });
  });
  return server;
}
