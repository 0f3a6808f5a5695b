import { setTimeout as pause } from 'node:timers/promises';

/** Shuts a server down without anybody losing anything: it announces that it is leaving, and goes once nobody is sent to it any more. */
export interface Drain {
  /** Whether draining: readiness fails, and each answer is the last on its connection. */
  isUnderWay(): boolean;
  begin(): void;
  /** Registers work to do before connections are closed: handing over long-lived ones within the given milliseconds. */
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
 * Calls `act` for each of them, spread evenly over a time that grows with their number up to `withinMs`: many clients sent elsewhere at the
 * same instant would all arrive there at once.
 *
 * @param eachMs time allotted to each of them
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
