import { hash, randomBytes } from 'node:crypto';
import { cellOf } from './cell.ts';

const length = 32;

/**
 * 31 random bytes and the cell of whose it is, in base64url: whoever holds it may, and nobody guesses it. The token alone says where
 * to look for it. Only its SHA-256 is ever stored.
 */
export function drawToken(customerId: string): string {
  const bytes = randomBytes(length);
  bytes[length - 1] = cellOf(customerId);
  return bytes.toString('base64url');
}

const shape = /^[\w-]{43}$/;

/** Anything else is nobody's token, and not worth a question to the database. */
export function isTokenShaped(text: string): boolean {
  return shape.test(text);
}

/** Where a token is kept, if it is anybody's; of what is no token, anywhere. */
export function cellOfToken(token: string): number {
  return Buffer.from(token, 'base64url')[length - 1] ?? 0;
}

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Hash and cell, as every look-up of a token names them. */
export function placeOfToken(token: string): [hash: Buffer, cell: number] {
  return [hashOfToken(token), cellOfToken(token)];
}
