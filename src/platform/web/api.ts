import type {
  AnswerOf,
  EndpointShape,
  SentBodyOf,
  SentHeadersOf,
  SentParamsOf,
  SentQueryOf,
} from '#platform/endpoint.ts';
import { config, parse } from 'zod/v4/core';
import { apiAddress, type ApiParts } from './api-address.ts';
import { alwaysSent } from './api-headers.ts';
import { ApiRefusal, NetworkFailure } from './api-failure.ts';
import { arrivalOf, longestMs, takeEarlyAnswer } from './early-answers.ts';
import { nextCursor } from './next-cursor.ts';
import { noteBusinessTime, noteServerTime } from './server-clock.ts';
import { successorOf } from './renewal.ts';
import { readSession, refuseToken } from './session.ts';

// The page may not compile code from strings (content security policy), so the schemas must not try to.
config({ jitless: true });

type Part<Name extends string, Value> = undefined extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

export type InputOf<E extends EndpointShape> = Part<'params', SentParamsOf<E>> &
  Part<'query', SentQueryOf<E>> &
  Part<'body', SentBodyOf<E>> & { headers?: SentHeadersOf<E> };

export interface CallOptions {
  signal?: AbortSignal;
  /** The call renews the token itself: when it is refused, no renewal is attempted. */
  isRenewal?: true;
}

/**
 * Calls that do not move money. Those that do are sent only by `intents/use-money-mutation.ts`, which keeps what it sent until it knows the
 * outcome.
 */
export type HarmlessCall = EndpointShape & { movesMoney?: never };

type Args<E extends EndpointShape> =
  object extends InputOf<E> ? [input?: InputOf<E>, options?: CallOptions] : [input: InputOf<E>, options?: CallOptions];

/** Calls an endpoint of the contract: sends its input, validates its answer, throws its refusals. */
export async function callApi<E extends HarmlessCall>(endpoint: E, ...args: Args<E>): Promise<AnswerOf<E>> {
  const [input, options] = args;
  return readAnswer(endpoint, await ask(endpoint, input, options));
}

/** Sends a call that moves money; retries under the same key move it once. */
export async function sendMoneyCall<E extends EndpointShape & { movesMoney: true }>(
  endpoint: E,
  input: InputOf<E>,
  idempotencyKey: string,
): Promise<AnswerOf<E>> {
  return readAnswer(endpoint, await ask(endpoint, input, { idempotencyKey }));
}

/** A page of a list, the language of its words, and the cursor of the next one: `after` of the next call, null at the end. */
export interface ApiPage<Rows> {
  rows: Rows;
  next: string | null;
  language?: string;
}

export async function callApiPage<E extends EndpointShape & { pages: true }>(
  endpoint: E,
  ...args: Args<E>
): Promise<ApiPage<AnswerOf<E>>> {
  const [input, options] = args;
  const language = document.documentElement.lang;
  const answer = await ask(endpoint, input, options);
  return { rows: await readAnswer(endpoint, answer), next: nextCursor(answer.headers.get('link')), language };
}

async function ask<E extends EndpointShape>(
  endpoint: E,
  input?: InputOf<E>,
  options?: CallOptions & { idempotencyKey?: string },
): Promise<Response> {
  const { params, query, headers, body } = (input ?? {}) as {
    params?: ApiParts;
    query?: ApiParts;
    headers?: ApiParts;
    body?: unknown;
  };
  const { token, visit } = readSession();
  const sendAs = (held: string | null): Promise<Response> =>
    send(options?.signal, apiAddress(endpoint, params, query), {
      method: endpoint.method,
      headers: headersOf(endpoint, held, headers, body, options?.idempotencyKey),
      signal: within(endpoint.upload || endpoint.access === 'staff' ? workMs : longestMs, options?.signal),
      ...(body !== undefined && { body: endpoint.upload ? formOf(body as object) : JSON.stringify(body) }),
    });
  let answer = await sendAs(token);
  if (answer.status === unauthorized && token !== null && endpoint.access === 'investor' && !options?.isRenewal) {
    const next = await successorOf(token, visit);
    if (next !== null) answer = await sendAs(next);
    // A refused token that has been replaced meanwhile says nothing about the one in use.
    if (answer.status === unauthorized) refuseToken(next ?? token);
  }
  const cameAt = arrivalOf(answer);
  noteServerTime(answer.headers.get('date'), cameAt);
  noteBusinessTime(answer.headers.get('business-time'), cameAt);
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

const unauthorized = 401;

async function readAnswer<E extends EndpointShape>(endpoint: E, answer: Response): Promise<AnswerOf<E>> {
  if (!endpoint.answer) return undefined as AnswerOf<E>;
  return parse(endpoint.answer, await readJson(answer)) as AnswerOf<E>;
}

function headersOf(
  endpoint: EndpointShape,
  token: string | null,
  own: ApiParts | undefined,
  body: unknown,
  idempotencyKey?: string,
): Headers {
  const headers = new Headers({
    ...alwaysSent(),
    ...(own as Record<string, string>),
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang,
  });
  if (endpoint.access === 'investor' && token) headers.set('Authorization', token);
  // The browser sets the content type of a form, which contains the boundary of its parts.
  if (body !== undefined && !endpoint.upload) headers.set('Content-Type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  return headers;
}

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as Blob | string);
  return form;
}

/** For what is sent as a file, and for what staff asks: days of trades, whole reports. */
const workMs = 120_000;

/** Aborts with the caller's signal, and when it took too long. `AbortSignal.any` is newer than the oldest supported browsers. */
function within(ms: number, asked?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  if (!asked) return limit;
  const both = new AbortController();
  const end = (): void => both.abort();
  for (const each of [limit, asked]) each.addEventListener('abort', end);
  if (asked.aborted) end();
  return both.signal;
}

async function send(asked: AbortSignal | undefined, address: string, request: RequestInit): Promise<Response> {
  try {
    const early = takeEarlyAnswer(address, request);
    // Rendering a screen sends many requests at once: sending each in its own task keeps the page responsive to input.
    if (!early && request.method === 'GET') await new Promise((resolve) => setTimeout(resolve));
    return await (early ?? fetch(address, request));
  } catch (cause) {
    if (asked?.aborted) throw cause;
    throw new NetworkFailure('no answer', { cause });
  }
}

/** A truncated body is a broken connection, even with a success status. */
async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (cause) {
    throw new NetworkFailure('an answer that cannot be read', { cause });
  }
}

async function refusalOf(answer: Response): Promise<ApiRefusal> {
  const said: { code?: unknown; message?: unknown; details?: unknown } = await answer.json().catch(() => ({}));
  return new ApiRefusal(
    typeof said.code === 'string' ? said.code : 'unknown',
    typeof said.message === 'string' ? said.message : '',
    answer.status,
    typeof said.details === 'object' && said.details !== null ? { ...said.details } : {},
    answer.headers.get('x-request-id') ?? '',
  );
}
