import { vi } from 'vitest';
import { type AnswerOf, type EndpointShape, statusOf } from '#platform/endpoint.ts';

/** A call as sent by the page. */
export interface SentCall {
  method: string;
  address: string;
  headers: Headers;
  body: unknown;
}

type Answer = (call: SentCall) => unknown;

/** Replaces the server: every endpoint answers as the test says, in the contract's shape; all others with 404. */
export interface Network {
  calls: SentCall[];
  answer: <E extends EndpointShape>(
    endpoint: E,
    answer: (call: SentCall) => AnswerOf<E> | Response | Promise<AnswerOf<E> | Response>,
  ) => Network;
  callsTo: (endpoint: EndpointShape) => SentCall[];
}

export function answerNetwork(): Network {
  const calls: SentCall[] = [];
  const answers: { endpoint: EndpointShape; answer: Answer }[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const call = sentCall(address instanceof Request ? address.url : address.toString(), request);
    calls.push(call);
    const found = answers.findLast(({ endpoint }) => isCallTo(endpoint, call));
    if (!found) return refusal(404, 'not_found', 'not answered');
    return asResponse(found.endpoint, await Promise.race([found.answer(call), abortOf(request?.signal)]));
  });
  const network: Network = {
    calls,
    answer(endpoint, answer) {
      answers.push({ endpoint, answer });
      return network;
    },
    callsTo: (endpoint) => calls.filter((call) => isCallTo(endpoint, call)),
  };
  return network;
}

export function refusal(status: number, code: string, message: string, details?: object): Response {
  return Response.json({ code, message, ...(details && { details }) }, { status });
}

/** Throws what a browser throws when there is no connection. */
export function noConnection(): never {
  throw new TypeError('Failed to fetch');
}

/** An answer that never comes: the request lasts until it is aborted. */
export function noAnswer(): Promise<never> {
  return new Promise(() => undefined);
}

/** Lets the time limit of the calls from now on be over when the returned function is called. */
export function holdTimeLimit(): () => void {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  return () => limit.abort(new DOMException('timed out', 'TimeoutError'));
}

function abortOf(signal?: AbortSignal | null): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
}

function sentCall(address: string, request: RequestInit = {}): SentCall {
  return {
    method: request.method ?? 'GET',
    address,
    headers: new Headers(request.headers),
    body: bodyOf(request.body),
  };
}

/** Parsed JSON, or the fields of a form. */
function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

function isCallTo(endpoint: EndpointShape, { method, address }: SentCall): boolean {
  const path = new URL(address, window.location.origin).pathname;
  return method === endpoint.method && new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path);
}

function asResponse(endpoint: EndpointShape, said: unknown): Response {
  if (said instanceof Response) return said;
  return said === undefined ? new Response(null, { status: 204 }) : Response.json(said, { status: statusOf(endpoint) });
}
