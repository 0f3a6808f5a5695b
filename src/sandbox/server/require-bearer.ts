import { createHash, timingSafeEqual } from 'node:crypto';
import { type FastifyRequest } from 'fastify';
import { WrongRequest } from './require-shape.ts';

/** Lets only the holder of the token pass. Digests are compared, so that neither length nor first difference shows in time. */
export function requireBearer(token: string): (request: FastifyRequest) => Promise<void> {
  const wanted = digest(`Bearer ${token}`);
  return async (request) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      throw new WrongRequest(401, 'unauthorized');
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
