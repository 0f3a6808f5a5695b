import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, statusOf } from './endpoint.ts';

const call = { method: 'POST', path: '/x', access: 'investor', summary: 'A call' } as const;

test('answers 200, 204 without a body, or the declared status', () => {
  expect(statusOf({ ...call, answer: z.string() })).toBe(200);
  expect(statusOf(call)).toBe(204);
  expect(statusOf({ ...call, answer: z.string(), status: 201 })).toBe(201);
  expect(statusOf({ ...call, status: 202 })).toBe(202);
});

test('returns the definition unchanged', () => {
  expect(endpoint(call)).toBe(call);
});
