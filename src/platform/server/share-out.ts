import type { Refusal } from '../refusal.ts';
import { refusePlatform } from '../refusals.ts';

/** How much of a shared resource one kind of work may use. */
export interface Share {
  atOnce: number;
  /** The limit while work that it must not slow down is under way. */
  atOnceMeanwhile: number;
  /** The limit for one party. */
  ofOne: number;
  /** How many may wait when everything is in use: of one party, and in total. */
  waitingOfOne: number;
  waiting: number;
}

/** Runs a piece of a party's work when its turn comes. */
export type TakeShare = <Result>(party: string, work: () => Promise<Result>) => Promise<Result>;

/** The share itself, and `look()`, which checks whether waiting work may begin because nothing has priority any more. */
export type SharedWork = TakeShare & { look(): void };

interface Waiting {
  begin: () => void;
  refuse: (refusal: Refusal) => void;
}

const tooMany = (): Refusal => refusePlatform('too_many_attempts', {}, 2);

/**
 * Keeps one kind of work from taking what another kind needs, by running only so much of it concurrently, however much is requested.
 * Parties take turns, so that one with a hundred requests does not delay one with a single request, nor take its place in a full queue.
 */
export function shareOut(share: Share, isMeanwhile: () => boolean = () => false): SharedWork {
  const working = new Map<string, number>();
  const waiting = new Map<string, Waiting[]>();
  let [workingNow, waitingNow] = [0, 0];

  const begin = (party: string): void => {
    workingNow += 1;
    working.set(party, (working.get(party) ?? 0) + 1);
  };
  const isRoom = (party: string): boolean =>
    workingNow < (isMeanwhile() ? share.atOnceMeanwhile : share.atOnce) && (working.get(party) ?? 0) < share.ofOne;

  function wait(party: string): Promise<void> {
    const line = waiting.get(party) ?? [];
    if (line.length >= share.waitingOfOne) throw tooMany();
    if (waitingNow >= share.waiting) displace(line.length + 1);
    waitingNow += 1;
    return new Promise((begin, refuse) => {
      line.push({ begin, refuse });
      waiting.set(party, line);
    });
  }

  /** Everything is full: whoever has most waiting loses their last, rather than a newcomer with fewer. */
  function displace(ownLine: number): void {
    let line: Waiting[] = [];
    for (const each of waiting.values()) if (each.length > line.length) line = each;
    if (line.length <= ownLine) throw ownLine > 1 ? tooMany() : refusePlatform('unavailable', {}, 2);
    line.pop()?.refuse(tooMany());
    waitingNow -= 1;
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

  /** Starts the first waiting work of the party that has waited longest for its turn; the party then goes to the end of the queue. */
  function letIn(): boolean {
    for (const [party, line] of waiting) {
      if (!isRoom(party)) continue;
      const first = line.shift();
      waiting.delete(party);
      if (line.length > 0) waiting.set(party, line);
      waitingNow -= 1;
      begin(party);
      first?.begin();
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
