import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './mask.ts';

test.each([
  ['ana.souza@example.com', 'a•••@e•••.com'],
  ['x@host', 'x•••@h•••'],
  ['"a@b"@example.com', '"•••@e•••.com'],
  ['', '•••@•••'],
  ['é@münchen.example.org', 'é•••@m•••.org'],
])('[W1] a masked address keeps only its ends: %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test('[W1] a masked phone keeps its last two digits', () => {
  expect(maskPhone('+5511987654321')).toBe('••• 21');
});
