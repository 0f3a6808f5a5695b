import { expect, test } from 'vitest';
import { boundHeaders, headerBounds } from './bound-headers.ts';

function bounded(name: string, sent: string): string | undefined {
  const headers: Record<string, string> = { [name]: sent };
  boundHeaders(headers);
  return headers[name];
}

test('a header within its limit is left unchanged', () => {
  for (const [name, { characters }] of Object.entries(headerBounds)) {
    expect([name, bounded(name, 'a'.repeat(characters))]).toEqual([name, 'a'.repeat(characters)]);
  }
});

test('a longer header is cut to at most its limit, whatever it contains', () => {
  for (const [name, { characters }] of Object.entries(headerBounds)) {
    for (const unit of [',', ' ', ';', 'en,', '"', '/', 'a']) {
      expect(bounded(name, unit.repeat(15_500))?.length ?? 0, `${name} ${unit}`).toBeLessThanOrEqual(characters);
    }
  }
});

test('a list of languages keeps its first complete items, and a list of proxies its last', () => {
  const languages = ['fa', ...Array.from({ length: 500 }, () => 'en-US')].join(',');
  expect(bounded('accept-language', languages)?.startsWith('fa,en-US')).toBe(true);
  expect(bounded('accept-language', languages)?.endsWith('en-US')).toBe(true);
  const proxies = [...Array.from({ length: 500 }, () => '203.0.113.77'), '198.51.100.4', '192.0.2.1'].join(', ');
  expect(bounded('x-forwarded-for', proxies)?.split(', ').slice(-2)).toEqual(['198.51.100.4', '192.0.2.1']);
  expect(new Set(bounded('x-forwarded-for', proxies)?.trim().split(', '))).toEqual(
    new Set(['203.0.113.77', '198.51.100.4', '192.0.2.1']),
  );
});

test('a token or content type that is too long is dropped, not cut', () => {
  expect(bounded('authorization', 'x'.repeat(300))).toBeUndefined();
  expect(bounded('content-type', `application/json;${' '.repeat(300)}`)).toBeUndefined();
});
