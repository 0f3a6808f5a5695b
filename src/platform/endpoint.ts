import type * as z from 'zod/v4/core';

/**
 * One call of the HTTP contract, written once. The server serves it, the browser calls it, and the published OpenAPI
 * document is generated from it; none of them spells a path or a field a second time.
 */
export interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT';
  /** With parameters as `:name`. */
  path: `/${string}`;
  /** `investor` calls need a session token, `operator` calls the installation's own, `staff` calls the console's cookie; `public` ones look at none. */
  access: 'public' | 'investor' | 'operator' | 'staff';
  /** One sentence for the published document. */
  summary: string;
  params?: z.$ZodType;
  query?: z.$ZodType;
  body?: z.$ZodType;
  /** Headers of this call's own, in lower case. */
  headers?: z.$ZodType;
  /** Absent when the answer has no body (204). */
  answer?: z.$ZodType;
  /** Of the good answer; 200 unless told, 204 without an answer. */
  status?: number;
  /** Takes an `Idempotency-Key`, and runs as one transaction with it. */
  movesMoney?: true;
  /** The largest body it takes, where that is not the usual; bytes. */
  bodyBytes?: number;
  /** The body is sent as a form, because a file is among its fields. */
  upload?: true;
  /** Every line of the body that is not as it has to be is named, one with letters that cannot be read among them. */
  namesLines?: true;
  /** A GET that is carried out only when the session is known to be good: it writes, waits for a lock, or asks somebody else. */
  sessionFirst?: true;
  /** Adds up a whole history, and takes longer the longer that is: of such there are few at once. */
  heavy?: true;
  /** A list in pages, newest first: the next page is announced in the `Link` header. */
  pages?: true;
  /** The answer is a stream of server-sent events that stays open. */
  stream?: true;
  /** The answer is a file, sent as it is read. */
  file?: true;
  /** Refusal codes this call may answer, for the published document. */
  refusals?: readonly string[];
}

type Read<Schema> = Schema extends z.$ZodType ? z.output<Schema> : undefined;
type Write<Schema> = Schema extends z.$ZodType ? z.input<Schema> : undefined;

export type ParamsOf<E extends EndpointShape> = Read<E['params']>;
export type QueryOf<E extends EndpointShape> = Read<E['query']>;
export type BodyOf<E extends EndpointShape> = Read<E['body']>;
export type HeadersOf<E extends EndpointShape> = Read<E['headers']>;
export type AnswerOf<E extends EndpointShape> = Read<E['answer']>;
/** What a caller sends: before defaults are filled in. */
export type SentParamsOf<E extends EndpointShape> = Write<E['params']>;
export type SentQueryOf<E extends EndpointShape> = Write<E['query']>;
export type SentBodyOf<E extends EndpointShape> = Write<E['body']>;
export type SentHeadersOf<E extends EndpointShape> = Write<E['headers']>;

export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

export function statusOf(shape: EndpointShape): number {
  return shape.status ?? (shape.answer ? 200 : 204);
}
