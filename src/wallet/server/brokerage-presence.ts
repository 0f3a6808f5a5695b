import type { Brokerage, BrokerageOutcome } from './brokerage-client.ts';

/** A brokerage, and whether it is reachable. */
export interface Presence {
  brokerage: Brokerage;
  isAway(): boolean;
  /** For how long it asked to be left alone, by its last answer; 0 when it did not. */
  pauseMs(): number;
}

/** Customers' money waits: whatever it asks for, it is tried again within the hour. */
const longestPauseMs = 60 * 60_000;

/** Regards the brokerage as away after this many consecutive calls without an answer; any answer brings it back. */
export function watchPresence(brokerage: Brokerage, mostMisses: number): Presence {
  let misses = 0;
  let notBefore = 0;
  const heard = async (call: Promise<BrokerageOutcome>): Promise<BrokerageOutcome> => {
    const outcome = await call;
    misses = outcome.kind === 'unknown' ? misses + 1 : 0;
    const asked = outcome.kind === 'unknown' ? (outcome.retryAfterMs ?? 0) : 0;
    if (asked > 0) notBefore = Math.max(notBefore, performance.now() + Math.min(asked, longestPauseMs));
    return outcome;
  };
  return {
    brokerage: {
      send: (request) => heard(brokerage.send(request)),
      ask: (request) => heard(brokerage.ask(request)),
    },
    isAway: () => misses >= mostMisses,
    pauseMs: () => Math.max(notBefore - performance.now(), 0),
  };
}
