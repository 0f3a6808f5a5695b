import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of one connection that wait for the answer to an earlier one. */
interface Line {
  isServing: boolean;
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Serves the requests of a connection one after the other, and reads no more of them while one waits: answers leave in order anyway, and
 * whoever sends a hundred thousand requests without reading would otherwise have them all served, and every answer kept. Between two of
 * them everybody else gets a turn. Browsers and proxies send the next request after the answer, and notice nothing.
 */
export function serveInOrder(server: Server): void {
  const [serve] = server.listeners('request') as RequestListener[];
  if (!serve) throw new Error('the server has nothing that answers');
  server.removeAllListeners('request');
  const lines = new WeakMap<Socket, Line>();

  function begin(line: Line, request: IncomingMessage, response: ServerResponse): void {
    line.isServing = true;
    // Fastify alone listens ten times to the end of an answer that streams a file.
    response.setMaxListeners(20);
    response.once('close', () => setImmediate(() => proceed(line, request.socket)));
    serve?.(request, response);
  }

  function proceed(line: Line, socket: Socket): void {
    line.isServing = false;
    if (socket.destroyed) line.waiting = [];
    const next = line.waiting.shift();
    if (!next) return;
    begin(line, ...next);
    if (line.waiting.length === 0) socket.resume();
  }

  server.on('request', (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { isServing: false, waiting: [] };
    if (!line.isServing) {
      lines.set(socket, line);
      return begin(line, request, response);
    }
    // Node resumes reading after each request that it has parsed; the rest of what it has read is parsed all the same.
    if (line.waiting.push([request, response]) === 1) socket.pause();
  });
  server.on('connection', (socket: Socket) => {
    socket.on('resume', () => {
      if (lines.get(socket)?.waiting.length) socket.pause();
    });
  });
}
