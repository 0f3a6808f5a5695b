import { setTimeout as pause } from 'node:timers/promises';
import { follow, type Follower } from '#notices/server/testing/follow.ts';
import type { Investor } from '../crash/investor.ts';

/** A page kept open: it follows the event stream, reconnects when it is cut, and refetches when notified. */
export class Watcher {
  /** The balance on the page; null before the first read. */
  shown: number | null = null;
  /** How often its stream was sent elsewhere, how often it was cut without notice, and the number of events. */
  readonly figures = { moved: 0, cut: 0, events: 0 };
  readonly #investor: Investor;
  readonly #address: string;
  #isOver = false;
  #follower: Follower | null = null;
  #reading: Promise<void> | null = null;
  #again = false;

  constructor(investor: Investor, address: string) {
    this.#investor = investor;
    this.#address = address;
  }

  async watch(): Promise<void> {
    while (!this.#isOver) {
      const follower = await follow(this.#address, this.#investor.token).catch(() => null);
      if (follower?.status === 200) await this.#listen(follower);
      // The same delay as on the page: 250 to 500 ms.
      await pause(250 + Math.random() * 250);
    }
  }

  leave(): void {
    this.#isOver = true;
    this.#follower?.leave();
  }

  async #listen(follower: Follower): Promise<void> {
    this.#follower = follower;
    for (let heard = 0; !follower.isOver() || heard < follower.events.length; await pause(20)) {
      for (; heard < follower.events.length; heard += 1) {
        this.figures.events += 1;
        if (follower.events[heard]?.name !== 'moved') this.#read();
      }
    }
    if (this.#isOver) return;
    if (follower.events.at(-1)?.name === 'moved') this.figures.moved += 1;
    else this.figures.cut += 1;
  }

  #read(): void {
    this.#again = this.#reading !== null;
    this.#reading ??= this.#investor
      .get('/api/user')
      .then((user) => void (this.shown = (user as { Balance: number }).Balance))
      .catch(() => {})
      .finally(() => {
        this.#reading = null;
        if (this.#again) this.#read();
      });
  }
}
