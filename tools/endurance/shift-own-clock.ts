/** Moves this process's clock ahead by that many milliseconds until the returned function is called. */
export function shiftOwnClock(byMs: number): () => void {
  const RealDate = Date;
  class ShiftedDate extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(RealDate.now() + byMs);
      else super(...(given as [number]));
    }

    static override now(): number {
      return RealDate.now() + byMs;
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
  return () => {
    globalThis.Date = RealDate;
  };
}
