/** A source's answer other than 200, and for how long it asks not to be asked again. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused';
  readonly retryAfterMs: number;

  constructor(status: number, retryAfterMs: number) {
    super(`the rate's source answered ${status}`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** A source that was only briefly busy closes nothing; one that stays away is not pestered. */
const firstPauseMs = 5_000;
const lastPauseMs = 5 * 60_000;

export interface PatientSource<Answer> {
  /** Throws without asking while the source is to be left alone. */
  ask(): Promise<Answer>;
  /** Time until it may be asked again. */
  pauseMs(): number;
}

/** Asks a source with growing pauses after failures, and not before the time that it named. */
export function askPatiently<Answer>(
  fetchAnswer: () => Promise<Answer>,
  nowMs: () => number = () => performance.now(),
): PatientSource<Answer> {
  let failures = 0;
  let notBefore = 0;
  const pauseMs = (): number => Math.max(notBefore - nowMs(), 0);
  return {
    pauseMs,
    async ask() {
      if (pauseMs() > 0) throw new Error(`the rate's source is left alone for ${Math.ceil(pauseMs() / 1000)} s`);
      try {
        const answer = await fetchAnswer();
        failures = 0;
        return answer;
      } catch (error) {
        const growing = Math.min(firstPauseMs * 2 ** Math.min(failures, 20), lastPauseMs);
        failures += 1;
        notBefore = nowMs() + Math.max(growing, error instanceof SourceRefused ? error.retryAfterMs : 0);
        throw error;
      }
    },
  };
}
