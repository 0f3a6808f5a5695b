import { hash, randomBytes } from 'node:crypto';

const length = 32;

/** Generates a token in base64url. Whoever holds it is authorised, and nobody can guess it. Only its SHA-256 is ever stored. */
export function drawToken(): string {
  return randomBytes(length).toString('base64url');
}

const shape = /^[\w-]{43}$/;

/** Any other text is nobody's token, and not worth a database query. */
export function isTokenShaped(text: string): boolean {
  return shape.test(text);
}

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
