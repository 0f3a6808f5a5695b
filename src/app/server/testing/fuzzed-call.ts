import fc from 'fast-check';
import type { World } from '#testing/server/world.ts';
import { type Likely, type Schema, valueOf } from './value-of-schema.ts';

/** A call with everything that the published document says may be sent with it. */
export interface DescribedCall {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  parameters: { in: 'path' | 'query' | 'header'; name: string; schema: Schema; required?: boolean }[];
  body: Schema | null;
  isUpload: boolean;
  isStream: boolean;
}

interface Operation {
  parameters?: DescribedCall['parameters'];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: object }>;
}

/** A request as a record of plain values, so that a failure can be shrunk and replayed. */
export interface FuzzedCall {
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

export async function describedCalls(world: World): Promise<DescribedCall[]> {
  const { paths } = (await world.ask({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase() as DescribedCall['method'],
      path,
      parameters,
      body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
      isUpload: 'multipart/form-data' in (requestBody?.content ?? {}),
      isStream: 'text/event-stream' in (responses['200']?.content ?? {}),
    })),
  );
}

/** Generates requests of this call: mostly as described, some with an invalid part, some not of its kind at all. */
export function fuzzed(call: DescribedCall, likely: Likely): fc.Arbitrary<FuzzedCall> {
  const of = (place: 'path' | 'query' | 'header'): fc.Arbitrary<Record<string, unknown>> => {
    const parameters = call.parameters.filter((parameter) => parameter.in === place);
    const values = parameters.map(({ name, schema }) => [name, valueOf(schema, likely, name)] as const);
    const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
    const least = values.filter(([name]) => needed.includes(name));
    return fc.oneof(
      fc.record(Object.fromEntries(least)),
      fc.record(Object.fromEntries(values), { requiredKeys: needed }),
    );
  };
  const body =
    call.body && !call.isUpload ? valueOf(call.body, likely).map((value) => JSON.stringify(value)) : fc.string();
  const junk = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom('{"amount":1e400}', '{"amount":01}', '{"a":1,"a":2}', '['),
  );
  return fc
    .record({
      path: of('path'),
      query: of('query'),
      header: of('header'),
      body: fc.oneof({ arbitrary: body, weight: 9 }, { arbitrary: junk, weight: 1 }),
      type: fc.oneof({ arbitrary: fc.constant('application/json'), weight: 19 }, { arbitrary: fc.string(), weight: 1 }),
      language: fc.constantFrom('pt-BR', 'en', 'fa', 'zh;q=0.2, es', '*', ''),
    })
    .map(({ path, query, header, body, type, language }) => ({
      url: call.path.replace(/\{(\w+)\}/g, (_, name: string) => asPart(path[name]) || '-') + asQuery(query),
      headers: {
        'accept-language': language,
        ...(call.method === 'GET' ? {} : { 'content-type': call.isUpload ? 'multipart/form-data; boundary=b' : type }),
        ...Object.fromEntries(
          Object.entries(header).map(([name, value]) => [name, asText(value).replace(/[^ -~]/g, '')]),
        ),
      },
      payload: call.method === 'GET' ? undefined : call.isUpload ? asForm(body) : body,
    }));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\p{Cs}/gu, '') : (JSON.stringify(value) ?? '');
}

function asPart(value: unknown): string {
  return encodeURIComponent(asText(value));
}

function asQuery(query: Record<string, unknown>): string {
  const written = Object.entries(query).map(([name, value]) => `${name}=${asPart(value)}`);
  return written.length > 0 ? `?${written.join('&')}` : '';
}

function asForm(content: string): string {
  return `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${content}\r\n--b--\r\n`;
}
