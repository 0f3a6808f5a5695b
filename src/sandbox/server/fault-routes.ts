import { type FastifyInstance } from 'fastify';
import { fault } from '../contract.ts';
import { type ArmedFaults } from './armed-faults.ts';
import { requireShape } from './require-shape.ts';

/** Routes that tell the stand-in how to misbehave. No real brokerage has these calls. */
export function faultRoutes(server: FastifyInstance, faults: ArmedFaults): void {
  server.post('/sandbox/faults', async (request, reply) => {
    faults.arm(requireShape(fault, request.body));
    return reply.code(201).send({ faults: faults.list() });
  });

  server.get('/sandbox/faults', async () => ({ faults: faults.list() }));

  server.delete('/sandbox/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
