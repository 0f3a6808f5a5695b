/** Random numbers that repeat for the same seed (mulberry32), so that what went wrong can be repeated. */
export interface Chance {
  /** From 0 up to but excluding 1. */
  next(): number;
  /** From 0 up to `below` − 1. */
  whole(below: number): number;
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function rollFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    next,
    whole,
    happens: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => from[whole(from.length)] as T,
  };
}
