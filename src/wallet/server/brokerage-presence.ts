import type { Brokerage, BrokerageOutcome } from './brokerage-client.ts';

/** A brokerage, and whether it is reachable. */
export interface Presence {
  brokerage: Brokerage;
  isAway(): boolean;
}

/** Regards the brokerage as away after this many consecutive calls without an answer; any answer brings it back. */
export function watchPresence(brokerage: Brokerage, mostMisses: number): Presence {
  let misses = 0;
  const heard = async (asked: Promise<BrokerageOutcome>): Promise<BrokerageOutcome> => {
    const outcome = await asked;
    misses = outcome.kind === 'unknown' ? misses + 1 : 0;
    return outcome;
  };
  return {
    brokerage: {
      send: (request) => heard(brokerage.send(request)),
      ask: (request) => heard(brokerage.ask(request)),
    },
    isAway: () => misses >= mostMisses,
  };
}
