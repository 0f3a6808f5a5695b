import { safeParse } from 'zod/v4/core';
import { type EndpointShape, statusOf } from '../endpoint.ts';

/** An answer ready to be sent, or kept beside its idempotency key and sent again to the letter. */
export interface Answer {
  status: number;
  /** JSON text; empty for 204. */
  text: string;
}

/** Writes what a use case gave as the contract says; a use case that gives anything else is at fault. */
export function writeAnswer(shape: EndpointShape, value: unknown): Answer {
  if (!shape.answer) return { status: statusOf(shape), text: '' };
  const checked = safeParse(shape.answer, value);
  if (!checked.success) {
    const where = checked.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Error(`the answer of ${shape.method} ${shape.path} is not what its contract says: ${where}`);
  }
  return { status: statusOf(shape), text: JSON.stringify(checked.data) };
}
