import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { leanContract } from './scripts/lean-contracts-plugin.ts';

const lean = (code: string): string => leanContract(code, parseAst(code) as never).replaceAll('/* @__PURE__ */ ', '');

test('[G7] of an endpoint customers get how it is called and what it answers, and nothing else of the contract changes', () => {
  const parts = {
    before: `const a = z.object({ query: z.string(), body: z.int() });`,
    after: `export const b = [a, z.int()];`,
  };
  const shape = `export const c = endpoint({
    method: 'PUT', summary: 'of, a comma', path: '/api/c', params: z.object({ answer: z.int() }), access: 'investor',
    body: z.object({ d: z.string().check(z.trim()) }), upload: true, answer: z.array(a), refusals: ['e', 'f'],
  });`;
  const left = `export const c = endpoint({
    method: 'PUT', path: '/api/c', access: 'investor',
    upload: true, answer: z.array(a), });`;
  expect(lean([parts.before, shape, parts.after].join('\n'))).toBe([parts.before, left, parts.after].join('\n'));
});

test('[G7] what only makes a schema is marked as what may be left out, each chain of calls once', () => {
  const code = `export const a = z.string().check(z.trim(), other(z.int()));`;
  const pure = '/* @__PURE__ */ ';
  expect(leanContract(code, parseAst(code) as never)).toBe(
    `export const a = ${pure}z.string().check(${pure}z.trim(), other(${pure}z.int()));`,
  );
});
