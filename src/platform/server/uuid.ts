import { randomUUID } from 'node:crypto';

/**
 * Generates a version 7 UUID (RFC 9562): 48 bits of the time in milliseconds, the rest random. Rows created in succession are adjacent in
 * their index. It reveals when it was created, so it must not identify anything secret. The random part comes from a version 4 UUID, for
 * which Node keeps randomness in stock: generated one by one, ids take a fifth of what awards by the thousand cost the server.
 */
export function uuidv7(at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
