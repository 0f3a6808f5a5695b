import { refusePlatform } from '../refusals.ts';

/** How much of something that everybody needs may be in use by one kind of work. */
export interface Share {
  atOnce: number;
  /** While what it must not slow down is under way. */
  atOnceMeanwhile: number;
  /** By one party. */
  ofOne: number;
  /** Who comes when all is taken waits; so many of one party, and so many altogether. */
  waitingOfOne: number;
  waiting: number;
}

/** Runs a piece of a party's work when its turn comes. */
export type TakeShare = <Result>(party: string, work: () => Promise<Result>) => Promise<Result>;

/** The share itself, and `look()`: whether somebody may begin because nothing has to be waited for any more. */
export type SharedWork = TakeShare & { look(): void };

/**
 * Keeps one kind of work from taking what another kind needs: however much of it is asked for, so much is done at once. Parties take
 * turns, so that whoever asks a hundred times delays nobody who asks once.
 */
export function shareOut(share: Share, isMeanwhile: () => boolean = () => false): SharedWork {
  const working = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let [workingNow, waitingNow] = [0, 0];

  const begin = (party: string): void => {
    workingNow += 1;
    working.set(party, (working.get(party) ?? 0) + 1);
  };
  const isRoom = (party: string): boolean =>
    workingNow < (isMeanwhile() ? share.atOnceMeanwhile : share.atOnce) && (working.get(party) ?? 0) < share.ofOne;

  function wait(party: string): Promise<void> {
    const line = waiting.get(party) ?? [];
    if (line.length >= share.waitingOfOne) throw refusePlatform('too_many_attempts', {}, 2);
    if (waitingNow >= share.waiting) throw refusePlatform('unavailable', {}, 2);
    waitingNow += 1;
    return new Promise((go) => {
      waiting.set(party, [...line, go]);
    });
  }

  function end(party: string): void {
    workingNow -= 1;
    const left = (working.get(party) ?? 1) - 1;
    if (left > 0) working.set(party, left);
    else working.delete(party);
    look();
  }

  function look(): void {
    while (waitingNow > 0 && letIn());
  }

  /** The first in line of whoever has waited longest for a turn of theirs; then the party goes to the end. */
  function letIn(): boolean {
    for (const [party, line] of waiting) {
      if (!isRoom(party)) continue;
      const [first, ...rest] = line;
      waiting.delete(party);
      if (rest.length > 0) waiting.set(party, rest);
      waitingNow -= 1;
      begin(party);
      first?.();
      return true;
    }
    return false;
  }

  const take: TakeShare = async (party, work) => {
    if (waiting.has(party) || !isRoom(party)) await wait(party);
    else begin(party);
    try {
      return await work();
    } finally {
      end(party);
    }
  };
  return Object.assign(take, { look });
}
