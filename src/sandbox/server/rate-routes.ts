import { type FastifyInstance } from 'fastify';
import { type Clock } from '#platform/clock.ts';
import { type ArmedFaults } from './armed-faults.ts';
import { giveAnswer, spoilBefore } from './spoil-answer.ts';
import { rateAt } from './usd-brl-rate.ts';

/** Serves the USD-BRL rate as the public service does, without authentication. */
export function rateRoutes(server: FastifyInstance, clock: Clock, faults: ArmedFaults): void {
  server.get('/json/last/USD-BRL', async (_request, reply) => {
    const fault = faults.take('rates');
    if (spoilBefore(fault, reply)) return reply;
    await giveAnswer(fault, reply, 200, { USDBRL: rateAt(clock.now()) });
    return reply;
  });
}
