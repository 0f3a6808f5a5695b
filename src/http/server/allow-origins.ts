import cors from '@fastify/cors';
import type { Http } from './http.ts';

/** Lets pages from the origins that the operator named call the API, and no others; never with the browser's own credentials. */
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
    exposedHeaders: ['Date', 'Link', 'Business-Time', 'X-Request-Id', 'Idempotency-Replayed', 'Retry-After'],
    // A bare OPTIONS request is answered like a real preflight, rather than in the library's own error shape.
    strictPreflight: false,
    maxAge: 600,
  });
}
