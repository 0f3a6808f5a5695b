import { connect, createServer, type Server, type Socket } from 'node:net';

/** The wire between a primary and its standby. What is on it when it is cut arrives nowhere. */
export class Link {
  #port = 0;
  #target = 0;
  #isStalled = false;
  readonly #server: Server = createServer((near) => this.#join(near));
  readonly #sockets = new Set<Socket>();

  /** Answers the port that leads to the target. */
  async lay(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
    return this.#port;
  }

  /** From now on it leads there, and carries again. */
  leadTo(port: number): void {
    this.cut();
    this.#target = port;
    this.#isStalled = false;
  }

  /** Nothing is carried any more, and neither side is told. */
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
