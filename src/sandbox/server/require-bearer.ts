import { createHash, timingSafeEqual } from 'node:crypto';
import { type FastifyRequest } from 'fastify';
import { WrongRequest } from './require-shape.ts';

/** Admits only the holder of the token. Compares digests, so timing reveals neither the length nor the first difference. */
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
