import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPasskeySite } from './passkey-site.ts';
import { readSealSecret } from './read-seal-secret.ts';
import { createSeal } from './seal.ts';

const secret = Buffer.from('the secret of an app');
const seal = createSeal(() => 'a-secret-for-tests-that-is-long-enough');

test('a sealed secret opens only for its customer, with the same key, and intact', () => {
  const sealed = seal.close(secret, 'ana');
  expect(seal.open(sealed, 'ana')).toEqual(secret);
  expect(seal.open(sealed, 'bruno')).toBeNull();
  expect(createSeal(() => 'another-secret-that-is-long-enough!').open(sealed, 'ana')).toBeNull();
  const bent = Buffer.from(sealed);
  bent[20] = (bent[20] ?? 0) ^ 1;
  expect(seal.open(bent, 'ana')).toBeNull();
});

test('two seals of the same secret differ and do not contain it', () => {
  const [one, other] = [seal.close(secret, 'ana'), seal.close(secret, 'ana')];
  expect(one.equals(other)).toBe(false);
  expect(one.includes(secret)).toBe(false);
});

test('without SECOND_KEY_SECRET the installation creates a file once, readable by its user alone', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lastro-seal-'));
  const first = readSealSecret({ secondFactorSecret: '', dataDir });
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readSealSecret({ secondFactorSecret: '', dataDir })).toBe(first);
  expect(statSync(join(dataDir, 'second-key-secret')).mode & 0o777).toBe(0o600);
  expect(readSealSecret({ secondFactorSecret: 'x'.repeat(32), dataDir })).toBe('x'.repeat(32));
});

test.each([
  ['https://lastro.example', { name: 'lastro.example', address: 'https://lastro.example' }],
  [
    'https://invest.lastro.example:8443',
    { name: 'invest.lastro.example', address: 'https://invest.lastro.example:8443' },
  ],
  ['http://127.0.0.1:8080', { name: 'localhost', address: 'http://localhost:8080' }],
  ['http://[::1]:8080', { name: 'localhost', address: 'http://localhost:8080' }],
  ['http://localhost:8080', { name: 'localhost', address: 'http://localhost:8080' }],
])('passkeys of %s are bound to a name', (publicUrl, site) => {
  expect(readPasskeySite({ publicUrl, webOrigins: [] })).toMatchObject({ ...site, origins: [site.address] });
});

test('an address without a name supports no passkeys', () => {
  expect(readPasskeySite({ publicUrl: 'http://192.0.2.7:8080', webOrigins: [] })).toBeNull();
  expect(readPasskeySite({ publicUrl: 'http://[2001:db8::1]', webOrigins: [] })).toBeNull();
});
