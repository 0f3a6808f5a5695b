import { connect, createServer, type Server, type Socket } from 'node:net';

/** A network link to one port, which may be led to another. Data in flight when it is cut is lost. */
export class Link {
  #port = 0;
  #target = 0;
  #isStalled = false;
  readonly #server: Server = createServer((near) => this.#join(near));
  readonly #sockets = new Set<Socket>();

  /** Starts listening and returns the port that leads to the target. */
  async lay(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
    return this.#port;
  }

  /** Redirects new connections to this port and carries data again. */
  leadTo(port: number): void {
    this.cut();
    this.#target = port;
    this.#isStalled = false;
  }

  /** Stops carrying data without notifying either side. */
  stall(): void {
    this.#isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async remove(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket): void {
    const far = connect(this.#target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isStalled) from.pause();
    }
  }
}
