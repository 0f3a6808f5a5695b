import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusePlatform } from '#platform/refusals.ts';
import { writeRefusal } from './answer-fault.ts';
import type { HttpParts } from './http.ts';
import { securityHeaders } from './security-headers.ts';

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** How long a refused client may take to read the reason and hang up. */
const hangUpMs = 1_000;

/**
 * Answers input that is not a valid request, before there is one to route: lines that two servers in a row would parse differently, headers
 * without an end, a body that never comes. Uses the contract's shape, then closes the connection: if only our half were closed it would
 * stay open, with its descriptor, for as long as the other side likes.
 */
export function refuseUnreadable(
  parts: Pick<HttpParts, 'config' | 'translate'>,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isBeingAnswered(socket)) return void socket.destroy();
  const status = statuses[error.code ?? ''] ?? 400;
  const { text } = writeRefusal(parts, refusePlatform('bad_request'), undefined);
  const headers = {
    ...securityHeaders(parts.config),
    'X-Request-Id': randomUUID(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const hangUp = setTimeout(() => socket.destroy(), hangUpMs);
  socket.once('close', () => clearTimeout(hangUp));
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
}

/** Whether part of an answer has been sent already: a second one in the middle of it would be taken as part of it. */
function isBeingAnswered(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
