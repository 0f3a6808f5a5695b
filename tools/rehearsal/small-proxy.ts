import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const checkEveryMs = 250;
const checkWithinMs = 2_000;
/** A server that reports it is not ready is believed immediately; one that is only slow is asked again. */
const silencesUntilGone = 3;

interface Backend {
  port: number;
  agent: Agent;
  isReady: boolean;
}

/**
 * Does what a proxy does and no more: checks each server's readiness, sends to the ready ones in turn, keeps connections alive, and retries
 * only what certainly never arrived. It hides no failure.
 */
export class SmallProxy {
  address = '';
  readonly #server: Server = createServer((asked, answer) => this.#pass(asked, answer, 0));
  readonly #backends: Backend[];
  #next = 0;
  #isStopped = false;

  constructor(ports: readonly number[]) {
    this.#backends = ports.map((port) => ({ port, agent: new Agent({ keepAlive: true }), isReady: false }));
    // A browser's idle connection outlives any server.
    this.#server.keepAliveTimeout = 120_000;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.address = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    for (const backend of this.#backends) void this.#watch(backend);
  }

  /** Waits until that many servers are in rotation. */
  async untilReady(count: number): Promise<void> {
    for (
      const deadline = Date.now() + 180_000;
      this.#backends.filter(({ isReady }) => isReady).length < count;
      await pause(20)
    ) {
      if (Date.now() > deadline) throw new Error(`not ${count} servers are ready after three minutes`);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { agent } of this.#backends) agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #watch(backend: Backend): Promise<void> {
    let silences = 0;
    for (; !this.#isStopped; await pause(checkEveryMs, undefined, { ref: false })) {
      const answer = await fetch(`http://127.0.0.1:${backend.port}/health/ready`, {
        signal: AbortSignal.timeout(checkWithinMs),
      }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      silences = answer ? 0 : silences + 1;
      if (answer) backend.isReady = answer.status === 200;
      else if (silences >= silencesUntilGone) backend.isReady = false;
    }
  }

  #choose(): Backend | undefined {
    const ready = this.#backends.filter(({ isReady }) => isReady);
    this.#next += 1;
    return ready[this.#next % Math.max(1, ready.length)];
  }

  #pass(asked: IncomingMessage, answer: ServerResponse, tries: number): void {
    const backend = this.#choose();
    if (!backend) return void answer.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"no_server"}');
    const { port, agent } = backend;
    const { connection: _hop, ...headers } = asked.headers;
    const passed = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: asked.method,
        path: asked.url,
        headers: { ...headers, 'x-forwarded-for': asked.socket.remoteAddress },
      },
      (said) => {
        const { connection: _own, 'keep-alive': _kept, ...rest } = said.headers;
        answer.writeHead(said.statusCode ?? 502, rest);
        answer.flushHeaders();
        said.pipe(answer);
        said.on('error', () => answer.destroy());
      },
    );
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return void answer.destroy();
      // Connection refused: nothing was sent.
      if (error.code === 'ECONNREFUSED' && tries < 5) {
        backend.isReady = false;
        asked.unpipe(passed);
        return this.#pass(asked, answer, tries + 1);
      }
      answer
        .writeHead(502, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: `proxy_${error.code}` }));
    });
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  }
}
