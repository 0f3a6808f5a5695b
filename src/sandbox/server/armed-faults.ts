import { type Clock } from '#platform/clock.ts';
import { type Fault, type FaultCall, spoils } from '../contract.ts';

/** The faults waiting for their calls, oldest first. In memory only: a restart clears them. */
export interface ArmedFaults {
  arm(fault: Fault): void;
  clear(): void;
  list(): Fault[];
  /** The fault for this call, using it up once; null if the call is to succeed. */
  take(call: FaultCall): Fault | null;
}

export function armFaults(clock: Clock): ArmedFaults {
  let armed: { fault: Fault; untilMs: number }[] = [];

  function dropSpent(): void {
    const nowMs = clock.now().getTime();
    armed = armed.filter(({ fault, untilMs }) => fault.times > 0 && untilMs > nowMs);
  }

  return {
    arm: (fault) =>
      void armed.push({ fault: { ...fault }, untilMs: clock.now().getTime() + (fault.for_ms ?? Infinity) }),
    clear: () => void (armed = []),
    list: () => {
      dropSpent();
      return armed.map(({ fault }) => ({ ...fault }));
    },
    take: (call) => {
      dropSpent();
      const found = armed.find(({ fault }) => spoils(fault, call));
      if (!found) return null;
      found.fault.times -= 1;
      return { ...found.fault };
    },
  };
}
