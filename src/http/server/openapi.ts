import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type EndpointShape, statusOf } from '#platform/endpoint.ts';
import type { Http } from './http.ts';
import { documentationPolicy } from './security-headers.ts';

const problem = z
  .object({
    code: z.string(),
    message: z.string(),
    details: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.object({}), z.array(z.string())]))),
    traceId: z.optional(z.string()),
  })
  .check(z.meta({ description: 'A refusal: a stable code, and a message in the language of Accept-Language' }));

const eventStream = { description: 'Server-sent events', content: { 'text/event-stream': { schema: z.string() } } };

/** Describes a route in the published document, using the same schemas that parse and write it. */
export function describeRoute(shape: EndpointShape): FastifySchema {
  const good = statusOf(shape);
  return {
    summary: shape.summary,
    ...(shape.refusals ? { description: `Refusals: ${shape.refusals.join(', ')}.` } : {}),
    ...(shape.params ? { params: shape.params } : {}),
    ...(shape.query ? { querystring: shape.query } : {}),
    ...(shape.body ? { body: shape.body } : {}),
    ...(shape.upload ? { consumes: ['multipart/form-data'] } : {}),
    ...headersOf(shape),
    ...(shape.access === 'public' ? {} : { security: [{ [shape.access === 'investor' ? 'token' : 'operator']: [] }] }),
    response: { [good]: shape.stream ? eventStream : (shape.answer ?? z.null()), '4xx': problem, '5xx': problem },
  };
}

const idempotencyKey = z.optional(z.string().check(z.minLength(1), z.maxLength(200)));

function headersOf({ headers, movesMoney }: EndpointShape): { headers?: unknown } {
  if (!headers && !movesMoney) return {};
  const own = (headers as z.ZodMiniObject | undefined)?.shape;
  return { headers: z.object({ ...(movesMoney && { 'idempotency-key': idempotencyKey }), ...own }) };
}

/** Serves `/openapi.json` and `/docs`. Must be registered before the routes that it describes. */
export async function publishOpenapi(http: Http): Promise<void> {
  const describeSchema = createJsonSchemaTransform({ skipList: [] });
  await http.app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: http.config.brandName, version: '1.0.0' },
      servers: [{ url: http.config.publicUrl }],
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization' },
          operator: { type: 'http', scheme: 'bearer', description: 'The installation’s OPERATOR_TOKEN' },
        },
      },
    },
    transform: (described) => {
      const { schema, url } = describeSchema(described);
      return { schema: { ...schema, 'x-bucket': described.route.config?.bucket }, url };
    },
  });
  http.app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  await http.app.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: {
      onRequest: (_request, reply, next) => {
        reply.header('Content-Security-Policy', documentationPolicy);
        next();
      },
    },
  });
  http.app.get('/openapi.json', { schema: { hide: true }, config: { bucket: 'page' } }, async () => http.app.swagger());
}
