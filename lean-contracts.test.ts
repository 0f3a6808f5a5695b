import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { lazySchema } from '#platform/lazy-schema.ts';
import { leanContract } from './scripts/lean-contracts-plugin.ts';

const lean = (code: string): string => leanContract(code, parseAst(code) as never).replaceAll('/* @__PURE__ */ ', '');

test('[G7] keeps of an endpoint only its call and its answer, makes each schema on first use, and changes nothing else', () => {
  const parts = {
    before: `const a = z.object({ query: z.string(), body: z.int() });`,
    after: `export const b = [a, z.int()];`,
  };
  const later = {
    head: `import { lazySchema } from '#platform/lazy-schema.ts';`,
    before: `const a = lazySchema(() => z.object({ query: z.string(), body: z.int() }));`,
  };
  const shape = `export const c = endpoint({
    method: 'PUT', summary: 'of, a comma', path: '/api/c', params: z.object({ answer: z.int() }), access: 'investor',
    body: z.object({ d: z.string().check(z.trim()) }), upload: true, answer: z.array(a), refusals: ['e', 'f'],
  });`;
  const left = `export const c = endpoint({
    method: 'PUT', path: '/api/c', access: 'investor',
    upload: true, answer: lazySchema(() => z.array(a)), });`;
  const whole = [later.head, later.before, left, parts.after].join('\n');
  expect(lean([parts.before, shape, parts.after].join('\n'))).toBe(whole);
});

test('[G7] marks calls that only make a schema as removable, each chain of calls once', () => {
  const code = `export const a = [z.string().check(z.trim(), other(z.int()))];`;
  const pure = '/* @__PURE__ */ ';
  expect(leanContract(code, parseAst(code) as never)).toBe(
    `export const a = [${pure}z.string().check(${pure}z.trim(), other(${pure}z.int()))];`,
  );
});

test('[G7] a lazy schema parses, rejects and nests like one that was made eagerly', () => {
  let made = 0;
  const day = lazySchema(() => {
    made += 1;
    return z.object({ Date: z.iso.date() });
  });
  const days = lazySchema(() => z.array(z.extend(day, { Total: z.int() })));
  expect(made).toBe(0);
  expect(z.safeParse(days, [{ Date: '2026-11-23', Total: 1 }]).data).toEqual([{ Date: '2026-11-23', Total: 1 }]);
  expect(z.safeParse(days, [{ Date: 'today', Total: 1 }]).success).toBe(false);
  expect(z.safeParse(z.optional(day), undefined).success).toBe(true);
  expect([day instanceof z.ZodMiniObject, Object.keys(day.shape), made]).toEqual([true, ['Date'], 1]);
});
