import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusePlatform } from '../refusals.ts';
import { writeRefusal } from './answer-fault.ts';
import type { HttpParts } from './http.ts';
import { securityHeaders } from './security-headers.ts';

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** How long whoever was refused may take to read why and hang up. */
const hangUpMs = 1_000;

/**
 * Answers what is no request at all, before there is one to be answered by a route: lines that two servers in a row would read
 * differently, headers without an end, a body that never comes. In the contract's shape, and with it the connection is over:
 * our half of it alone would stay open, with its descriptor, for as long as the other side likes.
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

/** Whether part of an answer has gone out already: a second one in the middle of it would be read as its own. */
function isBeingAnswered(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
