import { randomUUID } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562): 48 bits of the time in milliseconds, the rest drawn. Rows that are made one after another lie beside
 * each other in their index. It says when it was made, so nothing secret is named by one. What is drawn is a UUID of version 4's, for
 * which Node keeps randomness in stock: drawn one by one it is a fifth of what awards by the thousand cost the server.
 */
export function uuidv7(at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
