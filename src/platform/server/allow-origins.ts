import cors from '@fastify/cors';
import type { Http } from './http.ts';

/** Lets pages of the origins that the operator named call the API; no other, and never with the browser's own credentials. */
export async function allowOrigins({ app, config }: Http): Promise<void> {
  if (config.webOrigins.length === 0) return;
  await app.register(cors, {
    origin: config.webOrigins,
    methods: ['GET', 'POST', 'PUT'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept-Language',
      'Idempotency-Key',
      'Second-Key-Approval',
      'Device-Token',
      'Quoted-Rate',
      'Quoted-Days',
      'Quoted-Fee',
      'Quoted-Fees',
      'Quoted-Tax',
    ],
    exposedHeaders: ['Link', 'Business-Time', 'X-Request-Id', 'Idempotency-Replayed', 'Retry-After'],
    // OPTIONS that asks for nothing is answered like one that does, in no shape of the library's own.
    strictPreflight: false,
    maxAge: 600,
  });
}
