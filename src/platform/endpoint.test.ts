import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, statusOf } from './endpoint.ts';

const call = { method: 'POST', path: '/x', access: 'investor', summary: 'A call' } as const;

test('a call is answered 200, 204 when there is nothing to say, or what it declares', () => {
  expect(statusOf({ ...call, answer: z.string() })).toBe(200);
  expect(statusOf(call)).toBe(204);
  expect(statusOf({ ...call, answer: z.string(), status: 201 })).toBe(201);
  expect(statusOf({ ...call, status: 202 })).toBe(202);
});

test('a call is what was written down', () => {
  expect(endpoint(call)).toBe(call);
});
