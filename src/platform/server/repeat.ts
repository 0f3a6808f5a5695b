import { setTimeout as pause } from 'node:timers/promises';
import { type OpenSpan, traced } from './tracing.ts';

export interface Repeated {
  /** Lets the round that is under way finish, then resolves; with `withinMs` it is waited for no longer than that. */
  stop(withinMs?: number): Promise<void>;
}

export interface RepeatOptions {
  /** Between rounds that found nothing to do. A round that did something is followed by the next at once. */
  restMs: number;
  onFault: (error: unknown) => void;
  /** What it is called where it is traced. */
  job: string;
}

const afterFaultMs = 2_000;

/**
 * Runs `round` again and again until stopped, of which a long round is told by its signal. A round that throws is reported, and tried
 * again after a while.
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
