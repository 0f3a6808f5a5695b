import { safeParse } from 'zod/v4/core';
import { type EndpointShape, statusOf } from '#platform/endpoint.ts';

/** An answer ready to send, or stored with its idempotency key and replayed verbatim. */
export interface Answer {
  status: number;
  /** JSON text; empty for 204. */
  text: string;
}

/** Serialises the result of a use case as the contract defines it; a result of any other shape is a fault. */
export function writeAnswer(shape: EndpointShape, value: unknown): Answer {
  if (!shape.answer) return { status: statusOf(shape), text: '' };
  const checked = safeParse(shape.answer, value);
  if (!checked.success) {
    const where = checked.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Error(`the answer of ${shape.method} ${shape.path} is not what its contract says: ${where}`);
  }
  return { status: statusOf(shape), text: JSON.stringify(checked.data) };
}
