import type { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';

/** How much of a shared resource one kind of work may use. */
export interface Share {
  atOnce: number;
  /** The limit while work that it must not slow down is under way; by default the same. */
  atOnceMeanwhile?: number;
  /** The limit for one party. */
  ofOne: number;
  /** How many may wait when everything is in use: of one party, and in total. */
  waitingOfOne: number;
  waiting: number;
}

/** Ends a piece of work; calling it again does nothing. */
export type Leave = () => void;

/** Calls back once whoever asked has gone away. */
export type OnGone = (giveUp: () => void) => void;

export interface SharedWork {
  /** Waits for the party's turn, and returns how to end it. `onGone` tells when nobody waits for the answer any more: the place is given up. */
  enter(party: string, onGone?: OnGone): Promise<Leave>;
  /** Runs a piece of a party's work when its turn comes. */
  take<Result>(party: string, work: () => Promise<Result>): Promise<Result>;
  /** Checks whether waiting work may begin because nothing has priority any more. */
  look(): void;
}

interface Waiting {
  begin: () => void;
  refuse: (refusal: Refusal) => void;
}

/** Somebody who has work under way or waiting. */
interface Party {
  working: number;
  line: Waiting[];
  /** The round in which their next piece may begin. */
  round: number;
}

const tooMany = (): Refusal => refusePlatform('too_many_attempts', {}, 2);

/**
 * Keeps one kind of work from taking what another kind needs, by running only so much of it concurrently, however much is requested.
 * Parties take turns in rounds, one piece each; within a round those with the shortest line come first. So a party with a hundred requests
 * does not delay one with a single request, nor take its place in a full queue.
 */
export function shareOut(share: Share, isMeanwhile: () => boolean = () => false): SharedWork {
  const parties = new Map<string, Party>();
  let [workingNow, waitingNow, round] = [0, 0, 0];

  const most = (): number => (isMeanwhile() && share.atOnceMeanwhile) || share.atOnce;
  const isRoom = ({ working }: Party): boolean => workingNow < most() && working < share.ofOne;

  function begin(party: Party): void {
    workingNow += 1;
    party.working += 1;
    round = Math.max(round, party.round);
    party.round = round + 1;
  }

  function wait({ line }: Party, onGone?: OnGone): Promise<void> {
    if (line.length >= share.waitingOfOne) throw tooMany();
    if (waitingNow >= share.waiting) displace(line.length + 1);
    waitingNow += 1;
    return new Promise((go, refuse) => {
      const place = { begin: go, refuse };
      line.push(place);
      onGone?.(() => {
        const at = line.indexOf(place);
        if (at < 0) return;
        line.splice(at, 1);
        waitingNow -= 1;
        refuse(tooMany());
      });
    });
  }

  /** Everything is full: whoever has most waiting loses their last, rather than a newcomer with fewer. */
  function displace(ownLine: number): void {
    let longest: Waiting[] = [];
    for (const { line } of parties.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= ownLine) throw ownLine > 1 ? tooMany() : refusePlatform('unavailable', {}, 2);
    longest.pop()?.refuse(tooMany());
    waitingNow -= 1;
  }

  function look(): void {
    while (waitingNow > 0 && letIn());
  }

  function letIn(): boolean {
    let next: Party | null = null;
    for (const party of parties.values()) if (party.line.length > 0 && isRoom(party)) next = earlier(next, party);
    if (!next) return false;
    waitingNow -= 1;
    begin(next);
    next.line.shift()?.begin();
    return true;
  }

  function know(name: string): Party {
    const party = parties.get(name) ?? { working: 0, line: [], round };
    parties.set(name, party);
    return party;
  }

  function forget(name: string, { working, line }: Party): void {
    if (working === 0 && line.length === 0) parties.delete(name);
  }

  async function enter(name: string, onGone?: OnGone): Promise<Leave> {
    const party = know(name);
    try {
      if (party.line.length > 0 || !isRoom(party)) await wait(party, onGone);
      else begin(party);
    } finally {
      forget(name, party);
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      workingNow -= 1;
      party.working -= 1;
      forget(name, party);
      look();
    };
  }

  return {
    enter,
    take: async (name, work) => {
      const leave = await enter(name);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    look,
  };
}

function earlier(first: Party | null, other: Party): Party {
  if (!first || other.round !== first.round) return !first || other.round < first.round ? other : first;
  return other.line.length < first.line.length ? other : first;
}
