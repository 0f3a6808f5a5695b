import { hash, randomBytes } from 'node:crypto';
import { cellOf } from './cell.ts';

const length = 32;

/**
 * Generates a token: 31 random bytes and the cell of its owner, in base64url. Whoever holds it is authorised, and nobody can guess it. The
 * token alone says where to look it up. Only its SHA-256 is ever stored.
 */
export function drawToken(customerId: string): string {
  const bytes = randomBytes(length);
  bytes[length - 1] = cellOf(customerId);
  return bytes.toString('base64url');
}

const shape = /^[\w-]{43}$/;

/** Any other text is nobody's token, and not worth a database query. */
export function isTokenShaped(text: string): boolean {
  return shape.test(text);
}

/** The cell in which a token is stored, if it is anybody's; arbitrary for other text. */
export function cellOfToken(token: string): number {
  return Buffer.from(token, 'base64url')[length - 1] ?? 0;
}

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The hash and cell by which every token is looked up. */
export function placeOfToken(token: string): [hash: Buffer, cell: number] {
  return [hashOfToken(token), cellOfToken(token)];
}
