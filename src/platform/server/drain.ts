import { setTimeout as pause } from 'node:timers/promises';

/** How a server leaves without anybody losing anything by it: it says so first, and goes when nobody is sent to it any more. */
export interface Drain {
  /** Readiness says no, and each answer is its connection's last. */
  isUnderWay(): boolean;
  begin(): void;
  /** Has this done before connections are closed: what stays open for hours is handed over, within so many milliseconds. */
  onParting(part: (withinMs: number) => Promise<void>): void;
  part(withinMs: number): Promise<void>;
}

export function createDrain(): Drain {
  const parting: ((withinMs: number) => Promise<void>)[] = [];
  let isUnderWay = false;
  return {
    isUnderWay: () => isUnderWay,
    begin: () => void (isUnderWay = true),
    onParting: (part) => void parting.push(part),
    part: async (withinMs) => void (await Promise.all(parting.map((part) => part(withinMs)))),
  };
}

const tickMs = 100;

/**
 * Does something with each of them, evenly over a time that grows with their number and is never longer than told: many who are sent
 * elsewhere in the same moment would all ask there in the same moment.
 *
 * @param eachMs how long each of them is reckoned with
 */
export async function oneAfterTheOther<Each>(
  all: readonly Each[],
  { withinMs, eachMs }: { withinMs: number; eachMs: number },
  act: (each: Each) => void,
): Promise<void> {
  const ticks = Math.max(1, Math.floor(Math.min(withinMs, all.length * eachMs) / tickMs));
  const atOnce = Math.ceil(all.length / ticks);
  for (let at = 0; at < all.length; at += atOnce) {
    if (at > 0) await pause(tickMs);
    for (const each of all.slice(at, at + atOnce)) act(each);
  }
}
