import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { styleSources } from './content-security-policy.ts';
import { securityHeaders } from '#http/server/security-headers.ts';

const library = 'node_modules/react-aria/dist/private';
const written = /style\.textContent = `([^`]*)`\.trim\(\)/;
const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/;

test.each(['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs'])(
  'the policy allows the style that react-aria injects in %s',
  (file) => {
    const source = readFileSync(`${library}/${file}`, 'utf8');
    const style = (written.exec(source)?.[1] ?? '').replace(/\$\{[^}]*\}/, attribute.exec(source)?.[1] ?? '').trim();
    expect(style).toContain('@layer');
    expect(styleSources).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  },
);

test('styles are allowed from our own files and the listed hashes only', () => {
  const [own, ...named] = styleSources.split(' ');
  expect(own).toBe("'self'");
  expect(named).toHaveLength(2);
  for (const each of named) expect(each).toMatch(/^'sha256-[\w+/]{43}='$/);
});

test("the policy has no 'unsafe' source", () => {
  expect(styleSources).not.toContain('unsafe');
});

test('[L8] text cannot become code: only one trusted-types policy is allowed', () => {
  const { 'Content-Security-Policy': policy = '' } = securityHeaders({ publicUrl: 'https://lastro.example' });
  expect(policy).toContain(`require-trusted-types-for 'script'`);
  expect(policy).toMatch(/trusted-types default$/);
});
