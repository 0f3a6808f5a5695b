import type { World } from '#testing/server/world.ts';

/** A call from the published document: future calls are included automatically. */
export interface PublishedCall {
  method: 'GET' | 'POST' | 'PUT';
  /** With parameters as `{name}`. */
  path: string;
  access: 'public' | 'investor' | 'operator';
  isStream: boolean;
  isUpload: boolean;
  hasPages: boolean;
  /** The names of the body's fields. */
  fields: string[];
}

interface Operation {
  security?: object[];
  parameters?: { name: string }[];
  responses: Record<string, { content?: object }>;
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
}

export async function publishedCalls(world: World): Promise<PublishedCall[]> {
  const { paths } = (await world.ask({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as PublishedCall['method'],
      path,
      access: accessOf(operation),
      isStream: 'text/event-stream' in (operation.responses['200']?.content ?? {}),
      isUpload: 'multipart/form-data' in (operation.requestBody?.content ?? {}),
      hasPages: operation.parameters?.some(({ name }) => name === 'after') ?? false,
      fields: Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {}),
    })),
  );
}

function accessOf({ security = [] }: Operation): PublishedCall['access'] {
  const kinds = new Set(security.flatMap((kind) => Object.keys(kind)));
  if (kinds.has('token')) return 'investor';
  return kinds.has('operator') ? 'operator' : 'public';
}
