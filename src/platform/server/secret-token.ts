import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url: whoever holds it may, and nobody guesses it. Only its SHA-256 is ever stored. */
export function drawToken(): string {
  return randomBytes(32).toString('base64url');
}

const shape = /^[\w-]{43}$/;

/** Anything else is nobody's token, and not worth a question to the database. */
export function isTokenShaped(text: string): boolean {
  return shape.test(text);
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
