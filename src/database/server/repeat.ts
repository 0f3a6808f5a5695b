import { setTimeout as pause } from 'node:timers/promises';
import { type OpenSpan, traced } from '#telemetry/server/tracing.ts';

export interface Repeated {
  /** Lets the current round finish, then resolves; with `withinMs` it waits no longer than that. */
  stop(withinMs?: number): Promise<void>;
}

export interface RepeatOptions {
  /** Pause between rounds that found nothing to do. A round that did something is followed by the next immediately. */
  restMs: number;
  onFault: (error: unknown) => void;
  /** The name of the job in traces. */
  job: string;
}

const afterFaultMs = 2_000;

/**
 * Runs `round` repeatedly until stopped; its signal tells a long round to stop. A round that throws is reported, and retried after a while.
 */
export function repeat(
  round: (stopping: AbortSignal) => Promise<number>,
  { restMs, onFault, job }: RepeatOptions,
): Repeated {
  const stopping = new AbortController();
  const work = async (span: OpenSpan): Promise<number> => {
    const done = await round(stopping.signal);
    span.set({ 'lastro.done': done });
    return done;
  };
  const rest = (ms: number): Promise<void> => pause(ms, undefined, { signal: stopping.signal }).catch(() => {});
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if ((await traced(() => ({ name: `job ${job}`, isRound: true }), work)) === 0) await rest(restMs);
      } catch (error) {
        onFault(error);
        await rest(afterFaultMs);
      }
    }
  }
  const ended = run();
  return {
    stop: async (withinMs) => {
      stopping.abort();
      if (withinMs === undefined) return ended;
      const over = new AbortController();
      await Promise.race([ended, pause(withinMs, undefined, { signal: over.signal }).catch(() => {})]);
      over.abort();
    },
  };
}
