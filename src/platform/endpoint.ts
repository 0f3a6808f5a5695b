import type * as z from 'zod/v4/core';

/**
 * One call of the HTTP contract, defined once. The server serves it, the browser calls it, and the published OpenAPI document is generated
 * from it; none of them repeats a path or a field.
 */
export interface EndpointShape {
  method: 'GET' | 'POST' | 'PUT';
  /** With parameters as `:name`. */
  path: `/${string}`;
  /**
   * `investor` calls need a session token, `operator` calls the installation's token, `staff` calls the console's cookie; `public` calls
   * check none.
   */
  access: 'public' | 'investor' | 'operator' | 'staff';
  /** One sentence for the published document. */
  summary: string;
  params?: z.$ZodType;
  query?: z.$ZodType;
  body?: z.$ZodType;
  /** Headers specific to this call, in lower case. */
  headers?: z.$ZodType;
  /** Absent when the answer has no body (204). */
  answer?: z.$ZodType;
  /** Status of a successful answer: 200 by default, 204 without an answer. */
  status?: number;
  /** Takes an `Idempotency-Key`, and runs in one transaction with it. */
  movesMoney?: true;
  /** The largest body accepted, in bytes, where it differs from the default. */
  bodyBytes?: number;
  /** The body is sent as a form, because a file is among its fields. */
  upload?: true;
  /** Every malformed line of the body is named in the refusal, including lines with undecodable characters. */
  namesLines?: true;
  /** Adds up a whole history and takes longer as it grows, so only a few run concurrently. */
  heavy?: true;
  /** A paginated list, newest first: the `Link` header points to the next page. */
  pages?: true;
  /** The answer is a stream of server-sent events that stays open. */
  stream?: true;
  /** The answer is a file, streamed as it is read. */
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
/** Types of what a caller sends, before defaults are filled in. */
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
