import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['lastro-operações.csv', 'lastro-operations.csv', 'lastro-operations.csv', 'lastro-opera%C3%A7%C3%B5es.csv'],
  ['lastro-صورت.csv', 'lastro-statement.csv', 'lastro-statement.csv', 'lastro-%D8%B5%D9%88%D8%B1%D8%AA.csv'],
  ['ação-extrato.csv', 'ação-statement.csv', 'acao-statement.csv', 'a%C3%A7%C3%A3o-extrato.csv'],
  ['لسترو-extrato.csv', 'لسترو-statement.csv', 'statement.csv', '%D9%84%D8%B3%D8%AA%D8%B1%D9%88-extrato.csv'],
])('[H4] %s is saved under its name, and as %s where only ASCII is supported', (name, plain, ascii, encoded) => {
  expect(contentDisposition(name, plain)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`);
});

test('[H4] no name escapes the header', () => {
  expect(contentDisposition('a.csv', 'a"\r\nSet-Cookie: b=1;.csv')).toBe(
    `attachment; filename="aSet-Cookieb1.csv"; filename*=UTF-8''a.csv`,
  );
});
